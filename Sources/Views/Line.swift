public import NowPlaying

extension NowPlaying {
    /// The state in one line: `Artist – Title`, else the title, else the programme, else the
    /// station's name; with ` (offline)` when the station says that it is.
    public func line(in locale: Locale) -> String {
        online == false ? subject + " (" + locale[.offline] + ")" : subject
    }

    private var subject: String {
        track?.artistAndTitle ?? programme?.title ?? station.name
    }
}
