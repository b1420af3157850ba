public import NowPlaying

extension SimulatedStation {
    /// The stations to show a newcomer: music, many writing systems, live shows, outages.
    public static func embedded(seed: UInt64) -> [SimulatedStation] {
        [
            SimulatedStation(shortcode: "kanalrand", name: "Kanalrand FM", seed: seed),
            SimulatedStation(
                shortcode: "weltempfang", name: "Weltempfang · Радио · ラジオ",
                writingSystems: WritingSystem.allCases, seed: seed),
            SimulatedStation(
                shortcode: "nachtschicht", name: "Radio Nachtschicht", format: .liveShows,
                writingSystems: [.latin, .cyrillic, .greek], seed: seed),
            SimulatedStation(
                shortcode: "wackelkontakt", name: "Wackelkontakt", format: .intermittent,
                seed: seed),
        ]
    }

    /// Any number of stations: the embedded ones, then as many more of every format.
    ///
    /// - Parameter trackLength: The length of tracks on all of them.
    public static func ensemble(
        of count: Int, trackLength: ClosedRange<Interval>, seed: UInt64
    ) -> [SimulatedStation] {
        let embedded = embedded(seed: seed)
        return (0..<max(0, count)).map { index in
            var station = index < embedded.count ? embedded[index] : numbered(index, seed: seed)
            station.trackLength = trackLength
            return station
        }
    }

    private static func numbered(_ index: Int, seed: UInt64) -> SimulatedStation {
        let digits = String(index)
        let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let writingSystems = WritingSystem.allCases
        return SimulatedStation(
            shortcode: "station_\(number)", name: "Station \(number)",
            format: Format.allCases[index % Format.allCases.count],
            writingSystems: [.latin, writingSystems[index % writingSystems.count]], seed: seed)
    }
}
