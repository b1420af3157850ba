// libmosquitto's whole interface, as Debian's libmosquitto-dev has it.
#include <mosquitto.h>
