import Testing

/// The rules that keep the core pure and the program alive.
struct RuleTests {
    /// Where clocks are read: the program's own, that of the simulated stations, and the one by
    /// which threads wait, and that of programs that follow a hub.
    private static let clocks: Set<String> = [
        "Sources/HubService/SystemClock.swift", "Sources/StationSimulator/Farm/FarmClock.swift",
        "Sources/Support/Deadline.swift", "Sources/HubClient/Following/HubFollower.swift",
        "Sources/HubClientWebSocket/WebSocketTransport.swift",
    ]
    /// Ways to read a clock or to wait for one.
    private static let clockCalls = [
        "clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock", "Task.sleep",
        "Date()", "Date.now", "DispatchTime.now", "usleep(", "nanosleep(", "time(nil)",
    ]

    @Test(arguments: SourceFile.sources)
    func `each clock is read in one place`(
        file: SourceFile
    ) {
        guard !Self.clocks.contains(file.path) else { return }
        for call in Self.clockCalls { #expect(!file.code.contains(call), "\(call)") }
    }

    @Test func `nothing sleeps`() {
        let sleepers = SourceFile.sources.filter { file in
            ["uv_sleep(", " sleep(", "Thread.sleep"].contains { file.code.contains($0) }
        }.map(\.path)
        #expect(sleepers.isEmpty)
    }

    @Test func `the files that may read clocks are there`() {
        #expect(Self.clocks.isSubset(of: Set(SourceFile.sources.map(\.path))))
    }

    /// Files in which bytes become a `String` of any length: those of the program's own or of its
    /// user's files, and those that are bounded or only written and never compared.
    private static let unboundedTexts: Set<String> = [
        "Sources/Configuration/ClusterSettings.swift",
        "Sources/Configuration/ConfigurationFile.swift",
        "Sources/Configuration/Values/ConfigurationReading.swift",
        "Sources/Configuration/YAML/YAMLEvents.swift",
        "Sources/EventLoop/Sockets/NativeAddress.swift",
        "Sources/Feeds/FeedAddress.swift",
        "Sources/Feeds/Layers/JSONRPCLayer.swift",
        "Sources/Feeds/Layers/PusherLayer.swift",
        "Sources/Feeds/Layers/SocketIO/EngineIOLayer.swift",
        "Sources/Feeds/Mapper/Messages/Unwrapping.swift",
        "Sources/Feeds/Mapper/Zones/ZoneFile.swift",
        "Sources/Feeds/Normaliser/HTMLEntities.swift",
        "Sources/Feeds/Normaliser/Mojibake.swift",
        "Sources/Feeds/Normaliser/PercentEncoding+Decoding.swift",
        "Sources/Feeds/Normaliser/Plausible.swift",
        "Sources/Feeds/Normaliser/String+Composed.swift",
        "Sources/History/SQLite/SQLiteStatement.swift",
        "Sources/HubClientWebSocket/WebSocketTransport.swift",
        "Sources/HubService/Probe/ProbeAttempt.swift",
        "Sources/HubService/ProcessMeter.swift",
        "Sources/JSON/JSONValue+Lenient.swift",
        "Sources/Recording/Recorder.swift",
        "Sources/Screen/ScreenKey.swift",
        "Sources/StationSimulator/Scripts/MessagePattern.swift",
        "Sources/Stations/Links/LineWire.swift",
        "Sources/Support/ForeignText.swift",
        "Sources/Support/TextControls.swift",
        "Sources/WebServer/Access/AccessToken.swift",
        "Sources/WebSocket/ASCII.swift",
        "Sources/WebSocket/Frames/WebSocketClosure.swift",
        "Sources/WebSocket/Handshake/HandshakeKey.swift",
        "Sources/WebSocket/TLS/CertificateFingerprint.swift",
        "Sources/WebSocket/TLS/MemoryBIO.swift",
        "Sources/WebSocket/TLS/PeerCertificate.swift",
    ]

    @Test(arguments: SourceFile.sources)
    func `a text from outside becomes a string in one place`(file: SourceFile) {
        // Texts that a writer has written are the program's own.
        let made = file.code.matches(of: /String\((?:decoding|validating): (?!writer\.bytes)/)
        #expect(made.isEmpty || Self.unboundedTexts.contains(file.path))
    }

    @Test func `the files that may make strings of bytes do`() {
        let makers = SourceFile.sources.filter { file in
            file.code.contains(/String\((?:decoding|validating): (?!writer\.bytes)/)
        }.map(\.path)
        #expect(Set(makers) == Self.unboundedTexts)
    }

    @Test(arguments: SourceFile.sources)
    func `what must not go on says why, also in a release build`(file: SourceFile) {
        let code = file.code
        // `crash` and `invariant` say it.
        for trap in ["try!", "as!", "fatalError(", "assertionFailure(", "precondition"] {
            #expect(!code.contains(trap), "\(trap)")
        }
    }

    @Test(arguments: SourceFile.sources)
    func `an unchecked promise has its proof beside it`(file: SourceFile) {
        for (place, line) in file.lines.enumerated()
        where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
            guard !line.trimmed.hasPrefix("//") else { continue }
            let above = place > 0 ? file.lines[place - 1].trimmed : ""
            #expect(above.hasPrefix("//"), "\(file.path):\(place + 1)")
        }
    }

    @Test(arguments: SourceFile.sources + SourceFile.tests)
    func `nothing is left to do or commented out`(file: SourceFile) {
        // Written in two parts, so that this file itself passes.
        for mark in ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"] {
            #expect(!file.text.contains(mark), "\(mark)")
        }
        for (place, line) in file.lines.enumerated() {
            #expect(!line.isCommentedCode, "\(file.path):\(place + 1) is a statement")
        }
    }

    @Test(arguments: SourceFile.sources + SourceFile.tests)
    func `a file begins with what it is and not with a banner`(file: SourceFile) {
        let banner = file.lines.prefix { $0.hasPrefix("//") && !$0.hasPrefix("///") }
        #expect(banner.first != "//")
        // Written in two parts, so that this file itself passes.
        for mark in [".swift", "Copy" + "right", "Created" + " by"] {
            #expect(!banner.contains { $0.contains(mark) }, "\(mark)")
        }
    }

    @Test(arguments: SourceFile.sources)
    func `nothing is named for what anything could be named`(file: SourceFile) {
        let types = /(?:struct|class|enum|protocol|actor) (\w+)/
        let empty = ["Manager", "Helper", "Utils", "Utilities", "Util", "Info2"]
        for match in file.code.matches(of: types) {
            #expect(!empty.contains { match.output.1.hasSuffix($0) }, "\(match.output.1)")
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " })
    }

    /// A comment that reads like a statement.
    fileprivate var isCommentedCode: Bool {
        guard contains("//") else { return false }
        return firstMatch(of: /^ *\/\/ ?(?:let|var|guard|func|return|import) .*[=({]/) != nil
            || firstMatch(of: /^ *\/\/ ?\}$/) != nil
    }
}
