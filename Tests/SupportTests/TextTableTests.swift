import Expectations
import Support
import Testing

struct TextTableTests {
    private func table(_ rows: [TextTable.Cell]...) -> TextTable {
        var table = TextTable(columns: [.text("A"), .number("B"), .text("C")])
        table.rows = rows
        return table
    }

    @Test func `columns stay in line under wide characters`() {
        let lines = table(["夜明け", "1", "x"], ["Weir", "22", "y"]).lines(isColoured: false)
        expect(lines, is: ["A        B  C", "夜明け   1  x", "Weir    22  y"])
    }

    @Test func `the last cell ends where the terminal does`() {
        let long = table(["a", "1", "far too long for this"], ["b", "2", "short"])
        let lines = long.lines(isColoured: false, maximumWidth: 16)
        expect(lines, is: ["A  B  C", "a  1  far too l…", "b  2  short"])
        // A terminal that has no room for it gets as much as the title has.
        expect(long.lines(isColoured: false, maximumWidth: 3)[1], is: "a  1  …")
    }

    @Test func `a long cell before the last leaves that one room`() {
        let long = table([.init(String(repeating: "a", count: 64)), "1", "what is playing now"])
        let lines = long.lines(isColoured: false, maximumWidth: 40)
        expect(lines[1], is: "aaaaaaaaaaaaaaaaaa…  1  what is playing…")
    }
}
