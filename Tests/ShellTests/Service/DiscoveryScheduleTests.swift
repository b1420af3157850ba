import Expectations
import Testing

@testable import Shell

struct DiscoveryScheduleTests {
    private var schedule = DiscoverySchedule()

    /// Servers that are asked now, until no more can be.
    private mutating func begin() -> [String: Int] {
        var begun: [String: Int] = [:]
        while let (server, thread) = schedule.next() { begun[server] = thread }
        return begun
    }

    @Test mutating func `four servers are asked at once, in their order, and others wait`() {
        for number in 0..<100 { schedule.add("s\(number)", isSuspect: false) }
        let first = begin()
        expect(first.keys.sorted(), is: ["s0", "s1", "s2", "s3"])
        expect(Set(first.values).count, is: 4)
        schedule.end(on: first["s2", default: -1])
        expect(begin(), is: ["s4": first["s2", default: -1]])
    }

    @Test mutating func `a server that is slow for the first time makes no other one wait`() {
        for server in ["slow"] + (0..<50).map({ "s\($0)" }) {
            schedule.add(server, isSuspect: false)
        }
        var asked: Set<String> = []
        for _ in 0..<50 {
            let begun = begin()
            asked.formUnion(begun.keys)
            for (server, thread) in begun where server != "slow" { schedule.end(on: thread) }
        }
        expect(asked.count, is: 51)
    }

    @Test mutating func `servers that did not answer take one thread, which is no other's`() {
        for number in 0..<10 { schedule.add("gone\(number)", isSuspect: true) }
        let suspects = begin()
        expect(Array(suspects.keys), is: ["gone0"])
        for number in 0..<10 { schedule.add("s\(number)", isSuspect: false) }
        let others = begin()
        expect(others.count, is: 4)
        #expect(Set(others.values).isDisjoint(with: suspects.values))
    }

    @Test mutating func `a server is asked by one thread, however often it is to be`() {
        schedule.add("slow", isSuspect: false)
        let thread = begin()["slow", default: -1]
        for _ in 0..<10 { schedule.add("slow", isSuspect: false) }
        schedule.add("other", isSuspect: false)
        expect(Array(begin().keys), is: ["other"])
        schedule.end(on: thread)
        // Once more for all that came meanwhile.
        expect(Array(begin().keys), is: ["slow"])
        schedule.end(on: thread)
        #expect(begin().isEmpty)
    }
}
