#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A file of Sources/Shell/Sinks/Web/Pages, as it was when the program was built.
struct cpages_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// All of them, and how many they are.
extern const struct cpages_file cpages_files[];
extern const size_t cpages_count;

/// The first of them: Swift does not import arrays of unknown size.
static inline const struct cpages_file *cpages_array(void) { return cpages_files; }

#ifdef __cplusplus
}
#endif

#endif
