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
long CCurl_status(CURL *handle);
/// The target of a redirect that is not followed; NULL if the answer does not redirect.
const char *CCurl_redirect(CURL *handle);
