// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules: no warnings, explicit `any`, imports that say
/// what they expose.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// `make fuzz` builds what is fuzzed with libFuzzer, in a folder of its own; nothing else does.
let isFuzzing = Context.environment["NPHUB_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
    "JSON", "Protocols", "Feeds", "NowPlaying", "FanOut", "Hub", "Shell", "Simulator",
]

/// `make build` says what is built, which `nphub --version` repeats.
let commit = Context.environment["NPHUB_COMMIT"] ?? ""

/// `make bench` builds what is measured; nothing else does.
let isBenchmarked = Context.environment["NPHUB_BENCH"] != nil
let benchmarks: [Target] = [
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "Shell", "Hub", "FanOut", "Stations", "Views", "Feeds", "Protocols", "JSON",
            "NowPlaying", "Support", "COpenSSL",
        ],
        path: "Benchmarks/Counted", swiftSettings: strict)
]

let package = Package(
    name: "nphub",
    // The products for apps; the hub itself runs on Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "nphub", targets: ["nphub"]),
        // For programs that follow a hub: docs/your-own-program.md.
        .library(name: "HubClient", targets: ["HubClient", "NowPlaying"]),
        // For those on Apple's systems, with the system's own WebSocket.
        .library(name: "HubClientURLSession", targets: ["HubClientURLSession"]),
        // For those on another machine, with OpenSSL.
        .library(name: "HubClientWebSocket", targets: ["HubClientWebSocket"]),
    ],
    dependencies: [
        // Commands, options, help, completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Deques for what is pending for a reader, a heap for deadlines.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // Log levels and metadata in the form that every Swift service uses.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            // The command line: commands, what they ask a hub, and what they print.
            name: "nphub",
            dependencies: [
                "Shell", "HubClient", "Simulator", "Hub", "FanOut", "Stations", "Loop", "Feeds",
                "Views", "JSON", "NowPlaying", "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            // What happens on the loop becomes events, and effects are executed: sinks, journals,
            // the config, the system.
            name: "Shell",
            dependencies: [
                "Cluster", "HubClient", "Hub", "FanOut", "Sessions", "Stations", "Views", "Feeds",
                "Protocols", "JSON", "NowPlaying", "Loop", "CSQLite", "CSystemd", "CCurl",
                "CLibyaml", "CMosquitto", "CPages", "Support",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Sinks/Web/Pages"], swiftSettings: strict),
        // A hub's part in a cluster: who reads what, what is written and what is served. Its store
        // on NATS.
        .target(
            name: "Cluster", dependencies: ["NowPlaying", "JSON", "CNATS", "Support"],
            swiftSettings: strict),
        // The web server's pages, put into the program by `#embed` (C23).
        .target(name: "CPages"),
        // A hub's client: documents as values, and a machine without I/O. It needs no C library, so
        // that programs for other systems can use it.
        .target(name: "HubClient", dependencies: ["NowPlaying"], swiftSettings: strict),
        // Its transports to a web server; a target each, since they need what others do not have.
        .target(
            name: "HubClientURLSession", dependencies: ["HubClient"], swiftSettings: strict),
        .target(
            name: "HubClientWebSocket", dependencies: ["HubClient", "NowPlaying", "Protocols"],
            swiftSettings: strict),
        .target(
            // Stations that do not exist, for the demo and for tests.
            name: "Simulator",
            dependencies: [
                "NowPlaying", "JSON", "Loop", "Protocols", "Support",
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            resources: [.embedInCode("Scripts/Shipped")], swiftSettings: strict),
        .target(
            // The router between stations, sessions and the fan-out; its clients' requests, and
            // JSON-RPC as values.
            name: "Hub",
            dependencies: [
                "NowPlaying", "JSON", "Protocols", "Feeds", "Views", "Stations", "Sessions",
                "FanOut", "Support",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: strict),
        .target(
            // What stations play, and the links on which they say so.
            name: "Stations",
            dependencies: [
                "NowPlaying", "JSON", "Protocols", "Feeds", "Support",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: strict),
        .target(
            // What listeners do with stations.
            name: "Sessions",
            dependencies: ["NowPlaying", "JSON", "Stations", "FanOut", "Views", "Support"],
            swiftSettings: strict),
        .target(
            // Which subscriber gets what, and when.
            name: "FanOut",
            dependencies: [
                "NowPlaying", "JSON", "Views", "Support",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: strict),
        .target(
            // The documents of each view.
            name: "Views", dependencies: ["NowPlaying", "JSON", "Support"], swiftSettings: strict),
        .target(
            // What servers of stations say, read.
            name: "Feeds",
            dependencies: ["NowPlaying", "JSON", "Protocols", "CUtf8proc", "Support"],
            swiftSettings: strict),
        // Sockets, timers, look-ups and children on one thread.
        .target(
            name: "Loop", dependencies: ["CLibwebsockets", "Support"], swiftSettings: strict),
        // WebSockets, TLS and addresses as values.
        .target(
            name: "Protocols", dependencies: ["COpenSSL", "CLibidn2", "Support"],
            swiftSettings: strict),
        .target(
            name: "JSON", dependencies: ["CSimdjson", "NowPlaying", "Support"],
            swiftSettings: strict),
        // The vocabulary of all others. It imports nothing.
        .target(name: "NowPlaying", swiftSettings: strict),
        // What every other target may use.
        .target(name: "Support", dependencies: ["CRevision"], swiftSettings: strict),
        // The commit that is built.
        .target(
            name: "CRevision", cSettings: [.define("REVISION_COMMIT", to: "\"\(commit)\"")]),
        .target(
            // HTTP with redirects, compression, proxies and TLS (Debian's libcurl4-openssl-dev): too
            // much for own code.
            name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(
            name: "CSimdjson",
            cxxSettings: [
                // Errors are codes, never exceptions: none may cross into Swift.
                .define("SIMDJSON_EXCEPTIONS", to: "0"),
                .define("NDEBUG"),
            ],
            linkerSettings: [.linkedLibrary("simdjson")]),
        .target(
            name: "COpenSSL",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            // D-Bus by sd-bus (Debian's libsystemd-dev): it runs on any loop and never waits, unlike
            // libdbus and GDBus; the daemon need not be systemd's. And sd-daemon: readiness,
            // watchdog and inherited sockets.
            name: "CSystemd", linkerSettings: [.linkedLibrary("systemd")]),
        .systemLibrary(
            // NATS' own client in C: JetStream's key-value store is what the hubs of a cluster agree
            // by, and no consensus is built here.
            name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(
            // MQTT 3.1.1 by the client of the broker that most homes run: sessions, acknowledgements
            // and TLS are too much for own code.
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(
            // Favourites and what stations played survive a restart in a file that other tools can
            // read, too.
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Without its pkg-config file, which has every program link libcap, too.
        .systemLibrary(
            name: "CLibwebsockets", providers: [.apt(["libwebsockets-dev", "libuv1-dev"])]),
        .systemLibrary(
            // YAML with the line and column of each value, for precise errors. Its events are used
            // as they come: they cannot be made to expand aliases.
            name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            // Normalization Form C of texts of any content: Foundation's sorts combining marks in
            // quadratic time, and the standard library keeps its own to itself. Without its pkg-config
            // file, of which SwiftPM prohibits a flag.
            name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(
            // Host names beyond ASCII, as look-ups and certificates have them (IDNA 2008): the tables
            // of Unicode are not for own code. glibc uses the same library, but for look-ups only.
            name: "CLibidn2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        // Comparisons that are cheap to compile.
        .target(name: "Expectations", path: "Tests/Expectations", swiftSettings: strict),
        // What tests of several targets share.
        .target(
            name: "TestSupport", dependencies: ["Views", "NowPlaying", "JSON", "HubClient"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "Support", "TestSupport", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "ProtocolsTests",
            dependencies: ["Protocols", "COpenSSL", "Support", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "LoopTests",
            dependencies: ["Loop", "CLibwebsockets", "Support", "TestSupport", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["Feeds", "NowPlaying", "JSON", "Support", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Simulator", "NowPlaying", "JSON", "Loop", "Protocols", "TestSupport",
                "Expectations",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HubTests",
            dependencies: [
                "Hub", "FanOut", "Sessions", "Stations", "Views", "Feeds", "Protocols", "JSON",
                "NowPlaying", "Support", "TestSupport", "Expectations",
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            exclude: ["Players/Sessions"],
            swiftSettings: strict),
        .testTarget(
            name: "ViewsTests",
            dependencies: [
                "Views", "HubClient", "NowPlaying", "JSON", "Support", "TestSupport",
                "Expectations",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "Cluster", "Hub", "FanOut", "Views", "Stations", "Feeds", "Protocols", "NowPlaying",
                "Support", "Expectations",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SupportTests", dependencies: ["Support", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "NowPlayingTests", dependencies: ["NowPlaying", "Expectations"],
            swiftSettings: strict),
        // What every sink of a kind keeps to, tried with each of them.
        .testTarget(
            name: "ShellTests",
            dependencies: [
                "Shell", "HubClient", "Hub", "FanOut", "Stations", "Sessions", "Feeds", "Views",
                "Loop", "JSON", "NowPlaying", "Protocols", "Support", "TestSupport",
                "Expectations", .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["History/Versions", "Recording/Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "SinkTests",
            dependencies: [
                "Shell", "HubClient", "HubClientWebSocket", "JSON", "Hub", "FanOut", "Stations",
                "Feeds", "Views", "Loop", "NowPlaying", "Support", "TestSupport", "Expectations",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // On a bus of their own, asked by the desktop's own programs.
        .testTarget(
            name: "DesktopBusTests",
            dependencies: ["Shell", "Views", "NowPlaying", "Loop", "TestSupport", "Expectations"],
            swiftSettings: strict),
        .testTarget(
            name: "SchemaTests",
            dependencies: [
                "Feeds", "HubClient", "NowPlaying", "Views", "Sessions", "Hub", "Expectations",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HubClientTests",
            dependencies: [
                "HubClient", "HubClientURLSession", "NowPlaying", "TestSupport", "Expectations",
            ],
            swiftSettings: strict),
        // Whatever reads bytes from outside, with a corpus; under libFuzzer by `make fuzz`.
        isFuzzing
            ? .executableTarget(
                name: "Fuzzer", dependencies: fuzzed, path: "Tests/Fuzz",
                exclude: [
                    "Corpus", "CorpusTests.swift", "HostileTextTests.swift", "InputDamage.swift",
                ],
                swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
            : .testTarget(
                name: "FuzzTests", dependencies: fuzzed + ["Expectations"], path: "Tests/Fuzz",
                exclude: ["Corpus", "Fuzzer"], swiftSettings: strict),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "nphub", "HubClient", "Shell", "Hub", "NowPlaying", "JSON", "TestSupport",
                "Expectations",
            ],
            swiftSettings: strict),
    ] + (isBenchmarked ? benchmarks : []),
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
