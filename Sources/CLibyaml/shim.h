// libyaml's whole interface, as Debian's libyaml-dev has it.
#include <yaml.h>
