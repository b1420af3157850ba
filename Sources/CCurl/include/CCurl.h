#pragma once

#include <curl/curl.h>

// Options of libcurl are set by functions with variable arguments, which Swift does not call. These
// are the ones that are used.

/// Takes a part of an answer; gives how much of it was taken.
typedef size_t (*CCurl_writer)(const char *bytes, size_t size, size_t count, void *owner);

CURLcode CCurl_set_text(CURL *handle, CURLoption option, const char *text);
CURLcode CCurl_set_number(CURL *handle, CURLoption option, long number);
CURLcode CCurl_set_size(CURL *handle, CURLoption option, curl_off_t size);
CURLcode CCurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list);
CURLcode CCurl_set_writer(CURL *handle, CCurl_writer writer, void *owner);
/// Takes each line of the heads of answers, which end with an empty line each.
CURLcode CCurl_set_head_writer(CURL *handle, CCurl_writer writer, void *owner);
/// Sets the size of the socket's receive buffer, and that of libcurl's own, in bytes; has the system
/// find out that the peer is gone.
CURLcode CCurl_keep_small(CURL *handle);
/// Keeps the words of an error, of at most CURL_ERROR_SIZE bytes, in a buffer of the caller.
CURLcode CCurl_set_error_buffer(CURL *handle, char *buffer);
long CCurl_status(CURL *handle);
/// The error of the system for which no connection could be made; 0 if there was none.
long CCurl_system_error(CURL *handle);
/// A field of the last answer's header; NULL if it has none of this name.
const char *CCurl_field(CURL *handle, const char *name);
/// True if looking up a name never blocks the caller.
int CCurl_looks_up_in_background(void);
/// The target of a redirect that is not followed; NULL if the answer does not redirect.
const char *CCurl_redirect(CURL *handle);

// Many requests on a loop of the caller.

/// A descriptor is to be watched for these events (CURL_POLL_…) from now on.
typedef int (*CCurl_watcher)(
    CURL *handle, curl_socket_t descriptor, int events, void *owner, void *socket);
/// `curl_multi_socket_action` is to be called with CURL_SOCKET_TIMEOUT so much later; -1 for never.
typedef int (*CCurl_timer)(CURLM *multi, long milliseconds, void *owner);

CURLMcode CCurl_multi_set_callbacks(
    CURLM *multi, CCurl_watcher watcher, CCurl_timer timer, void *owner);
CURLMcode CCurl_multi_set_number(CURLM *multi, CURLMoption option, long number);
/// The next request that has ended, and its outcome; NULL if there is none.
CURL *CCurl_multi_ended(CURLM *multi, CURLcode *outcome);
