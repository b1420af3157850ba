import NowPlaying
import Views

/// One subject's encoded documents: each made once for all subscriptions with the same options,
/// and with it the record that delivers it.
struct DocumentCache: Sendable {
    private struct Entry: Sendable {
        let options: DocumentOptions
        var version: Int
        var document: EncodedDocument
        /// The record with the whole document that was made last.
        var whole: Record?
        /// The record with a patch that was made last, and the hash of the document that it is for.
        var patch: (record: Record, base: UInt64)?
    }

    /// Different options for which a document is kept; more are encoded again each time.
    private static let variants = 8

    private var entries: [Entry] = []

    /// The document of a version, if it has been made.
    func document(_ options: DocumentOptions, version: Int) -> EncodedDocument? {
        index(of: options, version: version).map { entries[$0].document }
    }

    /// Keeps a document in place of the one for the same options.
    mutating func keep(_ document: EncodedDocument, for options: DocumentOptions, version: Int) {
        let entry = Entry(options: options, version: version, document: document)
        if let known = entries.firstIndex(where: { $0.options == options }) {
            entries[known] = entry
            return
        }
        if entries.count >= Self.variants { entries.removeFirst() }
        entries.append(entry)
    }

    /// The record with this head: made once for all who are told the same.
    mutating func record(
        headed head: RecordHead, of options: DocumentOptions, version: Int, _ body: () -> [UInt8]
    ) -> Record {
        guard let index = index(of: options, version: version) else {
            return Record(head, body: body())
        }
        if let known = entries[index].whole, known.head == head { return known }
        let record = Record(head, body: body())
        entries[index].whole = record
        return record
    }

    /// The record with a patch from a document with this hash: made once for all who hold that.
    mutating func patch(
        from base: UInt64, headed head: RecordHead, of options: DocumentOptions, version: Int,
        _ body: () -> [UInt8]
    ) -> Record {
        guard let index = index(of: options, version: version) else {
            return Record(head, body: body())
        }
        if let (record, known) = entries[index].patch, known == base, record.head == head {
            return record
        }
        let record = Record(head, body: body())
        entries[index].patch = (record, base)
        return record
    }

    private func index(of options: DocumentOptions, version: Int) -> Int? {
        entries.indices.first {
            entries[$0].version == version && entries[$0].options == options
        }
    }
}
