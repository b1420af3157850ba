import Expectations
import Foundation
import Testing

/// Every target with what is in its corpus, and with damaged copies of that.
///
/// Damage is drawn from a seed, so that a failure comes again.
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Corpus")

    static func corpus(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = Self.folder.appendingPathComponent(target.name)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            try ($0, Array(Data(contentsOf: folder.appendingPathComponent($0))))
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `what was found once is not found again`(target: FuzzTarget) throws {
        let corpus = try Self.corpus(of: target)
        #expect(!corpus.isEmpty)
        for (name, bytes) in corpus {
            expect(target.complaint(bytes), is: nil, "\(target.name)/\(name)")
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `damage to it is survived`(target: FuzzTarget) throws {
        let corpus = try Self.corpus(of: target).map(\.bytes)
        var damage = InputDamage(seed: 1)
        for _ in 0..<150 {
            let bytes = damage.copy(from: corpus)
            let complaint = target.complaint(bytes)
            expect(complaint, is: nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    @Test func `nothing lies in the corpus that no target reads`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        expect(folders.sorted(), is: FuzzTarget.all.map(\.name).sorted())
    }
}
