import NowPlaying
import Views

/// One subject's encoded documents: each made once for all subscriptions with the same options,
/// and with it the record that delivers it.
struct DocumentCache: Sendable {
    /// A document of one version, and what is delivered of it.
    struct Entry: Sendable {
        fileprivate let options: DocumentOptions
        fileprivate let version: Int
        let document: EncodedDocument
        /// The record with the whole document that was made last.
        var whole: Record?
        /// The record with a patch that was made last, and the hash of the document that it is for.
        var patch: (record: Record, base: UInt64)?

        /// The record with the whole document that names these parts, if it has been made: all else
        /// in it follows from the version.
        func whole(naming parts: StateParts) -> Record? {
            whole?.head.content == .document(parts) ? whole : nil
        }

        /// The record with a patch to a document with this hash, if it has been made.
        func patch(to base: UInt64, _ content: RecordHead.Content) -> Record? {
            guard let patch, patch.base == base, patch.record.head.content == content else {
                return nil
            }
            return patch.record
        }
    }

    /// Different options for which a document is kept; more are encoded again each time.
    private static let variants = 8

    private var entries: [Entry] = []

    /// The index of the document of a version, if it has been made.
    func index(of options: DocumentOptions, version: Int) -> Int? {
        entries.indices.first {
            entries[$0].version == version && entries[$0].options == options
        }
    }

    /// The document that was made last for these options, if it is the one with this hash.
    func document(for options: DocumentOptions, hash: UInt64) -> EncodedDocument? {
        entries.first { $0.options == options && $0.document.hash == hash }?.document
    }

    /// Keeps a document in place of the one for the same options.
    ///
    /// - Returns: The index of the document.
    mutating func keep(_ document: EncodedDocument, for options: DocumentOptions, version: Int)
        -> Int
    {
        let entry = Entry(options: options, version: version, document: document)
        if let known = entries.firstIndex(where: { $0.options == options }) {
            entries[known] = entry
            return known
        }
        if entries.count >= Self.variants { entries.removeFirst() }
        entries.append(entry)
        return entries.count - 1
    }

    /// A document by its place, which holds until another is kept.
    subscript(index: Int) -> Entry {
        _read { yield entries[index] }
        _modify { yield &entries[index] }
    }
}
