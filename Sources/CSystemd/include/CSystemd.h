#pragma once

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// sd-bus describes an object by tables that are made of macros, which Swift does not have. These
// are the two of MPRIS 2.2; a delegate says which functions they call.

/// The functions that the tables call. Each returns what sd-bus wants: a negative error number, or more.
typedef struct {
    /// Handed to each function.
    void *owner;
    /// Answers a call of the method that `call` names.
    int (*answer)(void *owner, sd_bus_message *call, sd_bus_error *error);
    /// Appends a property's value.
    int (*get)(void *owner, const char *interface, const char *property, sd_bus_message *reply);
    /// Takes a property's value.
    int (*set)(void *owner, const char *property, sd_bus_message *value, sd_bus_error *error);
} CSystemd_player_delegate;

/// The parts of `org.mpris.MediaPlayer2` at `/org/mpris/MediaPlayer2`, of which two are optional.
typedef enum {
    CSystemd_player_root,
    CSystemd_player_controls,
    CSystemd_player_loop_status,
    CSystemd_player_shuffle,
} CSystemd_player_part;

/// Adds a part; `slot` removes it again. The delegate has to outlive it.
int CSystemd_add_player(
    sd_bus *bus, sd_bus_slot **slot, CSystemd_player_part part,
    CSystemd_player_delegate *delegate);
