import Expectations
import Testing

@testable import Support

/// Beside a dictionary, which must always hold the same.
struct SlotMapTests {
    @Test func `whatever comes and goes, each slot leads to its own element`() {
        var map = SlotMap<Int>()
        var expected: [Slot<Int>: Int] = [:]
        for step in 0..<2_000 {
            if step.isMultiple(of: 3), let slot = expected.keys.first {
                expect(map.remove(slot), is: expected.removeValue(forKey: slot))
            } else if step.isMultiple(of: 5), let slot = expected.keys.first {
                map[slot] += 1
                expected[slot]? += 1
            } else {
                expected[map.insert(step)] = step
            }
        }
        expect(map.count, is: expected.count)
        expect(Set(map.slots), is: Set(expected.keys))
        for (slot, element) in expected { expect(map[slot], is: element) }
    }

    @Test func `a slot that outlives its element does not lead to another one`() {
        var map = SlotMap<String>()
        let first = map.insert("first")
        map.remove(first)
        let second = map.insert("second")
        #expect(!map.contains(first))
        #expect(map.contains(second) && map[second] == "second")
    }

    @Test func `using a slot that outlives its element ends the program`() async {
        await #expect(processExitsWith: .failure) {
            var map = SlotMap<Int>()
            let slot = map.insert(1)
            map.remove(slot)
            _ = map[slot]
        }
    }
}
