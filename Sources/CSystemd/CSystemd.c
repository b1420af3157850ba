#include "CSystemd.h"

static int answer(sd_bus_message *call, void *userdata, sd_bus_error *error) {
    CSystemd_player_delegate *delegate = userdata;
    return delegate->answer(delegate->owner, call, error);
}

static int get(
    sd_bus *bus, const char *path, const char *interface, const char *property,
    sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    CSystemd_player_delegate *delegate = userdata;
    return delegate->get(delegate->owner, interface, property, reply);
}

static int set(
    sd_bus *bus, const char *path, const char *interface, const char *property,
    sd_bus_message *value, void *userdata, sd_bus_error *error) {
    CSystemd_player_delegate *delegate = userdata;
    return delegate->set(delegate->owner, property, value, error);
}

// Every peer on the session bus is the user, and may do what the user may.
#define METHOD(member, signature, names) \
    SD_BUS_METHOD_WITH_NAMES( \
        member, signature, names, "", "", answer, SD_BUS_VTABLE_UNPRIVILEGED)
#define PROPERTY(member, signature) \
    SD_BUS_PROPERTY(member, signature, get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define SILENT_PROPERTY(member, signature) SD_BUS_PROPERTY(member, signature, get, 0, 0)
#define WRITABLE_PROPERTY(member, signature) \
    SD_BUS_WRITABLE_PROPERTY( \
        member, signature, get, set, 0, \
        SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED)

// specifications.freedesktop.org/mpris-spec/2.2/Media_Player.html
static const sd_bus_vtable root[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("Raise", "", ""),
    METHOD("Quit", "", ""),
    PROPERTY("CanQuit", "b"),
    PROPERTY("CanRaise", "b"),
    PROPERTY("HasTrackList", "b"),
    PROPERTY("Identity", "s"),
    PROPERTY("DesktopEntry", "s"),
    PROPERTY("SupportedUriSchemes", "as"),
    PROPERTY("SupportedMimeTypes", "as"),
    SD_BUS_VTABLE_END,
};

// specifications.freedesktop.org/mpris-spec/2.2/Player_Interface.html
static const sd_bus_vtable controls[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("Next", "", ""),
    METHOD("Previous", "", ""),
    METHOD("Pause", "", ""),
    METHOD("PlayPause", "", ""),
    METHOD("Stop", "", ""),
    METHOD("Play", "", ""),
    METHOD("Seek", "x", SD_BUS_PARAM(Offset)),
    METHOD("SetPosition", "ox", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Position)),
    METHOD("OpenUri", "s", SD_BUS_PARAM(Uri)),
    SD_BUS_SIGNAL_WITH_NAMES("Seeked", "x", SD_BUS_PARAM(Position), 0),
    PROPERTY("PlaybackStatus", "s"),
    WRITABLE_PROPERTY("Rate", "d"),
    PROPERTY("Metadata", "a{sv}"),
    WRITABLE_PROPERTY("Volume", "d"),
    SILENT_PROPERTY("Position", "x"),
    PROPERTY("MinimumRate", "d"),
    PROPERTY("MaximumRate", "d"),
    PROPERTY("CanGoNext", "b"),
    PROPERTY("CanGoPrevious", "b"),
    PROPERTY("CanPlay", "b"),
    PROPERTY("CanPause", "b"),
    PROPERTY("CanSeek", "b"),
    SILENT_PROPERTY("CanControl", "b"),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable loop_status[] = {
    SD_BUS_VTABLE_START(0),
    WRITABLE_PROPERTY("LoopStatus", "s"),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable shuffle[] = {
    SD_BUS_VTABLE_START(0),
    WRITABLE_PROPERTY("Shuffle", "b"),
    SD_BUS_VTABLE_END,
};

int CSystemd_add_player(
    sd_bus *bus, sd_bus_slot **slot, CSystemd_player_part part,
    CSystemd_player_delegate *delegate) {
    static const sd_bus_vtable *const tables[] = {
        [CSystemd_player_root] = root,
        [CSystemd_player_controls] = controls,
        [CSystemd_player_loop_status] = loop_status,
        [CSystemd_player_shuffle] = shuffle,
    };
    const char *interface = part == CSystemd_player_root ? "org.mpris.MediaPlayer2"
                                                         : "org.mpris.MediaPlayer2.Player";
    return sd_bus_add_object_vtable(
        bus, slot, "/org/mpris/MediaPlayer2", interface, tables[part], delegate);
}
