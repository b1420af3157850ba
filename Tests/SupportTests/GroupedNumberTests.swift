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
}
