import JSON
import Testing

@testable import HubRuntime

struct HubMessageTests {
    private let parser = JSONParser()

    private func read<Result>(_ text: String, _ body: (JSONValue) throws -> Result) throws -> Result
    {
        try parser.parse(Array(text.utf8), body)
    }

    @Test func `an answer is for the call with its number`() throws {
        try read(#"{"jsonrpc":"2.0","id":3,"result":{"x":1}}"#) { line in
            guard case .answer(3, .success(let result)) = HubMessage(line) else {
                Issue.record("not an answer")
                return
            }
            #expect(result["x"]?.int == 1)
        }
    }

    @Test func `a refusal keeps the hub's words`() throws {
        let text = #"{"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"no station x"}}"#
        try read(text) { line in
            guard case .answer(3, .failure(let refusal)) = HubMessage(line) else {
                Issue.record("not a refusal")
                return
            }
            #expect(refusal == HubRefusal(code: -32_001, message: "no station x"))
            #expect(refusal.isMistake && !refusal.isPassing)
        }
    }

    @Test func `an error to nobody is a farewell`() throws {
        let text = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"flood"}}"#
        try read(text) { line in
            guard case .farewell(let refusal) = HubMessage(line) else {
                Issue.record("not a farewell")
                return
            }
            #expect(refusal.isPassing)
        }
    }

    @Test(arguments: [
        "[]", "{}", "1", #"{"id":3}"#, #"{"method":"update"}"#, #"{"id":3,"error":{}}"#,
        #"{"id":"3","result":{}}"#,
    ])
    func `what is no message is none`(text: String) throws {
        #expect(try read(text) { HubMessage($0) == nil })
    }

    @Test func `an update is read, and its record kept whole`() throws {
        let record =
            #"{"view":"line","epoch":"a","revision":4,"station":"one","line":"Ærø – \"A\\B\""}"#
        try read(#"{"subscription":1,"sequence":1,"resume":9,"record":\#(record)}"#) { parameters in
            guard case .updated(let read, let resume) = WatchSession.Event("update", parameters)
            else {
                Issue.record("not an update")
                return
            }
            #expect(resume == 9)
            #expect(read.owner == "one" && read.epoch == "a" && read.revision == 4)
            #expect(read.line == #"Ærø – "A\B""#)
            #expect(String(decoding: read.bytes, as: UTF8.self) == record)
        }
    }

    @Test func `two records are told apart by their document alone`() throws {
        let texts = [
            #"{"epoch":"a","revision":4,"station":"one","changed":["track"],"nowPlaying":{"x":1}}"#,
            #"{"epoch":"a","revision":4,"station":"one","changed":[],"nowPlaying":{"x":1}}"#,
            #"{"epoch":"a","revision":4,"station":"one","changed":[],"nowPlaying":{"x":2}}"#,
            #"{"epoch":"a","revision":4,"station":"one","removed":true}"#,
        ]
        let prints = try texts.map { try read($0) { WatchedRecord($0)?.fingerprint } }
        #expect(prints[0] == prints[1])
        #expect(Set(prints).count == 3)
    }

    @Test(arguments: [
        "{}", #"{"resume":"9"}"#, #"{"resume":9}"#, #"{"resume":9,"record":{"station":1}}"#,
    ])
    func `an update that makes no sense is of no concern`(text: String) throws {
        #expect(try read(text) { WatchSession.Event("update", $0) == nil })
        #expect(try read(#"{"resume":9}"#) { WatchSession.Event("event", $0) == nil })
    }
}
