import JSON

/// What the hub's messages mean to a watcher.
extension WatchSession.Event {
    /// Reads a notification; `nil` for one that is of no concern, or makes no sense.
    init?(_ method: String, _ parameters: JSONValue) {
        if method == "event" {
            guard let template = parameters["present"]?.string else { return nil }
            let titles = parameters["alert"]?["titleVariants"]?.elements.compactMap(\.string)
            self = .took(titles.map { .alerted($0) } ?? .invited(to: template))
            return
        }
        guard let resume = parameters["resume"]?.int else { return nil }
        switch method {
        case "update":
            guard let record = parameters["record"].flatMap(WatchedRecord.init) else { return nil }
            self = .updated(record, resume: resume)
        case "synced":
            self = .synced(resume: resume)
        default:
            return nil
        }
    }

    /// Reads the answer to `subscribe`.
    init(subscribeAnswer answer: Result<JSONValue, HubRefusal>) {
        switch answer {
        case .success(let result):
            self = .subscribed(
                epoch: result["epoch"]?.string ?? "", recovered: result["recovered"]?.bool)
        case .failure(let refusal):
            self = .refused(refusal)
        }
    }

    /// Reads the answer to `command`.
    init(commandAnswer answer: Result<JSONValue, HubRefusal>) {
        self = .took(.answered(answer.map { $0["then"]?.string }))
    }
}
