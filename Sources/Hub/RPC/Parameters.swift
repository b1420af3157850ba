import JSON
import NowPlaying
import Sessions
import Support

/// Reads a request's parameters, and refuses those that are wrong with their names.
struct Parameters {
    private let object: JSONValue?

    /// The parameters of a request; none at all is an empty object.
    init(_ value: JSONValue?, of method: String, allowing names: [String]) throws(RequestError) {
        object = value
        guard let value else { return }
        guard value.isObject else {
            throw RequestError(
                .invalidParameters, "params of \(method) must be an object",
                ("parameter", "params"))
        }
        for member in value.members where !member.name.isOne(of: names) {
            let name = member.name.quotable
            let known = names.isEmpty ? "it has none" : "known are " + names.joined(separator: ", ")
            throw RequestError(
                .invalidParameters, "\(method) has no parameter \(name): \(known)",
                ("parameter", name))
        }
    }

    /// The names of those that are there.
    var names: [String] { object?.members.compactMap(\.name.word) ?? [] }

    /// True if this parameter is present.
    func has(_ name: StaticString) -> Bool { object?[name] != nil }

    /// A text, of which none is longer than a word.
    func text(_ name: StaticString) throws(RequestError) -> String? {
        guard let value = object?[name] else { return nil }
        guard value.isString else { throw Self.wrong(name, "a string") }
        guard let word = value.word else {
            throw Self.wrong(name, "at most \(ForeignText.wordLength) bytes long")
        }
        return word
    }

    /// A yes or no; no where it is left out.
    func flag(_ name: StaticString) throws(RequestError) -> Bool {
        try optionalFlag(name) ?? false
    }

    /// A yes or no, or neither.
    func optionalFlag(_ name: StaticString) throws(RequestError) -> Bool? {
        guard let value = object?[name] else { return nil }
        guard let flag = value.bool else { throw Self.wrong(name, "true or false") }
        return flag
    }

    /// A whole number of a range.
    func integer(
        _ name: StaticString, in range: ClosedRange<Int>
    ) throws(RequestError) -> Int? {
        guard let value = object?[name] else { return nil }
        guard let number = value.int, range.contains(number) else {
            throw Self.wrong(
                name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A length of time, in seconds.
    func interval(_ name: StaticString, upTo most: Interval) throws(RequestError) -> Interval? {
        guard let value = object?[name] else { return nil }
        guard let seconds = value.double, let interval = Interval(seconds: seconds),
            interval >= .zero, interval <= most
        else {
            let bound = most.milliseconds / 1_000
            throw Self.wrong(name, "a number of seconds from 0 to \(bound)")
        }
        return interval
    }

    /// A number.
    func number(_ name: StaticString) throws(RequestError) -> Double? {
        guard let value = object?[name] else { return nil }
        guard let number = value.double else { throw Self.wrong(name, "a number") }
        return number
    }

    /// A length of time in seconds, which may be negative.
    func seconds(_ name: StaticString) throws(RequestError) -> Interval? {
        guard let number = try number(name) else { return nil }
        guard let interval = Interval(seconds: number) else {
            throw Self.wrong(name, "a number of seconds")
        }
        return interval
    }

    /// A time, in Unix seconds.
    func time(_ name: StaticString) throws(RequestError) -> Timestamp? {
        guard let number = try number(name) else { return nil }
        guard let time = Timestamp(seconds: number), time.milliseconds > 0 else {
            throw Self.wrong(name, "a time in Unix seconds")
        }
        return time
    }

    /// A list of texts.
    func texts(_ name: StaticString) throws(RequestError) -> [String]? {
        guard let value = object?[name] else { return nil }
        guard value.isArray else { throw Self.wrong(name, "an array of strings") }
        var texts: [String] = []
        for element in value.elements {
            guard let text = element.word else {
                throw Self.wrong(
                    name, "an array of strings of at most \(ForeignText.wordLength) bytes")
            }
            texts.append(text)
        }
        return texts
    }

    /// A group of parameters of its own.
    func group(
        _ name: StaticString, allowing names: [String]
    ) throws(RequestError) -> Parameters? {
        guard let value = object?[name] else { return nil }
        guard value.isObject else { throw Self.wrong(name, "an object") }
        return try Parameters(value, of: "\(name)", allowing: names)
    }

    /// The refusal of a parameter that must be there.
    static func missing(_ name: StaticString, _ expectation: String) -> RequestError {
        RequestError(
            .invalidParameters, "\(name) is missing: it must be \(expectation)",
            ("parameter", "\(name)"))
    }

    /// The refusal of a parameter that is something else than it must be.
    static func wrong(_ name: StaticString, _ expectation: String) -> RequestError {
        RequestError(
            .invalidParameters, "\(name) must be \(expectation)", ("parameter", "\(name)"))
    }
}
