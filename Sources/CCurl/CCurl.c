#include "CCurl.h"

#include <sys/socket.h>

CURLcode CCurl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

CURLcode CCurl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

CURLcode CCurl_set_size(CURL *handle, CURLoption option, curl_off_t size) {
    return curl_easy_setopt(handle, option, size);
}

CURLcode CCurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

CURLcode CCurl_set_writer(CURL *handle, CCurl_writer writer, void *owner) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, owner) : code;
}

CURLcode CCurl_set_head_writer(CURL *handle, CCurl_writer writer, void *owner) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, owner) : code;
}

// A second or more of a stream of 320 kbit/s, and enough for distant servers.
static const int receive_buffer = 64 << 10;

static int set_socket(void *owner, curl_socket_t descriptor, curlsocktype purpose) {
    (void)owner, (void)purpose;
    // A system that does not grant it is no reason to give up.
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    return CURL_SOCKOPT_OK;
}

CURLcode CCurl_keep_small(CURL *handle) {
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, set_socket);
    curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
    return curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 16384L);
}

long CCurl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

const char *CCurl_redirect(CURL *handle) {
    char *url = NULL;
    curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
    return url;
}

CURLcode CCurl_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

long CCurl_system_error(CURL *handle) {
    long error = 0;
    curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &error);
    return error;
}

const char *CCurl_field(CURL *handle, const char *name) {
    struct curl_header *field = NULL;
    // Of the last answer, not of one that redirected to it.
    return curl_easy_header(handle, name, 0, CURLH_HEADER, -1, &field) == CURLHE_OK ? field->value
                                                                                    : NULL;
}

int CCurl_looks_up_in_background(void) {
    return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_ASYNCHDNS) != 0;
}

CURLMcode CCurl_multi_set_callbacks(
    CURLM *multi, CCurl_watcher watcher, CCurl_timer timer, void *owner) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, owner);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, owner);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watcher);
}

CURLMcode CCurl_multi_set_number(CURLM *multi, CURLMoption option, long number) {
    return curl_multi_setopt(multi, option, number);
}

CURL *CCurl_multi_ended(CURLM *multi, CURLcode *outcome) {
    int left = 0;
    CURLMsg *message = curl_multi_info_read(multi, &left);
    if (!message || message->msg != CURLMSG_DONE) return NULL;
    *outcome = message->data.result;
    return message->easy_handle;
}
