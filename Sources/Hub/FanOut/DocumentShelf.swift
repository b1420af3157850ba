import Views

/// One station's encoded documents: each made once, whoever asks for it.
struct DocumentShelf: Sendable {
    /// A document as it is delivered.
    struct Edition: Sendable {
        let options: DocumentOptions
        /// The station's version that it was made from.
        let version: Int
        let bytes: [UInt8]
        let hash: UInt64
        /// Somebody who takes patches was given it: the next may be a patch against it.
        var isBase: Bool
    }

    private struct Record {
        let head: RecordHead
        let bytes: [UInt8]

        func bytes(headed other: RecordHead) -> [UInt8]? { head == other ? bytes : nil }
    }

    /// An edition that is handed out.
    private struct Shelved {
        var edition: Edition
        /// The record in which it was delivered last.
        var record: Record?
    }

    /// Editions that are kept for readers who hold them and want patches.
    private static let pastEditions = 8
    /// Different options for which a document is kept; more are encoded again each time.
    private static let variants = 8

    private var current: [Shelved] = []
    private var past: [Edition] = []

    /// The document of a version, if it has been made.
    ///
    /// - Parameter isBase: It is for somebody who takes patches.
    mutating func current(
        _ options: DocumentOptions, version: Int, isBase: Bool
    ) -> Edition? {
        guard let place = index(of: options, version: version) else { return nil }
        if isBase { current[place].edition.isBase = true }
        return current[place].edition
    }

    /// The record that delivers an edition: made once for all who are told the same of it.
    mutating func record(of edition: Edition, headed head: RecordHead) -> [UInt8] {
        guard let place = index(of: edition.options, version: edition.version) else {
            return head.record(with: edition.bytes)
        }
        if let known = current[place].record?.bytes(headed: head) { return known }
        let record = Record(head: head, bytes: head.record(with: edition.bytes))
        current[place].record = record
        return record.bytes
    }

    /// Takes a document that was made, and keeps the one that it replaces if that is a base.
    ///
    /// - Parameter isBase: It is for somebody who takes patches.
    mutating func place(
        _ bytes: [UInt8], for options: DocumentOptions, version: Int, isBase: Bool
    ) -> Edition {
        var edition = Edition(
            options: options, version: version, bytes: bytes, hash: Self.hash(bytes),
            isBase: isBase)
        guard let place = current.firstIndex(where: { $0.edition.options == options }) else {
            if current.count >= Self.variants { current.removeFirst() }
            current.append(Shelved(edition: edition))
            return edition
        }
        let replaced = current[place].edition
        if replaced.isBase, replaced.hash == edition.hash {
            edition.isBase = true
        } else if replaced.isBase {
            shelve(replaced)
        }
        current[place] = Shelved(edition: edition)
        return edition
    }

    /// An edition that was delivered before, if it is still there.
    func past(_ options: DocumentOptions, hash: UInt64) -> Edition? {
        past.last { $0.hash == hash && $0.options == options }
            ?? current.lazy.map(\.edition).first { $0.hash == hash && $0.options == options }
    }

    private mutating func shelve(_ edition: Edition) {
        if past.count >= Self.pastEditions { past.removeFirst() }
        past.append(edition)
    }

    private func index(of options: DocumentOptions, version: Int) -> Int? {
        current.firstIndex { $0.edition.version == version && $0.edition.options == options }
    }

    /// Differs from run to run, and never leaves the hub: it only tells equal from different, and
    /// a station cannot choose texts that collide.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
