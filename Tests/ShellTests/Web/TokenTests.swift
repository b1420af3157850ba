import Expectations
import Foundation
import NowPlaying
import Testing
import Shell

struct TokenTests {
    /// A file's path in a folder of its own, gone afterwards.
    private func withFile(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/tokens-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/tokens")
    }

    @Test func `a file that is missing is made, for its owner alone, and read again`() throws {
        try withFile { path in
            let made = try TokenFile.load(path)
            expect(made.tokens.first?.text.count, is: 64)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            expect(mode as? Int, is: 0o600)
            try expect(TokenFile.load(path), is: made)
        }
    }

    @Test func `a file that others can read is refused`() throws {
        try withFile { path in
            _ = try TokenFile.load(path)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            #expect { try TokenFile.load(path) } throws: {
                "\($0)" == "\(path) can be read by others: run chmod 600 \(path)"
            }
        }
    }

    @Test func `what is no file is refused`() throws {
        #expect(throws: TokenFileError.self) { try TokenFile.load("/dev/null") }
        #expect(throws: TokenFileError.self) { try TokenFile.load("/no/such/folder/tokens") }
    }

    @Test func `a line is a token and its rights`() throws {
        let text = """
            # a remark
            \(String(repeating: "a", count: 32)) read session:main

            \(String(repeating: "b", count: 40))\tstatus
            """
        let tokens = try TokenFile.parse(text, of: "f")
        expect(tokens.rights(of: String(repeating: "a", count: 32))?.mayRead, is: true)
        expect(tokens.rights(of: String(repeating: "b", count: 40))?.maySeeStatus, is: true)
        expect(tokens.rights(of: String(repeating: "b", count: 40))?.mayRead, is: false)
        for wrong in [
            "", "a", String(repeating: "a", count: 31), String(repeating: "c", count: 32),
        ] { expect(tokens.rights(of: wrong), is: nil) }
    }

    @Test(arguments: [
        (
            "short read",
            "f:1: a token has at least 32 bytes; `openssl rand -hex 32` makes one"
        ),
        (
            "\n" + String(repeating: "a", count: 32) + " write",
            "f:2: there is no right `write`: known are read, status, session:NAME, session:*"
        ),
    ])
    func `a wrong line is told`(text: String, complaint: String) {
        #expect { try TokenFile.parse(text, of: "f") } throws: { "\($0)" == complaint }
    }

    @Test func `a ticket is good once, for a minute`() {
        var office = TicketStore(limits: Box(Limits()))
        let start = Instant(milliseconds: 0)
        let tickets = [
            office.issue(.read, for: "a", at: start), office.issue(.all, for: "b", at: start),
        ]
        expect(tickets[0].count, is: 32)
        let last = start + .milliseconds(59_999)
        let answers = [
            office.redeem(tickets[0], at: last), office.redeem(tickets[0], at: start),
            office.redeem(tickets[1], at: start + TicketStore.lifetime),
            office.redeem("", at: start),
        ]
        expect(answers, is: [.read, nil, nil, nil])
    }
}
