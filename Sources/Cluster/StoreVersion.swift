import JSON

/// The version of a NATS server.
package struct StoreVersion: Comparable, Sendable, CustomStringConvertible {
    private let major, minor, patch: UInt32

    private static let oldestSupported = StoreVersion(2, 9, 0)
    /// Older ones, on several servers, lose the end of what one of them had confirmed when that one
    /// is killed, or keep other states than each other for good.
    private static let oldestReplicated = StoreVersion(2, 10, 0)
    /// The versions that lose a whole stream now and then when they are killed.
    private static let losingStreams = StoreVersion(2, 10, 20)...StoreVersion(2, 10, 22)
    private static let remedy = "upgrade it to 2.10.23 or later"

    init(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// Reads the line by which a server greets: `INFO {"version":"2.11.0-RC.1", …}`. Returns `nil`
    /// for what is not one.
    package init?(greeting: [UInt8]) {
        let start = Array("INFO ".utf8)
        guard greeting.starts(with: start),
            let word = try? JSONParser().parse(greeting[start.count...], { $0["version"]?.word })
        else { return nil }
        let parts = word.prefix { $0 != "-" }.split(separator: ".").map { UInt32($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2]
        else { return nil }
        self.init(major, minor, patch)
    }

    package var description: String { "\(major).\(minor).\(patch)" }

    package static func < (left: StoreVersion, right: StoreVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// The reason not to use it for a state on so many servers, and the remedy; `nil` for a version
    /// that is well.
    package func problem(onServers count: Int) -> String? {
        if self < Self.oldestSupported { return "NATS \(self) is not supported; \(Self.remedy)" }
        if Self.losingStreams.contains(self) {
            return "NATS \(self) can lose a whole stream when it is killed; \(Self.remedy)"
        }
        guard count > 1, self < Self.oldestReplicated else { return nil }
        return "several servers of NATS \(self) can lose what they have confirmed when one of them"
            + " is killed; \(Self.remedy)"
    }
}
