import JSON

/// What the machines of a hub borrow while they handle an event, and give back unchanged in
/// meaning: a source of chance, and scratch memory for parsing.
struct Instruments {
    var generator: SeededGenerator
    /// For messages and requests, and for the newer of two documents.
    let parser: JSONParser
    /// For the older of two documents.
    private let baseParser: JSONParser

    init(generator: SeededGenerator) {
        self.generator = generator
        parser = JSONParser()
        baseParser = JSONParser()
    }

    /// The merge patch (RFC 7396) that turns one document into another; `nil` where either is
    /// no JSON, which our own documents never are.
    func patch(from base: [UInt8], to document: [UInt8]) -> [UInt8]? {
        try? baseParser.parse(base[...]) { old in
            try parser.parse(document[...]) { new in
                var writer = JSONWriter()
                MergePatch.write(from: old, to: new, into: &writer)
                return writer.bytes
            }
        }
    }
}
