#ifndef CLIBWEBSOCKETS_SHIM_H
#define CLIBWEBSOCKETS_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libwebsockets.h>
#include <uv.h>

// Everything here is something that Swift cannot say by itself; each says why.

/// The room that lws_write() needs before a payload. LWS_PRE is computed by nested macros, which
/// Swift does not import.
static inline size_t clws_write_padding(void) { return LWS_PRE; }

/// Lets the C library keep 4 MiB of freed memory at the end of its heap. The bytes that a turn
/// receives are freed when they are handled, and often lie there: without this, the C library gives
/// them back to the kernel and requests them again each time. mallopt() is not in the C library's
/// module.
static inline void clws_keep_freed_memory(void) { mallopt(M_TRIM_THRESHOLD, 4 << 20); }

/// Gives the freed memory back to the kernel that the C library keeps between what is in use, but
/// for 4 MiB. It keeps all of it otherwise: what thousands of clients needed stays with the process
/// as long as something lies behind it. malloc_trim() is not in the C library's module.
static inline void clws_give_memory_back(void) { malloc_trim(4 << 20); }

/// The options of the one context. The values are shifted 64-bit literals combined by macros, of
/// which Swift imports only some.
static inline uint64_t clws_context_options(void) {
    return LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
           LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8;
}

/// The options of every virtual host: see clws_context_options(). A host never uses the system's
/// certificates, since it makes no connections over TLS. Bytes that begin with no method that the
/// library knows are handed over as raw bytes, for an answer of our own.
static inline uint64_t clws_vhost_options(void) {
    return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS |
           LWS_SERVER_OPTION_VALIDATE_UTF8 |
           LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;
}

#if LWS_LIBRARY_VERSION_NUMBER < 4002000

/// unshare(), which is declared only under _GNU_SOURCE.
extern int unshare(int flags);

static inline void *clws_destroy_apart(void *context) {
    const int descriptor_table = 0x400;
    unshare(descriptor_table);
    lws_context_destroy(context);
    return NULL;
}

/// Begins to destroy a context, whose handles close when the loop runs.
///
/// libwebsockets 4.1 closes the descriptor of its event pipe here, and again when the pipe's handle
/// has closed; meanwhile another thread may have opened a file of that number. A thread with a
/// descriptor table of its own closes it for itself alone. Where that is forbidden, as in some
/// containers, it is done as the library has it.
static inline void clws_begin_destruction(struct lws_context *context) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, clws_destroy_apart, context) == 0) {
        pthread_join(thread, NULL);
    } else {
        lws_context_destroy(context);
    }
}

#else

/// Begins to destroy a context, whose handles close when the loop runs.
static inline void clws_begin_destruction(struct lws_context *context) {
    lws_context_destroy(context);
}

#endif

// The two functions below know where libuv keeps its watchers, and that libwebsockets watches each
// socket by one uv_poll_t: neither promises it. Another version fails the build until this was read
// and the tests of HTTPStreamTests and PipeliningTests were run with it; then its number stands here
// (docs/maintainers/decisions/0011-what-the-loop-knows-of-its-libraries.md).
#if UV_VERSION_MAJOR != 1 || (UV_VERSION_MINOR != 44 && UV_VERSION_MINOR != 50)
#error "shim.h was not checked with this version of libuv: see decision 0011"
#endif
#if LWS_LIBRARY_VERSION_NUMBER != 4001006 && LWS_LIBRARY_VERSION_NUMBER != 4003005
#error "shim.h was not checked with this version of libwebsockets: see decision 0011"
#endif
_Static_assert(offsetof(uv_poll_t, io_watcher) > 0, "a poll handle contains its watcher");
_Static_assert(
    _Generic(((uv_loop_t *)0)->watchers, uv__io_t **: 1, default: 0),
    "a loop has a table of watchers by descriptor");

/// Returns true if a loop waits for something of a descriptor. libwebsockets does not tell of its
/// libuv handles, and uv_walk() visits those of all connections.
static inline bool clws_is_watched(const uv_loop_t *loop, int descriptor) {
    return (unsigned)descriptor < loop->nwatchers && loop->watchers[descriptor] != NULL;
}

/// Has a loop wait for nothing of a descriptor that it watches by a `uv_poll_t`, as it watches all
/// sockets of libwebsockets; see clws_is_watched(). The library starts the same handle again when it
/// wants something.
static inline void clws_stop_watching(const uv_loop_t *loop, int descriptor) {
    if (!clws_is_watched(loop, descriptor)) return;
    char *watcher = loop->watchers[descriptor];
    uv_poll_stop((uv_poll_t *)(watcher - offsetof(uv_poll_t, io_watcher)));
}

/// The process at the other end of a Unix socket. `struct ucred` has the same three fields, but is
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

/// memfd_create(2): a file without a name. Declared only under _GNU_SOURCE.
extern int memfd_create(const char *name, unsigned flags);

/// A file without a name that holds some bytes, to be read from its beginning; returns its
/// descriptor, or a negative error number. Unlike a pipe, it takes any number of them at once.
static inline int clws_make_file(const void *bytes, size_t count) {
    const unsigned close_on_exec = 1;
    int file = memfd_create("nphub-input", close_on_exec);
    if (file < 0) return -errno;
    for (size_t done = 0; done < count;) {
        ssize_t written = write(file, (const char *)bytes + done, count - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int error = errno;
            close(file);
            return -error;
        }
        done += (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

/// The parts of a program that is to be started. Unset members are those of a feed: no input, the
/// environment and the errors of this process.
struct clws_program {
    char *const *arguments;
    /// Its environment; NULL for this process's own.
    char **environment;
    /// A descriptor that becomes its standard input; -1 for an empty one.
    int input;
    int output;
    /// Its errors go to its output.
    bool joins_errors;
    int lifeline;
};

/// The environment of this process (environ(7)); declared only under _GNU_SOURCE.
extern char **environ;

/// Becomes a program that ends with the process that started it; returns why it cannot.
///
/// Code between fork() and exec() must neither allocate nor lock: another thread may have held a
/// lock at the time of the copy. Swift promises neither, and libuv runs no code there.
///
/// Two things end the program, however this process ends. The kernel kills it when the thread ends
/// that started it; its children do not inherit that. And the whole process group is killed when
/// the last writing end of `lifeline` is closed, as long as one process of it has the reading end:
/// the kernel then signals the owner of that, a group, as it does for any pipe with O_ASYNC. The
/// copy of the writing end that this child has is closed by exec(), so that an end in between is
/// not missed.
static inline int clws_become(const struct clws_program *program, pid_t starter) {
    // F_SETSIG, which is declared under _GNU_SOURCE only.
    const int set_signal = 10;
    setsid();
    for (int number = 1; number <= 64; number++) signal(number, SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    if (getppid() != starter) raise(SIGKILL);
    // Scripts use the low numbers for their own.
    int kept = fcntl(program->lifeline, F_DUPFD, 64);
    if (kept < 0) kept = dup(program->lifeline);
    if (kept < 0 || fcntl(kept, F_SETOWN, -getpid()) != 0
        || fcntl(kept, set_signal, SIGKILL) != 0 || fcntl(kept, F_SETFL, O_ASYNC) != 0) return errno;
    int input = program->input >= 0 ? program->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0) return errno;
    if (dup2(program->output, STDOUT_FILENO) < 0) return errno;
    if (program->joins_errors && dup2(STDOUT_FILENO, STDERR_FILENO) < 0) return errno;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // execvp() looks for the program in the `PATH` of what is the environment then.
    if (program->environment) environ = program->environment;
    execvp(program->arguments[0], program->arguments);
    return errno;
}

/// Starts a program as `clws_become` describes; returns its process id, or a negative error number.
///
/// With `reason` it does not wait until the new process has become the program, which takes long on
/// a busy machine. `reason` is then a descriptor that has the error number, if there is one, when
/// the process has ended.
static inline int clws_start(const struct clws_program *program, int *reason) {
    int failure[2];
    int error = uv_pipe(failure, reason ? UV_NONBLOCK_PIPE : 0, 0);
    if (error != 0) return error;
    // No handler of this process may run in the child: libuv's would write to the pipe of both.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t starter = getpid();
    pid_t child = fork();
    if (child == 0) {
        error = clws_become(program, starter);
        _exit(write(failure[1], &error, sizeof error) == sizeof error ? 127 : 126);
    }
    if (child < 0) error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(failure[1]);
    if (child > 0 && reason) {
        *reason = failure[0];
        return child;
    }
    if (child > 0) {
        // It ends without a word when exec() has closed it.
        while (read(failure[0], &error, sizeof error) < 0 && errno == EINTR) {}
        if (error != 0) waitpid(child, NULL, 0);
    }
    close(failure[0]);
    return error != 0 ? -error : child;
}

#endif
