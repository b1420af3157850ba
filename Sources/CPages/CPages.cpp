#include "CPages.h"

#include <iterator>

// C23's way to put a file into a program, which clang knows in C++, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A file's name and bytes: its `#embed` stands between the two.
#define PAGE(name) [] { const char *const file = name; static const unsigned char bytes[] = {
#define END }; return cpages_file{file, bytes, sizeof bytes}; }()

// Each file of the folder stands here once.
const cpages_file cpages_files[] = {
PAGE("announcer.js")
#embed "../Shell/Sinks/Web/Pages/announcer.js"
END,
PAGE("artwork.js")
#embed "../Shell/Sinks/Web/Pages/artwork.js"
END,
PAGE("base.css")
#embed "../Shell/Sinks/Web/Pages/base.css"
END,
PAGE("car-templates.js")
#embed "../Shell/Sinks/Web/Pages/car-templates.js"
END,
PAGE("car.css")
#embed "../Shell/Sinks/Web/Pages/car.css"
END,
PAGE("car.js")
#embed "../Shell/Sinks/Web/Pages/car.js"
END,
PAGE("cluster.js")
#embed "../Shell/Sinks/Web/Pages/cluster.js"
END,
PAGE("connection.js")
#embed "../Shell/Sinks/Web/Pages/connection.js"
END,
PAGE("controls.js")
#embed "../Shell/Sinks/Web/Pages/controls.js"
END,
PAGE("dashboard.css")
#embed "../Shell/Sinks/Web/Pages/dashboard.css"
END,
PAGE("dashboard.js")
#embed "../Shell/Sinks/Web/Pages/dashboard.js"
END,
PAGE("dom.js")
#embed "../Shell/Sinks/Web/Pages/dom.js"
END,
PAGE("filter.js")
#embed "../Shell/Sinks/Web/Pages/filter.js"
END,
PAGE("icon-maskable.svg")
#embed "../Shell/Sinks/Web/Pages/icon-maskable.svg"
END,
PAGE("icon-touch.png")
#embed "../Shell/Sinks/Web/Pages/icon-touch.png"
END,
PAGE("icon.svg")
#embed "../Shell/Sinks/Web/Pages/icon.svg"
END,
PAGE("icons.js")
#embed "../Shell/Sinks/Web/Pages/icons.js"
END,
PAGE("index.html")
#embed "../Shell/Sinks/Web/Pages/index.html"
END,
PAGE("lock-screen.css")
#embed "../Shell/Sinks/Web/Pages/lock-screen.css"
END,
PAGE("lock-screen.js")
#embed "../Shell/Sinks/Web/Pages/lock-screen.js"
END,
PAGE("media-session.js")
#embed "../Shell/Sinks/Web/Pages/media-session.js"
END,
PAGE("nphub.d.ts")
#embed "../Shell/Sinks/Web/Pages/nphub.d.ts"
END,
PAGE("nphub.js")
#embed "../Shell/Sinks/Web/Pages/nphub.js"
END,
PAGE("nphub.webmanifest")
#embed "../Shell/Sinks/Web/Pages/nphub.webmanifest"
END,
PAGE("openapi.json")
#embed "../Shell/Sinks/Web/Pages/openapi.json"
END,
PAGE("overlay.css")
#embed "../Shell/Sinks/Web/Pages/overlay.css"
END,
PAGE("overlay.html")
#embed "../Shell/Sinks/Web/Pages/overlay.html"
END,
PAGE("overlay.js")
#embed "../Shell/Sinks/Web/Pages/overlay.js"
END,
PAGE("pictures.js")
#embed "../Shell/Sinks/Web/Pages/pictures.js"
END,
PAGE("player.js")
#embed "../Shell/Sinks/Web/Pages/player.js"
END,
PAGE("progress.js")
#embed "../Shell/Sinks/Web/Pages/progress.js"
END,
PAGE("remote.css")
#embed "../Shell/Sinks/Web/Pages/remote.css"
END,
PAGE("remote.js")
#embed "../Shell/Sinks/Web/Pages/remote.js"
END,
PAGE("session.js")
#embed "../Shell/Sinks/Web/Pages/session.js"
END,
PAGE("standing.js")
#embed "../Shell/Sinks/Web/Pages/standing.js"
END,
PAGE("station-list.js")
#embed "../Shell/Sinks/Web/Pages/station-list.js"
END,
PAGE("station.js")
#embed "../Shell/Sinks/Web/Pages/station.js"
END,
PAGE("stations.css")
#embed "../Shell/Sinks/Web/Pages/stations.css"
END,
PAGE("stations.js")
#embed "../Shell/Sinks/Web/Pages/stations.js"
END,
PAGE("theme.js")
#embed "../Shell/Sinks/Web/Pages/theme.js"
END,
PAGE("wall.css")
#embed "../Shell/Sinks/Web/Pages/wall.css"
END,
PAGE("wall.js")
#embed "../Shell/Sinks/Web/Pages/wall.js"
END,
PAGE("widget.js")
#embed "../Shell/Sinks/Web/Pages/widget.js"
END,
PAGE("words.js")
#embed "../Shell/Sinks/Web/Pages/words.js"
END,
};

const size_t cpages_count = std::size(cpages_files);
