import Support
import Testing

struct CrashTests {
    @Test func `a crash says on stderr why and where, and ends by a signal`() async throws {
        let result = await #expect(
            processExitsWith: .signal(6), observing: [\.standardErrorContent]
        ) {
            crash("no memory for \("a parser")")
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            said.contains("nphub: fatal: no memory for a parser (SupportTests/CrashTests.swift:"))
    }

    @Test func `a broken rule is told`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            invariant(1 > 2, "one is more than two")
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("nphub: fatal: broken rule: one is more than two ("))
    }

    @Test func `a rule that is kept costs nothing`() {
        var isAsked = false
        func rule() -> String {
            isAsked = true
            return "two is more than one"
        }
        invariant(2 > 1, rule())
        #expect(!isAsked)
    }
}
