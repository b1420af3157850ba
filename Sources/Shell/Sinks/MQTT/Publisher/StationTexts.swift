import JSON
import NowPlaying
import Views

/// The part of a station's state that has topics of its own, and the whole document.
struct StationTexts: Equatable, Sendable {
    let id: String
    let name: String
    var title = ""
    var artist = ""
    var line = ""
    var artwork = ""
    /// Nothing has been heard of the station yet.
    var isConnecting = false
    /// The `nowPlaying` document.
    var document: [UInt8] = []

    /// Texts of a station that plays nothing.
    init(id: String, name: String) {
        (self.id, self.name) = (id, name)
    }

    /// The texts of a state.
    ///
    /// - Parameter document: The same state, encoded.
    init(_ state: NowPlaying, document: [UInt8]) {
        self.init(id: state.station.id, name: state.station.name)
        title = state.track?.title ?? ""
        artist = state.track?.artist ?? ""
        line = state.line(in: .english)
        let logo = state.station.logo
        artwork =
            state.track?.artworkURL ?? state.programme?.artworkURL ?? logo?.light ?? logo?.dark
            ?? ""
        isConnecting = state.connection.state == .connecting
        self.document = document
    }

    /// The texts of a record of the view `nowPlaying`; `nil` for any other.
    init?(record: [UInt8], _ parser: JSONParser) {
        let document = Self.document("nowPlaying", in: record, parser)
        guard let document, let state = NowPlaying(published: document, using: parser) else {
            return nil
        }
        self.init(state, document: document)
    }

    /// The document of a record.
    static func document(
        _ view: StaticString, in record: [UInt8], _ parser: JSONParser
    ) -> [UInt8]? {
        let document = try? parser.parse(record) { value in
            value[view].map { Array($0.source) }
        }
        return document ?? nil
    }

    /// The last levels of a station's topics, and their payloads. Home Assistant complains of an
    /// empty address: none is published before it is known that there is none.
    var topics: [(name: String, payload: [UInt8])] {
        let texts = [
            ("state", document), ("title", Array(title.utf8)), ("artist", Array(artist.utf8)),
            ("line", Array(line.utf8)), ("artwork", Array(artwork.utf8)),
        ]
        return isConnecting && artwork.isEmpty ? texts.dropLast() : texts
    }
}
