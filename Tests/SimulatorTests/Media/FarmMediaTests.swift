import Expectations
import Testing

@testable import Simulator

struct FarmMediaTests {
    private func media(at path: String) -> FarmMedia? {
        FarmMedia(path: path, shortcodes: ["kanalrand"])
    }

    @Test func `each path of a station is found`() {
        let station = SimulatedStation(shortcode: "kanalrand", name: "Kanalrand FM")
        expect(media(at: station.soundPath), is: .sound(shortcode: "kanalrand"))
        expect(
            media(at: station.logoPath(isForDark: true)),
            is: .logo(shortcode: "kanalrand", isForDark: true))
        expect(
            media(at: station.logoPath(isForDark: false)),
            is: .logo(shortcode: "kanalrand", isForDark: false))
        expect(
            media(at: station.coverPath(id: "000000000000002aff00")), is: .cover(seed: 42))
        #expect(media(at: station.streamerPath(name: "DJ Ninočka"))?.picture != nil)
    }

    @Test(arguments: [
        "", "/", "/listen", "/listen/kanalrand", "/listen/other/radio.wav",
        "/listen/kanalrand/radio.mp3", "/api/station", "/api/station/kanalrand",
        "/api/station/kanalrand/art", "/api/station/kanalrand/art/x.svg",
        "/api/station/kanalrand/art/12.jpg", "/api/station/other/art/12.svg",
        "/api/station/kanalrand/logo.svg/x", "/api/station/logo.svg", "/api/nowplaying",
    ])
    func `other paths are none`(path: String) {
        expect(media(at: path), is: nil)
    }
}
