import NowPlaying
import Support

/// The player on the desktop's session bus.
final class DesktopHosting: Component {
    private let sink: MediaPlayerSink
    private let context: ComponentContext

    /// `nil` if no session is to be shown there.
    init?(_ context: ComponentContext) {
        guard let session = context.configuration.desktop.session else { return nil }
        let clock = SystemClock()
        sink = MediaPlayerSink(session: session, of: context.hub) { clock.now.wall }
        self.context = context
    }

    func begin() {
        sink.start(on: context.loop, noticed: EventLog(context.log).write)
    }

    func finish(by deadline: Deadline) { sink.finish() }
}
