import EventLoop
import Hub
import JSON

/// What the hub has answered, as HTTP answers it.
enum HubAnswers {
    static func answer(
        to reply: Reply, _ make: ([UInt8]) -> HTTPAnswer
    ) -> HTTPAnswer {
        switch reply {
        case .event(let body), .result(let body, of: _): make(body)
        case .refusal(let error, of: _): Problem(error).answer
        }
    }

    /// JSON that a client may keep, and ask whether it is still so.
    static func fresh(_ body: [UInt8]) -> HTTPAnswer {
        var answer = HTTPAnswer.json(body)
        answer.set("ETag", body.entityTag)
        answer.set("Cache-Control", "no-cache")
        return answer
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
            value["epoch"]?.string.map { ($0, value["recovered"]?.bool ?? false) }
        }
        return read.flatMap(\.self)
    }
}

extension HTTPAnswer {
    static func json(_ body: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(200, [.init("Content-Type", "application/json")], body: body)
    }
}
