#ifndef CLIBWEBSOCKETS_SHIM_H
#define CLIBWEBSOCKETS_SHIM_H

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/socket.h>

#include <libwebsockets.h>
#include <uv.h>

// Everything here is something that Swift cannot say by itself; each says why.

/// The room that lws_write() needs before a payload. LWS_PRE is computed by nested macros, which
/// Swift does not import.
static inline size_t clws_write_padding(void) { return LWS_PRE; }

/// Lets the C library keep 4 MiB of freed memory at the end of its heap. What a turn receives is
/// freed when it was handled, and often lies there: it would be given back to the kernel and asked
/// for again each time. mallopt() is not in the C library's module.
static inline void clws_keep_freed_memory(void) { mallopt(M_TRIM_THRESHOLD, 4 << 20); }

/// The options of the one context. The values are shifted 64-bit literals combined by macros, of
/// which Swift imports only some.
static inline uint64_t clws_context_options(void) {
    return LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
           LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8;
}

/// The options of every virtual host: see clws_context_options(). A host would read the system's
/// certificates for connections that it makes over TLS; it makes none.
static inline uint64_t clws_vhost_options(void) {
    return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS |
           LWS_SERVER_OPTION_VALIDATE_UTF8;
}

/// Who is at the other end of a Unix socket. `struct ucred` has the same three fields, but is
/// declared only under _GNU_SOURCE, which the C library's module is not built with.
struct clws_credentials {
    int32_t process;
    uint32_t user;
    uint32_t group;
};

/// Reads the credentials of a Unix socket's peer; returns 0, or -1 with errno set.
static inline int clws_peer_credentials(int descriptor, struct clws_credentials *credentials) {
    socklen_t length = sizeof(*credentials);
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &length);
}

/// Reads the other groups of a Unix socket's peer into `groups`, and their number into `count`,
/// which says how many fit; returns 0, or -1 with errno set. SO_PEERGROUPS is declared only under
/// _GNU_SOURCE.
static inline int clws_peer_groups(int descriptor, uint32_t *groups, uint32_t *count) {
    const int peer_groups = 59;
    socklen_t length = *count * sizeof(*groups);
    int result = getsockopt(descriptor, SOL_SOCKET, peer_groups, groups, &length);
    *count = length / sizeof(*groups);
    return result;
}

/// accept() that sets the new descriptor's flags at once. Declared only under _GNU_SOURCE, which
/// the C library's module is not built with.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

#endif
