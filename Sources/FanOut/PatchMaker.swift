import JSON

/// Makes patches, with scratch memory for both documents.
struct PatchMaker {
    private let base = JSONParser()
    private let newer = JSONParser()

    /// The merge patch (RFC 7396) that turns one document into another; all of the newer
    /// where either is not JSON, which documents of ours never are.
    func patch(from old: [UInt8], to document: [UInt8]) -> [UInt8] {
        let patch = try? base.parse(old[...]) { old in
            try newer.parse(document[...]) { new in
                var writer = JSONWriter()
                MergePatch.write(from: old, to: new, into: &writer)
                return writer.bytes
            }
        }
        return patch ?? document
    }
}
