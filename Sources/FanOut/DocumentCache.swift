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

    /// The record with a whole document that names these parts, if it has been made: all else in it
    /// follows from the version.
    func record(naming parts: ChangeClasses, of options: DocumentOptions, version: Int) -> Record? {
        guard let index = index(of: options, version: version),
            let known = entries[index].whole, known.head.content == .document(parts)
        else { return nil }
        return known
    }

    /// The record with a patch to a document with this hash, if it has been made.
    func patch(
        to base: UInt64, _ content: RecordHead.Content, of options: DocumentOptions, version: Int
    ) -> Record? {
        guard let index = index(of: options, version: version),
            let known = entries[index].patch, known.base == base,
            known.record.head.content == content
        else { return nil }
        return known.record
    }

    /// Keeps the record with a whole document, in place of the one before.
    mutating func keep(_ record: Record, of options: DocumentOptions, version: Int) {
        index(of: options, version: version).map { entries[$0].whole = record }
    }

    /// Keeps the record with a patch, in place of the one before.
    mutating func keep(
        _ record: Record, to base: UInt64, of options: DocumentOptions, version: Int
    ) {
        index(of: options, version: version).map { entries[$0].patch = (record, base) }
    }

    private func index(of options: DocumentOptions, version: Int) -> Int? {
        entries.indices.first {
            entries[$0].version == version && entries[$0].options == options
        }
    }
}
