import Testing

@testable import Hub

/// Beside a dictionary, which must always hold the same.
struct TableTests {
    @Test func `whatever comes and goes, each id finds its own value`() {
        var generator = SeededGenerator(seed: 7)
        var table = Table<ClientID, String>()
        var expected: [ClientID: String] = [:]
        for step in 0..<2_000 {
            let id = ClientID(number: Int.random(in: 0..<60, using: &generator))
            if expected[id] == nil {
                table.insert("\(step)", for: id)
                expected[id] = "\(step)"
            } else if step.isMultiple(of: 3) {
                #expect(table.remove(id) == expected.removeValue(forKey: id))
            } else {
                table.change(id) { $0 += "+" }
                expected[id]? += "+"
            }
            #expect(table.count == expected.count)
            if step.isMultiple(of: 50) { expect(table, toHold: expected) }
        }
        expect(table, toHold: expected)
    }

    private func expect(_ table: Table<ClientID, String>, toHold expected: [ClientID: String]) {
        #expect(table.ids == expected.keys.sorted())
        for id in (0..<60).map({ ClientID(number: $0) }) {
            #expect(table[id] == expected[id])
            #expect(table.place(of: id).map { table[$0] } == expected[id])
        }
    }

    @Test func `what is not there is neither found nor changed nor taken out`() {
        var table = Table<ClientID, String>()
        let id = ClientID(number: 1)
        #expect(table.place(of: id) == nil)
        #expect(table.remove(id) == nil)
        table.change(id) { $0 = "changed" }
        #expect(table[id] == nil)
        #expect(table.ids.isEmpty)
    }
}
