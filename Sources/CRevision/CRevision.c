#include "CRevision.h"

// A function of its own file: when the commit changes, nothing else is compiled again.
#ifndef REVISION_COMMIT
#define REVISION_COMMIT ""
#endif

const char *revision_commit(void) { return REVISION_COMMIT; }
