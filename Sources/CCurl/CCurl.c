#include "CCurl.h"

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
