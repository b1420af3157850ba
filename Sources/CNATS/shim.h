// libnats' whole interface, as Debian's libnats-dev has it.
#include <nats/nats.h>
