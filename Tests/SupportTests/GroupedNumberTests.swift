import Expectations
import Support
import Testing

struct GroupedNumberTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1_998, "1,998"), (20_000, "20,000"), (1_234_567, "1,234,567"),
        (-4_321, "-4,321"),
    ])
    func `digits stand in groups of three`(number: Int, text: String) {
        expect(number.grouped, is: text)
    }

    @Test(arguments: [(0, "0 plays"), (1, "1 play"), (2, "2 plays"), (1_998, "1,998 plays")])
    func `a noun is in the plural unless there is one`(number: Int, text: String) {
        expect(number.counted("play"), is: text)
    }
}
