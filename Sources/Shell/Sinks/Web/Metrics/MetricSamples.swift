import NowPlaying

/// The samples of one metric, as text.
struct MetricSamples: Sendable {
    typealias Label = (name: StaticString, value: String)

    private let name: [UInt8]
    /// The text so far.
    private(set) var bytes: [UInt8] = []
    /// The labels of the next samples, as they are written.
    var labels: [UInt8] = []

    /// No samples of a metric.
    init(of metric: Metric) {
        name = Array(metric.name.utf8)
    }

    /// Adds a sample; an absent value has none.
    mutating func add(_ value: Int?, _ labels: Label...) {
        guard let value else { return }
        write("\(value)", labels)
    }

    /// Adds a length of time in seconds.
    mutating func add(_ value: Interval?) {
        guard let value else { return }
        write(Self.number(value.seconds), [])
    }

    /// Adds a time in Unix seconds.
    mutating func add(_ value: Timestamp?) {
        guard let value else { return }
        write(Self.number(value.seconds), [])
    }

    /// Adds 1 for true and 0 for false.
    mutating func add(flag: Bool?) { add(flag.map { $0 ? 1 : 0 }) }

    /// Adds a sample for each of some counts, in the order of their names.
    mutating func add(_ counts: [String: Int]?, by label: StaticString) {
        for (name, count) in (counts ?? [:]).sorted(by: { $0.key < $1.key }) {
            add(count, (label, name))
        }
    }

    /// Adds the result of each check.
    mutating func add(checks: [String: [HubStatus.HealthReport.Check]]?) {
        add(
            checks?.mapValues { $0.allSatisfy { $0.status == "pass" } ? 1 : 0 }, by: "check")
    }

    /// Adds version and commit of a build.
    mutating func addBuild(_ version: String) {
        let parts = version.split(separator: "+", maxSplits: 1).map(String.init)
        add(1, ("version", parts.first ?? ""), ("commit", parts.count > 1 ? parts[1] : ""))
    }

    /// Adds a histogram of turns, whose durations are seconds in place of microseconds.
    mutating func add(histogram loop: HubStatus.LoopUsage?) {
        guard let loop else { return }
        for bound in loop.classes {
            write("\(bound.turns)", [("le", Self.seconds(bound.atMost))], suffix: "_bucket")
        }
        write("\(loop.turns)", [("le", "+Inf")], suffix: "_bucket")
        write(Self.seconds(loop.microseconds), [], suffix: "_sum")
        write("\(loop.turns)", [], suffix: "_count")
    }

    private static func seconds(_ microseconds: Int) -> String { "\(Double(microseconds) / 1e6)" }

    /// A number, without decimals if it has none.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private mutating func write(_ value: String, _ added: [Label], suffix: String = "") {
        bytes += name
        bytes += suffix.utf8
        if !labels.isEmpty || !added.isEmpty { write(added) }
        bytes.append(UInt8(ascii: " "))
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func write(_ added: [Label]) {
        bytes.append(UInt8(ascii: "{"))
        bytes += labels
        for (place, label) in added.enumerated() {
            if place > 0 || !labels.isEmpty { bytes.append(UInt8(ascii: ",")) }
            bytes += Self.text(of: label)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// A label as it is written.
    static func text(of label: Label) -> [UInt8] {
        var bytes = Array("\(label.name)=\"".utf8)
        for byte in label.value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}
