import Foundation
import Testing

/// Imports point downwards only, and no file is left that nothing needs.
struct StructureTests {
    /// The targets, and which of ours each may import.
    private static let allowed: [String: Set<String>] = [
        "nphub": [
            "HubService", "Recording", "ClientCommands", "HubClient", "Screen", "Configuration",
            "StationSimulator", "Hub", "Stations", "Views", "Feeds", "WebSocket", "EventLoop",
            "JSON", "NowPlaying",
        ],
        "HubService": [
            "SocketServer", "StandardOutput", "DesktopBus", "History", "Recording",
            "Configuration", "HubClient", "Hub", "Stations", "FanOut", "RPC", "Views", "Feeds",
            "Screen", "HTTPClient", "WebSocket", "EventLoop", "JSON", "NowPlaying", "WebServer",
            "Systemd", "Cluster", "ClusterStore",
        ],
        "ClusterStore": ["Cluster", "CNATS"],
        "Cluster": ["NowPlaying"],
        "WebServer": [
            "Hub", "Sessions", "FanOut", "RPC", "Views", "History", "EventLoop", "JSON",
            "NowPlaying", "COpenSSL", "CPages",
        ],
        // Sinks: none of them knows another.
        "SocketServer": ["Configuration", "Hub", "FanOut", "RPC", "EventLoop", "NowPlaying"],
        "StandardOutput": ["Hub", "FanOut", "Views", "Screen", "EventLoop", "NowPlaying"],
        "Recording": ["Hub", "FanOut", "RPC", "Views", "Feeds", "JSON", "NowPlaying"],
        "ClientCommands": ["HubClient", "Screen", "Views", "JSON", "EventLoop", "NowPlaying"],
        "Screen": ["HubClient", "EventLoop", "NowPlaying"],
        // A library for programs elsewhere: values, and nothing that is bound to C.
        "HubClient": ["NowPlaying"],
        "HubClientWebSocket": ["HubClient", "WebSocket", "NowPlaying"],
        "Configuration": [
            "Hub", "Stations", "Sessions", "Feeds", "WebSocket", "NowPlaying", "CLibyaml",
        ],
        "DesktopBus": ["CSystemd", "EventLoop", "Hub", "FanOut", "Views", "NowPlaying"],
        "Systemd": ["CSystemd", "EventLoop", "NowPlaying"],
        "History": ["Views", "JSON", "NowPlaying", "CSQLite"],
        "StationSimulator": ["EventLoop", "WebSocket", "JSON", "NowPlaying"],
        "RPC": ["Hub", "Sessions", "FanOut", "Views", "JSON", "NowPlaying"],
        "Hub": [
            "Stations", "Sessions", "FanOut", "Views", "Feeds", "WebSocket", "JSON", "NowPlaying",
        ],
        "Sessions": ["Stations", "FanOut", "JSON", "NowPlaying"],
        "Stations": ["Feeds", "WebSocket", "JSON", "NowPlaying"],
        "FanOut": ["Views", "JSON", "NowPlaying"],
        "Views": ["JSON", "NowPlaying"],
        "Feeds": ["WebSocket", "JSON", "NowPlaying"],
        "WebSocket": ["COpenSSL", "CLibidn2"],
        "EventLoop": ["CLibwebsockets"],
        "HTTPClient": ["CCurl"],
        "JSON": ["CSimdjson"],
        "NowPlaying": [],
        "Support": ["CRevision"],
    ]
    /// Modules of ours, the C ones included.
    private static let ours = Set(allowed.keys).union(allowed.values.joined())
    /// Targets that decide and describe, which need nothing of the system.
    private static let pure: Set<String> = [
        "Hub", "Stations", "Sessions", "FanOut", "RPC", "Views", "JSON", "NowPlaying", "Cluster",
    ]
    private static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization",
    ]

    @Test(arguments: SourceFile.sources)
    func `a target imports only what lies below it`(file: SourceFile) {
        let everywhere: Set = file.target == "HubClient" ? [] : ["Support"]
        let allowed = (Self.allowed[file.target] ?? []).union(everywhere)
        for module in file.imports where Self.ours.contains(module) {
            #expect(allowed.contains(module), "\(module)")
        }
    }

    @Test func `only the event loop knows the library that carries it`() {
        let importers = SourceFile.sources.filter { $0.imports.contains("CLibwebsockets") }
        #expect(Set(importers.map(\.target)) == ["EventLoop"])
    }

    @Test(arguments: SourceFile.sources)
    func `what decides needs nothing of the system`(file: SourceFile) {
        guard Self.pure.contains(file.target) else { return }
        for module in file.imports { #expect(!Self.system.contains(module), "\(module)") }
    }

    /// The rest of Foundation brings the tables of ICU, which are larger than the program. Where
    /// Foundation has no essentials of its own, it is imported under a condition.
    @Test(arguments: SourceFile.sources)
    func `of Foundation only the essentials are needed`(file: SourceFile) {
        #expect(!file.imports.contains("Foundation"))
    }

    /// A file that declares types is needed if one of them is named elsewhere; one that extends
    /// types, if one of the members is. Of a library that nothing here imports, other programs are
    /// the users.
    @Test func `every file declares something that another one uses`() {
        let words = (SourceFile.sources + SourceFile.examples).map { Set($0.code.words) }
        var users: [Substring: Int] = [:]
        for word in words.joined() { users[word, default: 0] += 1 }
        let imported = Set(SourceFile.sources.flatMap(\.imports)).union(["nphub"])
        for file in SourceFile.sources
        where imported.contains(file.target) && !file.code.contains("@main") {
            let names = file.declaredNames
            let isUsed = names.contains { users[$0[...], default: 0] > 1 }
            // Initialisers have no names of their own.
            #expect(isUsed || names.isEmpty, "nothing uses \(file.path)")
        }
    }
}

extension SourceFile {
    /// The names of the types at the top of the file, else of the members of its extensions.
    fileprivate var declaredNames: [String] {
        let code = code
        let types = code.matches(
            of:
                #/
                (?m)^(?!private\ |fileprivate\ )(?:[\w()]+\ )*
                (?:struct|class|enum|protocol|actor|typealias|func|let)\ (\w+)
                /#)
        let members = code.matches(
            of:
                #/
                (?m)^\ {4}(?!private\ |fileprivate\ )(?:[\w()]+\ )*
                (?:func|var|let|struct|enum|case)\ (\w+)
                /#)
        let isExtension = types.isEmpty || path.contains("+")
        return (isExtension ? members.map(\.output.1) : types.map(\.output.1)).map(String.init)
    }
}

extension String {
    /// Everything that can be a name.
    fileprivate var words: [Substring] {
        split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
