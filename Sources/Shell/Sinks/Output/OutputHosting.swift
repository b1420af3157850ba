import Glibc
import Hub
import Support

/// The program's stdout.
final class OutputHosting: Component {
    private let request: OutputRequest
    private let context: ComponentContext
    private var sink: OutputSink?

    /// `nil` if nothing is to be written.
    init?(_ context: ComponentContext) {
        guard let request = context.options.output else { return nil }
        self.request = request
        self.context = context
    }

    func begin() {
        let (hub, stage, loop) = (context.hub, context.stage, context.loop)
        hub.connect(
            { id in
                let sink = OutputSink(id, descriptor: STDOUT_FILENO, on: loop) {
                    hub.post($0)
                } lost: { error in
                    stage.outputLost(error)
                }
                self.sink = sink
                return sink
            }, request)
    }

    func finish(by deadline: Deadline) { _ = sink?.finish(by: deadline) }
}
