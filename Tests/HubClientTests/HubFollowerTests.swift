import Expectations
import HubClient
import NowPlaying
import Testing

/// A follower with a transport that a test plays.
struct HubFollowerTests {
    /// Gives what it was made with, piece by piece; each empty piece ends a connection.
    private final class Script: HubTransport {
        let path = "/run/nphub.sock"
        private(set) var sent: [String] = []
        private(set) var connections = 0
        private var pieces: [String]
        private var isConnected = false

        init(_ pieces: [String]) { self.pieces = pieces }

        func connect() throws(HubClientError) {
            connections += 1
            if pieces.isEmpty { throw .notPermitted(path: path) }
            isConnected = true
        }

        func send(_ bytes: [UInt8]) throws(HubClientError) {
            sent.append(String(decoding: bytes, as: UTF8.self))
        }

        func receive(within time: Interval?) throws(HubClientError) -> [UInt8] {
            guard isConnected else { return [] }
            guard let piece = pieces.first else { throw .closed(path: path, reason: nil) }
            pieces.removeFirst()
            if piece.isEmpty { throw .closed(path: path, reason: nil) }
            return Array(piece.utf8)
        }

        func disconnect() { isConnected = false }
    }

    private static let answer = #"{"id":1,"result":{"subscription":1,"epoch":"a"}}"# + "\n"

    private func follower(_ script: Script) -> HubFollower {
        var settings = HubMachine.Settings([HubSubscription(HubQuery(.line))])
        settings.retry = .zero...(.zero)
        return HubFollower(settings, over: script)
    }

    @Test func `lines are read however they come, until enough was seen`() throws {
        let update = #"""
            {"method":"update","params":{"subscription":1,"sequence":1,"resume":4,"record":{"view":"line","epoch":"a","revision":4,"station":"one","line":"Mara Ebb – Weir"}}}
            """#
        let script = Script([
            String(Self.answer.prefix(9)),
            String(Self.answer.dropFirst(9)) + update + "\n" + update,
        ])
        var lines: [String] = []
        try follower(script).run { news in
            guard case .updated(_, let record) = news, case .line(let line) = record.content else {
                return true
            }
            lines.append(line)
            return false
        }
        expect(lines, is: ["Mara Ebb – Weir"])
        expect(script.connections, is: 1)
    }

    @Test func `it comes back to a hub that ended, and ends where that will not help`() {
        let script = Script([Self.answer, "", Self.answer])
        var interruptions = 0
        #expect(throws: HubClientError.notPermitted(path: script.path)) {
            try follower(script).run { news in
                if case .interrupted = news { interruptions += 1 }
                return true
            }
        }
        expect(script.connections, is: 3)
        expect(interruptions, is: 2)
        expect(script.sent.count, is: 2)
    }

    @Test func `a command goes out while news is taken`() throws {
        let script = Script([Self.answer])
        let follower = follower(script)
        try follower.run { news in
            guard case .subscribed = news else { return true }
            follower.send(SessionAction(.live), to: "car")
            return false
        }
        let command = HubRequest(id: 2, "command", ["action": "live", "session": "car"]).line
        expect(script.sent.last, is: String(decoding: command, as: UTF8.self))
    }

    @Test(arguments: ["", "\n", "\n" + answer])
    func `a line that is longer than a message may be is refused in words`(end: String) {
        let script = Script([String(repeating: " ", count: HubMessage.lengthMax + 1) + end])
        var errors: [HubClientError] = []
        #expect(throws: HubClientError.notPermitted(path: script.path)) {
            try follower(script).run { news in
                if case .interrupted(let error) = news { errors.append(error) }
                return true
            }
        }
        let problem = "it sent a line of more than 4194304 bytes"
        expect(errors, is: [.unintelligible(path: script.path, problem: problem)])
    }

    @Test func `a line of the greatest length is read, in however many pieces`() throws {
        let line = String(Self.answer.dropLast())
        let blank = String(repeating: " ", count: HubMessage.lengthMax - line.utf8.count)
        let script = Script([blank, line, "\n"])
        var isSubscribed = false
        try follower(script).run { news in
            if case .subscribed = news { isSubscribed = true }
            return false
        }
        #expect(isSubscribed)
    }

    @Test func `what speaks something else is left, and tried again`() {
        let script = Script(["hello\n"])
        var errors: [HubClientError] = []
        #expect(throws: HubClientError.notPermitted(path: script.path)) {
            try follower(script).run { news in
                if case .interrupted(let error) = news { errors.append(error) }
                return true
            }
        }
        let problem = "it sent what is not a message"
        expect(errors, is: [.unintelligible(path: script.path, problem: problem)])
    }
}
