import Expectations
import Foundation
import Testing
import Shell

struct PageTests {
    @Test func `each file of the folder is in the program`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/Shell/Sinks/Web/Pages").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(Pages().names, is: files.filter { !$0.hasPrefix(".") }.sorted())
    }
}
