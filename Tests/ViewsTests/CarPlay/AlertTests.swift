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
        #expect(
            Self.failing(with: .reported("No audio device")).alert.titleVariants
                == ["Not possible now: No audio device", "Not possible now", "No audio device"])
    }

    @Test func `a player that gives no reason is quoted with none`() {
        let document = Self.failing(with: .reported(""))
        #expect(document.alert.titleVariants == ["Not possible now"])
    }

    @Test func `an alert ends with its one cancelling action`() {
        let actions = Self.failing(with: .noAnswer).alert.actions
        #expect(actions.map(\.style) == [.cancel])
        #expect(actions.map(\.title) == ["OK"])
    }

    @Test func `an alert is there before anything failed, and changes in place`() {
        let before = Sample.carPlay(Sample.listening())
        #expect(before.alert.titleVariants == ["Not possible now"])
        guard case .rows(let rows) = CarPlayChange.from(before, to: Self.failing(with: .noAnswer))
        else {
            Issue.record("structural")
            return
        }
        #expect(rows.parts.map(\.id) == ["alert"])
    }
}
