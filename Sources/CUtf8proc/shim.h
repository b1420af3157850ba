// utf8proc's whole interface, as Debian's libutf8proc-dev has it.
#include <utf8proc.h>
