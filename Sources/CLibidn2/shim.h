// libidn2's whole interface, as Debian's libidn2-dev has it.
#include <idn2.h>
