#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Each function here stands for something that Swift cannot call: a macro, or a function with a
// variable number of arguments. Everything else is called as OpenSSL declares it.

/// SSL_CTX_set_min_proto_version and SSL_CTX_set_mode are macros, and the SSL_OP_ constants are
/// made by one. Renegotiation (TLS 1.2) is refused, so that writing never has to wait for
/// reading; buffers are given back while idle, 34 KB a connection.
static inline int COpenSSL_require_modern_TLS(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

/// SSL_set_tlsext_host_name is a macro.
static inline int COpenSSL_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

/// The peer's own certificate, also after it was refused, when SSL_get0_peer_certificate no
/// longer has it; the sk_X509_ functions are macros. Lives as long as `ssl`.
static inline X509 *COpenSSL_peer_leaf(const SSL *ssl) {
    STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    return sk_X509_num(chain) > 0 ? sk_X509_value(chain, 0) : NULL;
}

/// The sk_GENERAL_NAME_ functions are macros.
static inline int COpenSSL_names_count(const GENERAL_NAMES *names) {
    return names ? sk_GENERAL_NAME_num(names) : 0;
}

/// The sk_GENERAL_NAME_ functions are macros.
static inline const GENERAL_NAME *COpenSSL_names_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

/// EVP_EC_gen is a macro over a function with a variable number of arguments.
static inline EVP_PKEY *COpenSSL_make_P256_key(void) {
    return EVP_EC_gen("P-256");
}
