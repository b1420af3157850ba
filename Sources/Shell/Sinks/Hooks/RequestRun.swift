import NowPlaying
import Protocols
import Stations
import Support

/// A run of a request: it is sent, and its answer is read and dropped.
final class RequestRun {
    /// No server answers at such length.
    private static let answerMax = 1 << 20
    /// No server is waited for longer, whatever it asks for.
    private static let pauseMax = Interval.seconds(3_600)

    private let client: HTTPClient
    private let ended: (RunOutcome) -> Void
    private var transfer: HTTPTransfer?

    /// Sends a request.
    ///
    /// - Parameter ended: Hears once how it ended, never before this returns.
    init(
        _ request: HookRequest, on occasion: HookOccasion, at now: Timestamp,
        within limit: Interval, by client: HTTPClient, ended: @escaping (RunOutcome) -> Void
    ) {
        self.client = client
        self.ended = ended
        let values = occasion.values(at: now)
        let body = request.content(occasion, values)
        let poll = PollRequest(
            url: request.url(values), known: PollAnswer.Version(), sizeLimit: Self.answerMax,
            timeLimit: limit)
        let transfer = HTTPTransfer(
            poll, to: request.host, by: request.dial(signing: body, key: occasion.key),
            submission: HTTPTransfer.Submission(method: request.method, body: body)
        ) { [self] in finish($0) }
        self.transfer = transfer
        client.begin(transfer)
    }

    /// Ends it.
    func abort() {
        guard let transfer else { return }
        client.cancel(transfer)
        self.transfer = nil
        ended(.failed(RunFailure("it was ended")))
    }

    private func finish(_ outcome: HTTPTransfer.Outcome) {
        transfer = nil
        switch outcome {
        case .answered(let answer): ended(Self.outcome(of: answer))
        case .failed(let reason): ended(.failed(RunFailure(reason.text)))
        }
    }

    private static func outcome(of answer: PollAnswer) -> RunOutcome {
        switch answer.status {
        case 200..<300:
            return .succeeded
        case 300..<400:
            let target = answer.redirection.map { " to \($0.withoutQuery.quotable)" } ?? ""
            var failure = RunFailure(
                "the server redirects\(target), which is not followed: write that address")
            failure.canBeRetried = false
            return .failed(failure)
        default:
            var failure = RunFailure("the server answered with status \(answer.status)")
            // Time-outs, haste and trouble of the server pass; other refusals stay.
            failure.canBeRetried = [408, 425, 429].contains(answer.status) || answer.status >= 500
            failure.pause = answer.retryAfter.flatMap { Int64($0) }
                .map { min(max(.zero, .seconds($0)), pauseMax) }
            return .failed(failure)
        }
    }
}

extension HookRequest {
    /// The whole address.
    fileprivate func url(_ values: TemplateValues) -> String {
        var values = values
        values.escape = HookEscaping.percent.escape
        return server + target.text(values)
    }

    fileprivate func content(
        _ occasion: HookOccasion, _ values: TemplateValues
    ) -> [UInt8]? {
        switch body {
        case .none: return nil
        case .record: return occasion.json
        case .document(let document): return document.json(values)
        case .text(let template, let escaping):
            var values = values
            values.escape = escaping.escape
            return Array(template.text(values).utf8)
        }
    }

    private var contentType: String? {
        switch body {
        case .none: nil
        case .record, .document: "application/json"
        case .text: "text/plain; charset=utf-8"
        }
    }

    /// The header fields and the trust of a request with this content.
    fileprivate func dial(signing body: [UInt8]?, key occasion: String) -> StationConfiguration.Dial
    {
        var dial = StationConfiguration.Dial()
        dial.tls = tls
        dial.headers = headers
        if let contentType, !headers.contains(named: "Content-Type") {
            dial.headers.append(HeaderField(name: "Content-Type", value: contentType))
        }
        if method == "POST", !headers.contains(named: "Idempotency-Key") {
            dial.headers.append(HeaderField(name: "Idempotency-Key", value: occasion))
        }
        if let key {
            let signature = MessageSignature.hexadecimal(of: body ?? [], key: key)
            dial.headers.append(
                HeaderField(name: "X-Nphub-Signature", value: "sha256=\(signature)"))
        }
        return dial
    }
}

extension [HeaderField] {
    /// True if a field has this name, in whatever case.
    func contains(named name: String) -> Bool {
        contains { $0.name.lowercased() == name.lowercased() }
    }
}

extension String {
    /// An address without its query, which can be secret.
    fileprivate var withoutQuery: String { String(prefix { $0 != "?" }) }
}
