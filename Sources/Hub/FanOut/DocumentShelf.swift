import Views

/// One station's encoded documents: each made once, whoever asks for it.
struct DocumentShelf: Sendable {
    /// A document as it is delivered.
    struct Edition: Sendable {
        let options: DocumentOptions
        /// The station's version that it was made from.
        var version: Int
        let bytes: [UInt8]
        let hash: UInt64
        /// Somebody who takes patches was given it: the next may be a patch against it.
        var isBase: Bool
        /// The record in which it was delivered last.
        fileprivate var record: (head: RecordHead, bytes: [UInt8])?
    }

    /// Editions that are kept for readers who hold them and want patches.
    private static let pastEditions = 8
    /// Different options for which a document is kept; more are encoded again each time.
    private static let variants = 8

    private var current: [Edition] = []
    private var past: [Edition] = []

    /// The document of a version, if it has been made.
    ///
    /// - Parameter isBase: It is for somebody who takes patches.
    mutating func current(
        _ options: DocumentOptions, version: Int, isBase: Bool
    ) -> Edition? {
        let place = current.firstIndex { $0.options == options && $0.version == version }
        guard let place else { return nil }
        if isBase { current[place].isBase = true }
        return current[place]
    }

    /// The record that delivers an edition: made once for all who are told the same of it.
    mutating func record(of edition: Edition, headed head: RecordHead) -> [UInt8] {
        let place = current.firstIndex {
            $0.options == edition.options && $0.version == edition.version
        }
        guard let place else { return head.record(with: edition.bytes) }
        if let known = current[place].record, known.head == head { return known.bytes }
        let bytes = head.record(with: edition.bytes)
        current[place].record = (head, bytes)
        return bytes
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
        guard let place = current.firstIndex(where: { $0.options == options }) else {
            if current.count >= Self.variants { current.removeFirst() }
            current.append(edition)
            return edition
        }
        if current[place].isBase {
            if current[place].hash == edition.hash {
                edition.isBase = true
            } else {
                shelve(current[place])
            }
        }
        current[place] = edition
        return edition
    }

    /// An edition that was delivered before, if it is still there.
    func past(_ options: DocumentOptions, hash: UInt64) -> Edition? {
        past.last { $0.hash == hash && $0.options == options }
            ?? current.first { $0.hash == hash && $0.options == options }
    }

    private mutating func shelve(_ edition: Edition) {
        if past.count >= Self.pastEditions { past.removeFirst() }
        var edition = edition
        edition.record = nil
        past.append(edition)
    }

    /// Differs from run to run, and never leaves the hub: it only tells equal from different, and
    /// a station cannot choose texts that collide.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
