import Expectations
import FanOut
import Hub
import JSON
import NowPlaying
import Sessions
import Testing
import Views
import Shell

struct RightsTests {
    private let reader = WebRequestReader(parser: JSONParser(), limits: Box(Limits()))

    private func rights(_ words: Substring...) -> Rights {
        var rights = Rights()
        for word in words {
            let isKnown = rights.add(word)
            #expect(isKnown)
        }
        return rights
    }

    private func missing(_ rights: Rights, _ method: String, _ parameters: String) throws -> String?
    {
        let request = try reader.call(method, Array(parameters.utf8))
        return rights.missing(for: try request.method.get())
    }

    @Test(arguments: [
        ("get", #"{"view":"line"}"#, "read"), ("subscribe", #"{"view":"nowPlaying"}"#, "read"),
        ("subscribe", #"{"view":"carPlay"}"#, "session:main"),
        ("get", #"{"view":"line","session":"kitchen"}"#, "session:kitchen"),
        ("command", #"{"action":"play"}"#, "session:main"),
        ("command", #"{"action":"favourite","station":"a","on":true}"#, "session:main"),
        ("report", #"{"session":"kitchen","state":"paused"}"#, "session:kitchen"),
        ("status", "{}", "status"),
    ])
    func `each request needs one right, and that is enough`(
        method: String, parameters: String, right: String
    ) throws {
        try expect(missing(Rights(), method, parameters), is: right)
        try expect(missing(rights(right[...]), method, parameters), is: nil)
        try expect(missing(.all, method, parameters), is: nil)
        let others = ["read", "session:main", "session:kitchen", "status"].filter { $0 != right }
        for other in others {
            try expect(missing(rights(other[...]), method, parameters), is: right)
        }
    }

    @Test func `what concerns the client alone needs none`() throws {
        try expect(missing(Rights(), "hello", "{}"), is: nil)
        try expect(missing(Rights(), "unsubscribe", #"{"subscription":1}"#), is: nil)
    }

    @Test func `a request without its right becomes an error that names it`() throws {
        let request = try reader.call("status", Array("{}".utf8))
        let checked = Rights.read.checked(request)
        expect(checked.id, is: request.id)
        #expect(throws: Rights.refusal("status")) { try checked.method.get() }
    }

    @Test func `a page of another site reads at most, whatever it shows`() {
        expect(Rights.all.readingAlone, is: .read)
        expect(rights("session:main", "status").readingAlone, is: Rights())
    }

    @Test(arguments: ["", "write", "session:", "Read", "session"])
    func `other words are no rights`(word: Substring) {
        var rights = Rights()
        let isKnown = rights.add(word)
        #expect(!isKnown)
    }

    @Test func `clients are told the sessions that there are where they have all`() {
        expect(Rights.all.words(knowing: ["main"]), is: ["read", "session:main", "status"])
        expect(
            rights("session:b", "session:a").words(knowing: ["main"]),
            is: ["session:a", "session:b"])
    }
}
