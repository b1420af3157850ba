import Loop
import Glibc
public import HubClient
import JSON
public import NowPlaying

/// Asks a running hub for something, page by page, and waits for all of it; or tells it to do
/// something, and waits for its answer.
public final class HubInquiry {
    private enum Question {
        case records(HubQuery)
        case status
        case dashboard
        case sent(SendRequest)
    }

    /// More pages than the largest hub has: 20,000 records of 64 KiB, a MiB a page.
    private static let pagesMax = 2_000
    /// The longest page. One of the status with full links has about 5 MB.
    private static let pageLengthMax = 16 << 20

    private let question: Question
    private let path: SocketPath
    private let loop: EventLoop
    /// The longest time for an answer of the hub.
    private let timeout: Interval
    private let parser = JSONParser(maximumLength: HubInquiry.pageLengthMax)
    private var connection: HubConnection?
    private var alarm: LoopTimer?
    private var pages = PageMerger()
    private var pageCount = 0
    private var outcome: Result<[UInt8], HubClientError>?
    /// Called where the connection outlasts the answer.
    private var stays: (() -> Void)?

    private init(
        _ question: Question, at path: SocketPath, timeout: Interval, on loop: EventLoop
    ) {
        self.question = question
        self.path = path.forClient(in: SystemFiles())
        self.timeout = timeout
        self.loop = loop
        connection = HubConnection(
            at: self.path, on: loop, lineLengthMax: Self.pageLengthMax
        ) { [weak self] in self?.apply($0) }
        alarm = loop.makeTimer { [weak self] in self?.giveUp() }
    }

    /// The present records: `{"epoch":…,"revision":…,"records":[…]}`, one record a line.
    ///
    /// - Parameter timeout: The longest time for an answer of the hub.
    public static func records(
        _ query: HubQuery, at path: SocketPath, timeout: Interval = HubMachine.answerTime
    ) throws(HubClientError) -> [UInt8] {
        try ask(.records(query), at: path, timeout: timeout)
    }

    /// The hub's status, as one JSON object.
    public static func status(at path: SocketPath) throws(HubClientError) -> [UInt8] {
        try ask(.status, at: path, timeout: HubMachine.answerTime)
    }

    /// The place of the hub's dashboard, as one JSON object; empty where it serves none.
    public static func dashboard(at path: SocketPath) throws(HubClientError) -> [UInt8] {
        try ask(.dashboard, at: path, timeout: HubMachine.answerTime)
    }

    /// Sends the hub a command or a report, and gives its answer as a line of JSON.
    ///
    /// A client that reports is the session's player for as long as it is connected: it stays so
    /// until SIGINT or SIGTERM, which end it well from the beginning.
    ///
    /// - Parameter stays: Called when the hub has taken a report.
    public static func send(
        _ request: SendRequest, at path: SocketPath, stays: @escaping () -> Void
    ) throws(HubClientError) -> [UInt8] {
        try ask(
            .sent(request), at: path, timeout: HubMachine.answerTime,
            stays: request.isReport ? stays : nil)
    }

    private static func ask(
        _ question: Question, at path: SocketPath, timeout: Interval,
        stays: (() -> Void)? = nil
    ) throws(HubClientError) -> [UInt8] {
        let inquiry: HubInquiry
        do throws(EventLoopError) {
            inquiry = HubInquiry(question, at: path, timeout: timeout, on: try EventLoop())
            if let stays { try inquiry.stay(telling: stays) }
        } catch {
            throw .unable("\(error)")
        }
        inquiry.begin()
        inquiry.loop.run()
        guard let outcome = inquiry.outcome else { return [] }
        return try outcome.get()
    }

    // MARK: Asking

    private func begin() {
        connection?.connect()
        armAlarm()
    }

    /// Outlasts the answer, until a signal. Signals are attended to before anything is sent: as
    /// soon as others see a report, its player may be told to go.
    private func stay(telling answered: @escaping () -> Void) throws(EventLoopError) {
        stays = answered
        for signal in [SIGINT, SIGTERM] {
            try loop.onSignal(signal) { [weak self] in self?.endWell() }
        }
    }

    private func armAlarm() {
        alarm?.arm(afterMilliseconds: UInt64(clamping: timeout.milliseconds))
    }

    private func giveUp() {
        let seconds = timeout.milliseconds / 1_000
        end(.failure(.silent(path: path.path, seconds: seconds)))
    }

    private func apply(_ news: HubConnection.News) {
        switch news {
        case .connected: ask(after: nil)
        case .received(let line): read(line)
        case .disconnected(let error): end(.failure(error))
        }
    }

    private func ask(after last: JSONTree?) {
        switch question {
        case .records(let query): call("get", query.parameters, after: last)
        case .status: call("status", [:], after: last)
        case .dashboard: call("dashboard", [:], after: nil)
        case .sent(let request): call(request.method, request.parameters, after: nil)
        }
    }

    private func call(_ method: String, _ parameters: [String: JSONTree], after last: JSONTree?) {
        var parameters = parameters
        parameters["after"] = last
        connection?.send(HubRequest(id: pageCount + 1, method, parameters).line)
    }

    /// Pages are read as text, not as values: they are printed as the hub wrote them.
    private func read(_ line: [UInt8]) {
        do {
            try parser.parse(line) { message in
                guard message["method"] == nil else { return }
                if let page = message["result"] {
                    answered(page)
                } else if let refusal = message["error"].flatMap(HubRefusal.init) {
                    let isAnswer = message["id"]?.int != nil
                    end(
                        .failure(
                            isAnswer
                                ? .refused(refusal)
                                : .closed(path: path.path, reason: refusal.message)))
                } else {
                    connection?.refuse("it sent what is neither an answer nor a notification")
                }
            }
        } catch {
            connection?.refuse("it sent a line that is not JSON: \(error)")
        }
    }

    private func answered(_ page: JSONValue) {
        armAlarm()
        pageCount += 1
        guard let next = pages.add(page).flatMap(JSONTree.init) else { return answeredWhole() }
        if pageCount >= Self.pagesMax { return refuse("it has more than \(Self.pagesMax) pages") }
        if pages.isFull { return refuse("its pages have more than \(pages.limit) bytes") }
        ask(after: next)
    }

    private func refuse(_ problem: String) {
        end(.failure(.unintelligible(path: path.path, problem: problem)))
    }

    private func answeredWhole() {
        guard let stays else { return endWell() }
        alarm?.disarm()
        stays()
    }

    private func endWell() {
        end(.success(pages.document))
    }

    private func end(_ outcome: Result<[UInt8], HubClientError>) {
        self.outcome = outcome
        connection?.disconnect()
        loop.stop()
    }
}

extension HubRefusal {
    fileprivate init?(_ error: JSONValue) {
        guard let code = error["code"]?.int, let message = error["message"]?.readable else {
            return nil
        }
        self.init(code: code, message: message)
    }
}
