import Loop
import Hub
import JSON
import NowPlaying

/// The hub's answers, as HTTP answers.
enum HubAnswers {
    static func answer(
        to reply: Reply, _ make: ([UInt8]) -> HTTPAnswer
    ) -> Result<HTTPAnswer, Problem> {
        switch reply {
        case .event(let body), .result(let body, of: _): .success(make(body))
        case .refusal(let error, of: _): .failure(Problem(error))
        }
    }

    /// The check of `/healthz`, which fails with 503.
    static func health(_ health: Health) -> HTTPAnswer {
        HTTPAnswer(
            health.verdict == .fail ? 503 : 200,
            [.init("Content-Type", "application/health+json")],
            body: JSONWriter.encode(health.report(namesServers: false)))
    }

    /// The rights of a client, in words.
    static func rights(_ words: [String]) -> HTTPAnswer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginArray("rights")
        for word in words { writer.string(word) }
        writer.endArray()
        writer.endObject()
        return .json(writer.bytes)
    }

    /// JSON that a client may keep, and ask whether it is still so.
    static func fresh(_ body: [UInt8]) -> HTTPAnswer {
        var answer = HTTPAnswer.json(body)
        answer.set("ETag", body.entityTag)
        answer.set("Cache-Control", "no-cache")
        return answer
    }

    /// The answer from the result of reading a history.
    static func played(
        _ outcome: PlayReader.Outcome?, _ query: PlayQuery
    ) -> Result<HTTPAnswer, Problem> {
        switch outcome {
        case nil: return .failure(Problem(.history, retryAfter: 2))
        case .failure(let error): return .failure(Problem(503, error.description))
        case .success(let body):
            let type = query.form == .csv ? "text/csv; charset=utf-8" : "application/json"
            return .success(HTTPAnswer(200, [.init("Content-Type", type)], body: body))
        }
    }

    /// The plays of a station, the newest first.
    static func plays(of station: String, _ plays: [ArraySlice<UInt8>]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("station", station)
        writer.beginArray("plays")
        for play in plays { writer.raw(play) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// The plays of a station that the hub itself remembers.
    static func remembered(
        _ query: PlayQuery, in result: [UInt8], _ parser: JSONParser
    ) -> [UInt8] {
        let plays = try? parser.parse(result) { value -> [ArraySlice<UInt8>] in
            let history = value["records"]?.elements.first { _ in true }?["nowPlaying"]?["history"]
            guard let history else { return [] }
            return history.elements.filter { query.covers($0) }.prefix(query.limit).map { play in
                var writer = JSONWriter()
                writer.value(play)
                return writer.bytes[...]
            }
        }
        return Self.plays(of: query.station, plays ?? [])
    }

    /// The only record of an answer to `get`.
    static func record(in result: [UInt8], _ parser: JSONParser) -> [UInt8] {
        let record = try? parser.parse(result) { value -> [UInt8]? in
            guard let first = value["records"]?.elements.first(where: { _ in true }) else {
                return nil
            }
            var writer = JSONWriter()
            writer.value(first)
            return writer.bytes
        }
        return record.flatMap(\.self) ?? result
    }

    static func subscription(
        in result: [UInt8], _ parser: JSONParser
    ) -> (epoch: String, recovered: Bool)? {
        let read = try? parser.parse(result) { value in
            value["epoch"]?.word.map { ($0, value["recovered"]?.bool ?? false) }
        }
        return read.flatMap(\.self)
    }
}

extension PlayQuery {
    /// True if a play lies within the time that is asked for, or if its time is not known.
    fileprivate func covers(_ play: JSONValue) -> Bool {
        guard let seconds = play["startedAt"]?.double, let time = Timestamp(seconds: seconds) else {
            return true
        }
        return since <= time && time <= until
    }
}

extension HTTPAnswer {
    static func json(_ body: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(200, [.init("Content-Type", "application/json")], body: body)
    }
}
