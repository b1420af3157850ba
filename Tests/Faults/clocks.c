/* Loaded before libc: moves the wall clock, and the clock that counts sleep, by the seconds that
   the file $NPHUB_CLOCKS holds: one number for the wall clock, one for CLOCK_BOOTTIME. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static void offsets(double *wall, double *boot) {
    const char *path = getenv("NPHUB_CLOCKS");
    FILE *file = path ? fopen(path, "re") : NULL;
    *wall = *boot = 0;
    if (!file) return;
    if (fscanf(file, "%lf %lf", wall, boot) != 2) *wall = *boot = 0;
    fclose(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int code = next(clock, time);
    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME)) {
        double wall, boot;
        offsets(&wall, &boot);
        time->tv_sec += (time_t)(clock == CLOCK_REALTIME ? wall : boot);
    }
    return code;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
