import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import HubClient
@testable import Shell

/// The display of a car's screen and of a lock screen in a terminal.
struct ScreenRendererTests {
    private static let began = Timestamp(milliseconds: 1_700_000_000_000)

    private func frame(
        _ scene: ScreenScene, width: Int = 48, height: Int? = nil, after wait: Interval = .zero
    ) -> String {
        ScreenRenderer(width: width, height: height, now: Self.began + wait).frame(of: scene)
            .map(\.text).joined(separator: "\n")
    }

    private func scene(
        lock: String = CarFixtures.lock(), pressing keys: ScreenKey...
    ) throws -> ScreenScene {
        var scene = try ScreenScene.fixture(lock: lock)
        for key in keys { _ = scene.press(key) }
        return scene
    }

    @Test func `a list has its tabs above it, and rows of two lines`() throws {
        try expect(
            frame(scene()),
            is: """
                [Stations]  Recent •   +1
                ────────────────────────────────────────────────
                  Kanalrand FM                                ▶
                  Mara Ebb – Weir                    ━━━━──────
                  夜明けラジオ                                ›
                  Connecting …
                  … 3 more
                """)
    }

    @Test func `a list on top has a title, headers and pictures`() throws {
        try expect(
            frame(scene(pressing: .character("n"), .end, .enter)),
            is: """
                ‹ Rewind
                ────────────────────────────────────────────────
                  Past programmes                             ›
                  … 2 more
                  ▪ The Long Shift                            ›

                  Played before
                  Sluice
                  14:24
                """)
    }

    @Test func `now playing has texts, the position and buttons`() throws {
        let scene = try scene(pressing: .character("n"))
        expect(
            frame(scene),
            is: """
                ‹ Now playing
                ────────────────────────────────────────────────

                  Weir
                  Mara Ebb
                  Kanalrand FM

                  ▶ 1:40  ● LIVE

                  [‖] [−15 s] [▶|] [Live] [Streams]
                  [Favourite ✓] [Rewind ›]
                """)
        #expect(frame(scene, after: .seconds(62)).contains("▶ 2:42  ● LIVE"))
    }

    @Test(arguments: ["paused", "interrupted", "stopped"])
    func `what stands still is not called live`(state: String) throws {
        let scene = try scene(
            lock: CarFixtures.lock(state: state, rate: 0), pressing: .character("n"))
        #expect(frame(scene).contains(" 1:40\n"))
        #expect(!frame(scene).contains("LIVE"))
    }

    @Test func `a rewound position has a bar, a rate, and stands while it is paused`() throws {
        let rewound = #"""
            "MPNowPlayingInfoPropertyIsLiveStream":false,"MPMediaItemPropertyPlaybackDuration":200,
            """#
        let playing = try scene(
            lock: CarFixtures.lock(rate: 1.5, more: rewound), pressing: .character("n"))
        #expect(frame(playing).contains("  ▶ 1:40 1.5× ━━━━━━━━━━───────── 3:20 rewound\n"))
        #expect(frame(playing, after: .seconds(40)).contains("▶ 2:40 1.5× "))
        #expect(
            frame(playing, after: .seconds(4_000)).contains("▶ 3:20 1.5× ━━━━━━━━━━━━━━━━━━━ 3:20"))
        let paused = try scene(
            lock: CarFixtures.lock(state: "paused", rate: 0, more: rewound),
            pressing: .character("n"))
        #expect(frame(paused, after: .seconds(40)).contains("‖ 1:40 ━━━"))
        #expect(frame(paused).contains("[▶] [−15 s]"))
    }

    @Test func `who holds the station is shown by the session's state`() throws {
        for (state, symbol) in [("paused", "‖"), ("interrupted", "‖"), ("stopped", "■")] {
            let scene = try scene(lock: CarFixtures.lock(state: state, rate: 0))
            #expect(
                frame(scene).contains("  Kanalrand FM                                \(symbol)"))
        }
    }

    @Test func `on a terminal what is chosen is marked, and keys are told at the bottom`() throws {
        try expect(
            frame(scene(pressing: .down), height: 12),
            is: """
                [Stations]  Recent •   +1
                ────────────────────────────────────────────────
                  Kanalrand FM                                ▶
                  Mara Ebb – Weir                    ━━━━──────
                › 夜明けラジオ                                ›
                  Connecting …
                  … 3 more



                ────────────────────────────────────────────────
                 ↑↓ choose · Enter tap · Space play · Tab tabs …
                """)
        #expect(try frame(scene(pressing: .character("n"), .down), height: 14).contains("›−15 s‹"))
    }

    @Test func `a screen that is too small shows what is chosen`() throws {
        let rows = (1...9).map { CarItem(id: "r\($0)", text: "Row \($0)", detailText: "d") }
        var scene = try scene()
        scene.document?.root.templates?[0].sections = [CarSection(id: "s", items: rows)]
        #expect(frame(scene, width: 12, height: 8).contains("› Row 1"))
        for _ in 1...5 { _ = scene.press(.down) }
        expect(
            frame(scene, width: 12, height: 8),
            is: """
                […]  …   +1
                ────────────
                  d
                › Row 6
                  d
                  Row 7
                ────────────
                 ↑↓ choose …
                """)
    }

    @Test(arguments: [1, 2, 3, 5, 9, 20, 71], [1, 2, 3, 6, 40])
    func `no line is wider than the screen and no picture higher, however small it is`(
        width: Int, height: Int
    ) throws {
        var scenes = [try scene(), try scene(pressing: .character("n"))]
        var alert = try scene()
        alert.invite(to: "alert")
        scenes += [alert, ScreenScene(device: .car), try lockScene()]
        for scene in scenes {
            let lines = ScreenRenderer(width: width, height: height, now: Self.began)
                .frame(of: scene)
            expect(lines.count, is: height)
            for line in lines { #expect(line.columns <= width, "\(line.text)") }
        }
    }

    @Test func `an alert takes the longest title that fits, and the reason`() throws {
        var scene = try scene()
        scene.alert = ScreenScene.Alert(
            titles: ["Not possible just now", "Not possible"], reason: "nothing to rewind to")
        expect(
            frame(scene, width: 24, height: 11),
            is: """
                [Statio…]  Recent…   +1
                ────────────────────────
                ╭──────────────────────╮
                │ Not possible         │
                │                      │
                │ nothing to rewind to │
                │                      │
                │ [OK]                 │
                ╰──────────────────────╯
                ────────────────────────
                 any key go on · q quit
                """)
    }

    @Test func `a hub that is gone is told in place of the last rule`() throws {
        var scene = try scene()
        scene.problem = "the hub is gone"
        #expect(
            frame(scene, height: 10).hasSuffix(
                "\n! the hub is gone\n ↑↓ choose · Enter tap · Space play · Tab tabs …"))
        #expect(frame(scene).hasSuffix("\n! the hub is gone"))
    }

    private func lockScene(_ lock: String = CarFixtures.lock()) throws -> ScreenScene {
        var scene = ScreenScene(device: .lock)
        scene.card = try CarFixtures.card(lock)
        return scene
    }

    @Test func `a lock screen is a card`() throws {
        try expect(
            frame(lockScene(), width: 40),
            is: """
                ╭──────────────────────────────────────╮
                │ Weir                                 │
                │ Mara Ebb                             │
                │ Kanalrand FM                         │
                │                                      │
                │ ▶ 1:40  ● LIVE                       │
                │                                      │
                │ [‖] [−15 s] [▶|] [♥ ✓]               │
                ╰──────────────────────────────────────╯
                """)
        let idle = try lockScene(CarFixtures.idle)
        #expect(frame(idle, width: 30).contains("│ Nothing is selected.       │"))
    }

    @Test func `before anything is known it says so, and after the session's end, too`() throws {
        expect(frame(ScreenScene(device: .car)), is: "  Nothing to show yet.")
        var scene = try scene()
        scene.isOver = true
        expect(frame(scene), is: "  The session is over.")
    }

    @Test func `texts from stations reach the screen without control characters`() throws {
        let hostile = CarFixtures.lock().replacing("Weir", with: #"We\u001b[2Jir\n\u202e"#)
            .replacing("Mara Ebb", with: "שלום")
        let text = try frame(scene(lock: hostile, pressing: .character("n")))
        #expect(text.contains("  We [2Jir\n  \u{200E}שלום\u{200E}\n"))
    }

    // MARK: Codes

    @Test func `styles are codes, colours only where they may be shown`() {
        var line = ScreenLine("a", [.bold, .playing])
        line.append("b", [.bold, .playing])
        line.append("c")
        expect(line.coded(isColoured: true), is: "\u{1B}[1;32mab\u{1B}[0mc")
        expect(line.coded(isColoured: false), is: "\u{1B}[1mab\u{1B}[0mc")
        expect(line.text, is: "abc")
        expect(line.columns, is: 3)
    }

    @Test func `only lines that changed are painted again`() {
        var painter = ScreenPainter(isColoured: false)
        func paint(_ lines: String...) -> String {
            String(decoding: painter.paint(lines.map { ScreenLine($0) }), as: UTF8.self)
        }
        let clear = "\u{1B}[0m\u{1B}[2J"
        expect(paint("a", "b"), is: clear + "\u{1B}[1;1H\u{1B}[Ka\u{1B}[2;1H\u{1B}[Kb")
        expect(paint("a", "c"), is: "\u{1B}[2;1H\u{1B}[Kc")
        expect(paint("a", "c"), is: "")
        expect(paint("a"), is: "\u{1B}[2;1H\u{1B}[J")
        painter.forget()
        expect(paint("a"), is: clear + "\u{1B}[1;1H\u{1B}[Ka")
    }
}
