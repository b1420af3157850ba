import JSON
import NowPlaying
import Views

extension Benchmark {
    /// A large text, parsed.
    static let json = [
        Benchmark(name: "json/parsing a publication", passes: 64) { Parsing() }
    ]

    /// Each view, made of a state or a scene and encoded.
    static let views = [
        Benchmark(name: "view/nowPlaying", passes: 64) {
            let options = DocumentOptions(view: .nowPlaying, historyCount: 5)
            return Encoding { options.encode(SampleScene.states[$0]) }
        },
        Benchmark(name: "view/line", passes: 256) {
            let options = DocumentOptions(view: .line)
            return Encoding { options.encode(SampleScene.states[$0]) }
        },
        Benchmark(name: "view/lockScreen", passes: 64) {
            Encoding { Document.encode(LockScreen(of: SampleScene.scenes[$0])) }
        },
        Benchmark(name: "view/carPlay", passes: 32) {
            let options = DocumentOptions(view: .carPlay)
            return Encoding { options.encode(SampleScene.scenes[$0]) }
        },
        Benchmark(name: "view/patch", passes: 64) { Patching() },
    ]
}

/// A text that is parsed.
private final class Parsing: Work {
    private let parser = JSONParser()
    private let text = Array(AzuraCastServer(station: "s0").publication(at: 0).utf8)
    private var objects = 0

    func pass(_ number: Int) {
        if (try? parser.parse(text) { $0.isObject }) == true { objects += 1 }
    }

    func complaint(after passes: Int) -> String? {
        objects == passes ? nil : "\(objects) objects were found"
    }
}

/// A document that is made in each pass, of one of two states in turn.
private final class Encoding: Work {
    private let encode: (Int) -> [UInt8]
    private var bytes = 0

    init(_ encode: @escaping (Int) -> [UInt8]) { self.encode = encode }

    func pass(_ number: Int) { bytes += encode(number % 2).count }

    func complaint(after passes: Int) -> String? {
        bytes > 10 * passes ? nil : "\(bytes) bytes were written"
    }
}

/// The patch that turns one document into the next.
private final class Patching: Work {
    private let (older, newer) = (JSONParser(), JSONParser())
    private let documents = (0..<2).map {
        Document.encode(
            SampleScene.states[$0], with: DocumentOptions(view: .nowPlaying))
    }
    private var bytes = 0

    func pass(_ number: Int) {
        let documents = documents
        let patch = try? older.parse(documents[number % 2]) { old in
            try newer.parse(documents[1 - number % 2]) { new in
                var writer = JSONWriter()
                MergePatch.write(from: old, to: new, into: &writer)
                return writer.bytes
            }
        }
        bytes += patch?.count ?? 0
    }

    func complaint(after passes: Int) -> String? {
        bytes > 10 * passes ? nil : "\(bytes) bytes were written"
    }
}

extension DocumentOptions {
    /// A document of a station, encoded.
    fileprivate func encode(_ state: NowPlaying) -> [UInt8] {
        let snapshot = Snapshot.station(StationSnapshot(state))
        let document = document(of: snapshot, at: SampleScene.now) as? EncodedDocument
        return document?.bytes ?? []
    }

    /// A document of a session, as a client that holds none is sent it.
    fileprivate func encode(_ scene: SessionSnapshot) -> [UInt8] {
        let document = document(of: .session(scene), at: SampleScene.now)
        let change = document?.change(from: nil, asPatches: false)
        guard case .document(let bytes) = change?.content else { return [] }
        return bytes
    }
}
