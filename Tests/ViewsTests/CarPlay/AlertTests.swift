import Expectations
import NowPlaying
import Testing
import Views

struct AlertTests {
    private static func failing(with failure: ListeningSession.Failure) -> CarPlayDocument {
        Sample.carPlay(
            Sample.listening {
                $0.session.requests = [.init(command: .pause, failure: failure)]
            })
    }

    @Test func `an alert says what failed, longest first`() {
        expect(
            Self.failing(with: .reported("No audio device")).alert.titleVariants,
            is: ["Not possible now: No audio device", "Not possible now", "No audio device"])
    }

    @Test func `a car that shows two actions can ask again for what failed`() {
        let scene = Sample.listening {
            $0.session.requests = [.init(command: .pause, failure: .noAnswer)]
        }
        func actions(_ count: Int, _ scene: SessionSnapshot) -> [TextButton] {
            Sample.carPlay(scene) { $0.limits.alertActions = count }.alert.actions
        }
        expect(actions(1, scene).map(\.id), is: ["alert#dismiss"])
        let two = actions(2, scene)
        expect(two.map(\.title), is: ["Try again", "OK"])
        expect(two.map(\.style), is: [.standard, .cancel])
        expect(two.map(\.action), is: [.pause, nil])
        // Before anything failed there is nothing to ask for.
        expect(actions(2, Sample.listening()).map(\.id), is: ["alert#dismiss"])
    }

    @Test func `an alert's actions change in place`() {
        let failed = Sample.listening {
            $0.session.requests = [.init(command: .pause, failure: .noAnswer)]
        }
        func document(_ scene: SessionSnapshot) -> CarPlayDocument {
            Sample.carPlay(scene) { $0.limits.alertActions = 2 }
        }
        let change = CarPlayChange.from(document(Sample.listening()), to: document(failed))
        guard case .rows(let rows) = change else {
            Issue.record("structural")
            return
        }
        let text = String(decoding: Document.encode(rows), as: UTF8.self)
        let expected = [
            #""actions":[{"id":"alert#retry","title":"Try again","style":"default","#,
            #""action":{"action":"pause"}},{"id":"alert#dismiss","title":"OK","style":"cancel"}]"#,
        ].joined()
        #expect(text.contains(expected), "\(text)")
    }

    @Test func `a player that gives no reason is quoted with none`() {
        let document = Self.failing(with: .reported(""))
        expect(document.alert.titleVariants, is: ["Not possible now"])
    }

    @Test func `an alert ends with its one cancelling action`() {
        let actions = Self.failing(with: .noAnswer).alert.actions
        expect(actions.map(\.style), is: [.cancel])
        expect(actions.map(\.title), is: ["OK"])
    }

    @Test func `an alert is there before anything failed, and changes in place`() {
        let before = Sample.carPlay(Sample.listening())
        expect(before.alert.titleVariants, is: ["Not possible now"])
        guard case .rows(let rows) = CarPlayChange.from(before, to: Self.failing(with: .noAnswer))
        else {
            Issue.record("structural")
            return
        }
        expect(rows.parts.map(\.id), is: ["alert"])
    }
}
