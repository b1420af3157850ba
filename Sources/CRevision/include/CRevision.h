#pragma once

/// The commit that is built, such as `c420dc2a1b` or `c420dc2a1b-dirty`; empty where the build was not
/// told of one.
const char *revision_commit(void);
