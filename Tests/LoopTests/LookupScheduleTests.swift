import Expectations
import Testing

@testable import Loop

/// The order and the times of look-ups, in milliseconds.
struct LookupScheduleTests {
    /// Returns the names whose look-up begins now.
    private func started(_ schedule: inout LookupSchedule, at now: UInt64) -> [String] {
        var names: [String] = []
        while let name = schedule.next(at: now) { names.append(name) }
        return names
    }

    private func names(_ count: Int, _ prefix: String = "dead") -> [String] {
        (0..<count).map { "\(prefix)\($0)" }
    }

    /// A schedule whose first names have begun and failed after ten seconds.
    private func schedule(suspecting names: [String]) -> LookupSchedule {
        var schedule = LookupSchedule(lookups: 64)
        for name in names { schedule.add(name, at: 0) }
        for step in 0..<20 { _ = started(&schedule, at: UInt64(step) * 250) }
        for name in names { schedule.ended(name, isAnswered: false, at: 20_000) }
        return schedule
    }

    @Test func `a few names begin at once, in order`() {
        var schedule = LookupSchedule(lookups: 64)
        for name in names(10) { schedule.add(name, at: 0) }
        expect(started(&schedule, at: 0), is: names(8))
        schedule.ended("dead3", isAnswered: true, at: 10)
        expect(started(&schedule, at: 10), is: ["dead8"])
    }

    @Test func `names that are not answered make way for others soon`() {
        var schedule = LookupSchedule(lookups: 64)
        for name in names(40) + ["localhost"] { schedule.add(name, at: 0) }
        var now: UInt64 = 0
        var begun = started(&schedule, at: now)
        while !begun.contains("localhost"), let deadline = schedule.deadline(at: now) {
            now = deadline
            begun += started(&schedule, at: now)
        }
        expect(begun, is: names(40) + ["localhost"])
        expect(now, is: 1_250)
    }

    @Test func `no more than so many are under way`() {
        var schedule = LookupSchedule(lookups: 12)
        for name in names(20) { schedule.add(name, at: 0) }
        expect(started(&schedule, at: 0).count, is: 8)
        expect(started(&schedule, at: 250).count, is: 4)
        #expect(started(&schedule, at: 10_000).isEmpty)
        expect(schedule.deadline(at: 10_000), is: nil)
        schedule.ended("dead0", isAnswered: false, at: 10_000)
        expect(started(&schedule, at: 10_000), is: ["dead12"])
    }

    @Test func `names that failed slowly come after all others, on a part of the threads`() {
        let suspects = names(40)
        var schedule = schedule(suspecting: suspects)
        for name in suspects + ["new"] { schedule.add(name, at: 30_000) }
        expect(started(&schedule, at: 30_000), is: ["new"] + names(7))
        expect(started(&schedule, at: 30_250).count, is: 8)
        expect(started(&schedule, at: 30_500).count, is: 1)
        #expect(started(&schedule, at: 30_750).isEmpty)
        schedule.add("newer", at: 31_000)
        expect(started(&schedule, at: 31_000), is: ["newer"])
    }

    @Test(arguments: [(isAnswered: true, after: 10_000), (isAnswered: false, after: 100)])
    func `a name that is answered, or refused quickly, is not suspect`(
        isAnswered: Bool, after time: UInt64
    ) {
        var schedule = LookupSchedule(lookups: 1)
        schedule.add("good", at: 0)
        expect(schedule.next(at: 0), is: "good")
        schedule.ended("good", isAnswered: isAnswered, at: time)
        schedule.add("other", at: time)
        schedule.add("good", at: time)
        schedule.add("third", at: time)
        expect(schedule.next(at: time), is: "other")
        schedule.ended("other", isAnswered: true, at: time)
        expect(schedule.next(at: time), is: "good")
    }

    @Test func `suspicion ends by itself, and with an answer`() {
        for isAnswered in [true, false] {
            var schedule = schedule(suspecting: ["slow"])
            schedule.add("slow", at: 30_000)
            expect(schedule.next(at: 30_000), is: "slow")
            schedule.ended("slow", isAnswered: isAnswered, at: 40_000)
            for (time, isSuspect) in [(50_000, !isAnswered), (340_000, false)] as [(UInt64, Bool)] {
                schedule.add("slow", at: time)
                schedule.add("other", at: time)
                expect(started(&schedule, at: time).last, is: isSuspect ? "slow" : "other")
                schedule.ended("slow", isAnswered: true, at: time + 1)
                schedule.ended("other", isAnswered: true, at: time + 1)
            }
        }
    }
}
