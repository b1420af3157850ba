import Expectations
import Feeds
import Testing

/// The list of an Icecast server.
struct IcecastDirectoryTests {
    private func mounts(in text: String) throws -> [String] {
        try IcecastDirectory.mounts(in: Array(text.utf8))
    }

    @Test func `every stream that can have titles is a mount`() throws {
        let text = """
            {"icestats":{"admin":"a@b","source":[
            {"listenurl":"http://localhost:8000/live.mp3","server_type":"audio/mpeg","title":"A"},
            {"listenurl":"http://localhost:8000/live.ogg","server_type":"application/ogg"},
            {"listenurl":"http://other:8000/a/b_c-d~e","server_type":"audio/aac"},
            {"listenurl":"http://localhost:8000/live.mp3"}, {"listenurl":"nonsense"}, {}, 7,
            {"listenurl":"http://localhost:8000/with blank"}, {"listenurl":"http://localhost:8000/"}
            ]}}
            """
        try expect(mounts(in: text), is: ["/live.mp3", "/a/b_c-d~e"])
    }

    @Test func `a single stream is no list, and none is nothing`() throws {
        let one = #"{"icestats":{"source":{"listenurl":"http://localhost:8000/live"}}}"#
        try expect(mounts(in: one), is: ["/live"])
        try expect(mounts(in: #"{"icestats":{}}"#), is: [])
    }

    @Test(arguments: ["", "[]", "{}", "<html>", #"{"icestats":[]}"#])
    func `anything else is told`(text: String) {
        #expect(throws: IcecastDirectory.Failure.notAList) { try mounts(in: text) }
    }
}
