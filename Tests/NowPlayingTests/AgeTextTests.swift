import Expectations
import NowPlaying
import Testing

struct AgeTextTests {
    @Test(arguments: [
        (0, "0 s"), (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (7_300, "2 h"),
        (86_400 * 3 + 5, "3 d"),
    ])
    func `an age has its largest whole unit`(seconds: Int64, text: String) {
        expect(Interval.seconds(seconds).ageText, is: text)
    }
}
