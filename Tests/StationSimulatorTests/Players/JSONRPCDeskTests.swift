import JSON
import Testing

@testable import StationSimulator

struct JSONRPCDeskTests {
    private func answer(_ message: String) -> String? {
        let answer = JSONRPCDesk.answer(Array(message.utf8)) { method, parameters in
            switch method {
            case "echo": .text(parameters?["text"]?.string ?? "")
            case "fail": .invalidParameters
            default: .unknownMethod
            }
        }
        return answer.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        (
            #"{"jsonrpc":"2.0","id":7,"method":"echo","params":{"text":"hi"}}"#,
            #"{"jsonrpc":"2.0","id":7,"result":"hi"}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":"a","method":"other"}"#,
            #"{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found"}}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"fail"}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}"#
        ),
        (
            #"{"id":1,"method":"echo"}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request"}}"#
        ),
        (
            "[]",
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#
        ),
        (
            "nonsense",
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#
        ),
    ])
    func `a request has its answer`(request: String, expected: String) {
        #expect(answer(request) == expected)
    }

    @Test func `a batch is answered as a batch, without what wants no answer`() {
        let echo = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"x"}}"#
        let silent = #"{"jsonrpc":"2.0","method":"echo"}"#
        #expect(answer("[\(echo),\(silent)]") == #"[{"jsonrpc":"2.0","id":1,"result":"x"}]"#)
        #expect(answer("[\(silent)]") == nil)
        #expect(answer(silent) == nil)
    }
}
