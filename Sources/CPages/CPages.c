#include "CPages.h"

// C23's way to put a file into a program, which clang knows in C17, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Each file of the folder stands here once: as an array, and as a line of the table.

static const unsigned char announcer_js[] = {
#embed "../Shell/Sinks/Web/Pages/announcer.js"
};
static const unsigned char artwork_js[] = {
#embed "../Shell/Sinks/Web/Pages/artwork.js"
};
static const unsigned char base_css[] = {
#embed "../Shell/Sinks/Web/Pages/base.css"
};
static const unsigned char car_templates_js[] = {
#embed "../Shell/Sinks/Web/Pages/car-templates.js"
};
static const unsigned char car_css[] = {
#embed "../Shell/Sinks/Web/Pages/car.css"
};
static const unsigned char car_js[] = {
#embed "../Shell/Sinks/Web/Pages/car.js"
};
static const unsigned char cluster_js[] = {
#embed "../Shell/Sinks/Web/Pages/cluster.js"
};
static const unsigned char connection_js[] = {
#embed "../Shell/Sinks/Web/Pages/connection.js"
};
static const unsigned char controls_js[] = {
#embed "../Shell/Sinks/Web/Pages/controls.js"
};
static const unsigned char dashboard_css[] = {
#embed "../Shell/Sinks/Web/Pages/dashboard.css"
};
static const unsigned char dashboard_js[] = {
#embed "../Shell/Sinks/Web/Pages/dashboard.js"
};
static const unsigned char dom_js[] = {
#embed "../Shell/Sinks/Web/Pages/dom.js"
};
static const unsigned char filter_js[] = {
#embed "../Shell/Sinks/Web/Pages/filter.js"
};
static const unsigned char icon_svg[] = {
#embed "../Shell/Sinks/Web/Pages/icon.svg"
};
static const unsigned char icons_js[] = {
#embed "../Shell/Sinks/Web/Pages/icons.js"
};
static const unsigned char index_html[] = {
#embed "../Shell/Sinks/Web/Pages/index.html"
};
static const unsigned char lock_screen_css[] = {
#embed "../Shell/Sinks/Web/Pages/lock-screen.css"
};
static const unsigned char lock_screen_js[] = {
#embed "../Shell/Sinks/Web/Pages/lock-screen.js"
};
static const unsigned char media_session_js[] = {
#embed "../Shell/Sinks/Web/Pages/media-session.js"
};
static const unsigned char nphub_d_ts[] = {
#embed "../Shell/Sinks/Web/Pages/nphub.d.ts"
};
static const unsigned char nphub_js[] = {
#embed "../Shell/Sinks/Web/Pages/nphub.js"
};
static const unsigned char openapi_json[] = {
#embed "../Shell/Sinks/Web/Pages/openapi.json"
};
static const unsigned char overlay_css[] = {
#embed "../Shell/Sinks/Web/Pages/overlay.css"
};
static const unsigned char overlay_html[] = {
#embed "../Shell/Sinks/Web/Pages/overlay.html"
};
static const unsigned char overlay_js[] = {
#embed "../Shell/Sinks/Web/Pages/overlay.js"
};
static const unsigned char pictures_js[] = {
#embed "../Shell/Sinks/Web/Pages/pictures.js"
};
static const unsigned char player_js[] = {
#embed "../Shell/Sinks/Web/Pages/player.js"
};
static const unsigned char progress_js[] = {
#embed "../Shell/Sinks/Web/Pages/progress.js"
};
static const unsigned char remote_css[] = {
#embed "../Shell/Sinks/Web/Pages/remote.css"
};
static const unsigned char remote_js[] = {
#embed "../Shell/Sinks/Web/Pages/remote.js"
};
static const unsigned char session_js[] = {
#embed "../Shell/Sinks/Web/Pages/session.js"
};
static const unsigned char station_js[] = {
#embed "../Shell/Sinks/Web/Pages/station.js"
};
static const unsigned char stations_js[] = {
#embed "../Shell/Sinks/Web/Pages/stations.js"
};
static const unsigned char theme_js[] = {
#embed "../Shell/Sinks/Web/Pages/theme.js"
};
static const unsigned char widget_js[] = {
#embed "../Shell/Sinks/Web/Pages/widget.js"
};
static const unsigned char words_js[] = {
#embed "../Shell/Sinks/Web/Pages/words.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

const struct cpages_file cpages_files[] = {
    FILE("announcer.js", announcer_js),
    FILE("artwork.js", artwork_js),
    FILE("base.css", base_css),
    FILE("car-templates.js", car_templates_js),
    FILE("car.css", car_css),
    FILE("car.js", car_js),
    FILE("cluster.js", cluster_js),
    FILE("connection.js", connection_js),
    FILE("controls.js", controls_js),
    FILE("dashboard.css", dashboard_css),
    FILE("dashboard.js", dashboard_js),
    FILE("dom.js", dom_js),
    FILE("filter.js", filter_js),
    FILE("icon.svg", icon_svg),
    FILE("icons.js", icons_js),
    FILE("index.html", index_html),
    FILE("lock-screen.css", lock_screen_css),
    FILE("lock-screen.js", lock_screen_js),
    FILE("media-session.js", media_session_js),
    FILE("nphub.d.ts", nphub_d_ts),
    FILE("nphub.js", nphub_js),
    FILE("openapi.json", openapi_json),
    FILE("overlay.css", overlay_css),
    FILE("overlay.html", overlay_html),
    FILE("overlay.js", overlay_js),
    FILE("pictures.js", pictures_js),
    FILE("player.js", player_js),
    FILE("progress.js", progress_js),
    FILE("remote.css", remote_css),
    FILE("remote.js", remote_js),
    FILE("session.js", session_js),
    FILE("station.js", station_js),
    FILE("stations.js", stations_js),
    FILE("theme.js", theme_js),
    FILE("widget.js", widget_js),
    FILE("words.js", words_js),
};

const size_t cpages_count = sizeof cpages_files / sizeof *cpages_files;
