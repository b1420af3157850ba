import JSON

/// The streams of an Icecast server, as its public status lists them.
public enum IcecastDirectory {
    /// The path of the list, below the server's address.
    public static let path = "/status-json.xsl"
    /// Longer ones are left out.
    private static let mountLength = 200

    /// The reason why a list is not that of an Icecast server.
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON, or no list of streams.
        case notAList
    }

    /// The paths of the streams that can have titles between their sound, in their order, each
    /// once. The server's own idea of its address is often wrong, and not used.
    public static func mounts(in list: [UInt8]) throws(Failure) -> [String] {
        let parser = JSONParser(maximumLength: max(1, list.count))
        let mounts = try? parser.parse(list) { value -> [String]? in
            guard let status = value["icestats"], status.isObject else { return nil }
            guard let source = status["source"] else { return [] }
            return source.isArray
                ? source.elements.compactMap(mount) : [mount(source)].compactMap(\.self)
        }
        guard let mounts = mounts ?? nil else { throw .notAList }
        var known: Set<String> = []
        return mounts.filter { known.insert($0).inserted }
    }

    private static func mount(_ source: JSONValue) -> String? {
        guard source.isObject, let address = source["listenurl"]?.word,
            let path = PlainAddress(address)?.path, path.count > 1,
            path.utf8.count <= mountLength, path.utf8.allSatisfy(isPlain),
            !(source["server_type"]?.word ?? "").hasSuffix("ogg")
        else { return nil }
        return path
    }

    /// A character that is the same in an address.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-")...UInt8(ascii: "/"),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
