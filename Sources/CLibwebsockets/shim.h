#include <libwebsockets.h>
#include <uv.h>
