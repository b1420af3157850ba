import Expectations
import Shell
import Testing

@testable import nphub

struct DashboardAnswerTests {
    private func link(
        _ answer: String, tokens: AccessTokens? = nil
    ) throws -> DashboardAnswer {
        try DashboardAnswer(Array(answer.utf8)) { _ in tokens }
    }

    @Test func `the hub's own token stands in the fragment`() throws {
        let link = try link(
            #"{"address":"http://127.0.0.1:8420/","token":"0123456789abcdef"}"#)
        expect(link.link, is: "http://127.0.0.1:8420/#token=0123456789abcdef")
        #expect(link.hasToken)
    }

    @Test func `of a file it is the first of those with most rights`() throws {
        let text = """
            \(String(repeating: "a", count: 32)) read
            \(String(repeating: "b", count: 32)) read session:main status
            \(String(repeating: "c", count: 31))& session:* read
            \(String(repeating: "d", count: 31))& session:* read
            """
        let tokens = try TokenFile.parse(text, of: "tokens")
        let answer = #"{"address":"http://[::1]:80/","tokensFile":"/x/tokens"}"#
        let link = try link(answer, tokens: tokens).link
        expect(link, is: "http://[::1]:80/#token=\(String(repeating: "c", count: 31))%26")
    }

    @Test func `without a token the link is the page's address alone`() throws {
        let answer = #"{"address":"http://127.0.0.1:8420/","tokensFile":"/x/tokens"}"#
        for tokens in [nil, AccessTokens()] {
            let link = try link(answer, tokens: tokens)
            expect(link.link, is: "http://127.0.0.1:8420/")
            #expect(!link.hasToken)
        }
    }

    @Test func `an answer without an address is none`() {
        #expect(throws: ProgramFailure.self) { try link("{}") }
    }
}
