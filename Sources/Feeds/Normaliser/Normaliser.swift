import NowPlaying

/// Turns the claims of one station's feed into values that can be believed and shown.
///
/// This is the only place that trims, splits, decodes or checks a station's values. Nearly every
/// report repeats the one before, so cleaned values are kept beside their raw ones.
public struct Normaliser: Sendable {
    /// The settings of a config for a feed's texts and addresses.
    public struct Settings: Hashable, Sendable {
        /// Turn `&eacute;` into `é`, once.
        public var decodesEntities = true
        /// The rules for splitting a line that is not divided into fields.
        public var splitting = ArtistTitleSplitting()
        /// The base of relative addresses; a `ws` or `wss` address stands for its site.
        public var baseURL: String?

        /// The usual settings.
        public init() {}
    }

    private let cleaner: ReportCleaner
    private var station = Kept(ReportedStation())
    private var track = Kept<ReportedTrack?>(nil)
    private var next = Kept<ReportedTrack?>(nil)
    private var history = Kept<[Box<ReportedTrack>]>([])
    /// The cleaned rows of the history; `nil` for a row without a name.
    private var rows: [Box<ReportedTrack>?] = []
    private var live = Kept<LiveStreamer?>(nil)
    private var programme = Kept<Programme?>(nil)

    /// A normaliser for one station.
    public init(_ settings: Settings = Settings()) {
        cleaner = ReportCleaner(settings)
    }

    /// The report, cleaned.
    public mutating func normalise(_ raw: Report) -> Report {
        let cleaner = cleaner
        var report = raw
        report.station = station.clean(raw.station) { cleaner.station($0) }
        // A track appears as the next one, then as the one on air, then as a played one. In this
        // order each finds the names that were cleaned before.
        report.history = clean(raw.history)
        report.track = clean(raw.track)
        report.next = cleanNext(raw.next)
        report.live = live.clean(raw.live) { cleaner.streamer($0) }
        report.programme = programme.clean(raw.programme) { cleaner.programme($0) }
        report.listeners = raw.listeners.flatMap(Plausible.listeners)
        let rate = Plausible.rate(raw.rate)
        if raw.state == .playing, rate == 0 { report.state = .paused }
        // A player that went away keeps its last state.
        if raw.isPlayer, raw.online == false { report.state = .stopped }
        // Players report the rate at which they will go on.
        report.runsBackwards = report.state == .playing && rate < 0
        report.rate = report.state == .playing ? (rate > 0 ? rate : 1) : 0
        return report
    }

    /// Cleans a track; equal texts at another time are cleaned once.
    private mutating func clean(_ raw: ReportedTrack?) -> ReportedTrack? {
        guard let raw else { return nil }
        if track.raw?.hasSameText(as: raw) != true {
            track = Kept(raw, as: cleaner.named(raw, like: next, track))
        }
        guard var clean = track.clean else { return nil }
        clean.identity = raw.identity
        clean.isJoined = raw.isJoined
        clean.positions = Plausible.positions(raw.positions)
        clean.duration = raw.duration.flatMap(Plausible.duration)
        return clean
    }

    private mutating func cleanNext(_ raw: ReportedTrack?) -> ReportedTrack? {
        if raw != next.raw {
            next = Kept(raw, as: raw.flatMap { cleaner.told($0, like: track, next, in: .upcoming) })
        }
        return next.clean
    }

    /// Cleans a history. After a change it is nearly the same, and only new rows are cleaned.
    private mutating func clean(_ raw: [Box<ReportedTrack>]) -> [Box<ReportedTrack>] {
        if raw == history.raw { return history.clean }
        var known = rows.indices
        rows = raw.prefix(Report.maximumHistory).map { row in
            guard let index = known.first(where: { history.raw[$0] == row }) else {
                return cleaner.told(row.value, like: track, next, in: .played).map { Box($0) }
            }
            known = (index + 1)..<known.upperBound
            return rows[index]
        }
        history = Kept(raw, as: rows.compactMap { $0 })
        return history.clean
    }
}

/// The last cleaned value, beside its raw one.
private struct Kept<Value: Equatable & Sendable>: Sendable {
    let raw: Value
    let clean: Value

    init(_ raw: Value, as clean: Value) {
        self.raw = raw
        self.clean = clean
    }

    /// An empty value, which needs no cleaning.
    init(_ empty: Value) {
        self.init(empty, as: empty)
    }

    /// The cleaned value; an unchanged one is not cleaned again.
    mutating func clean(_ new: Value, _ body: (Value) -> Value) -> Value {
        if new != raw { self = Kept(new, as: body(new)) }
        return clean
    }
}

/// The cleaning of the parts of a report.
private struct ReportCleaner: Sendable {
    private let texts: TextCleaner
    private let splitting: ArtistTitleSplitting
    private let base: WebAddress?

    init(_ settings: Normaliser.Settings) {
        texts = TextCleaner(decodesEntities: settings.decodesEntities)
        splitting = settings.splitting
        base = settings.baseURL.flatMap { WebAddress(base: $0) }
    }

    func station(_ raw: ReportedStation) -> ReportedStation {
        var clean = ReportedStation()
        clean.name = texts.text(raw.name)
        clean.url = site(raw.url)
        clean.description = texts.text(raw.description)
        clean.logo = address(raw.logo)
        return clean
    }

    /// The texts of a track; `nil` if it has no name.
    ///
    /// - Parameters:
    ///   - twin: A track that may be the same: its names are not cleaned again.
    ///   - other: Another one.
    func named(
        _ raw: ReportedTrack, like twin: Kept<ReportedTrack?>, _ other: Kept<ReportedTrack?>
    ) -> ReportedTrack? {
        let isTwin = twin.raw?.isNamed(like: raw) == true
        let known = isTwin ? twin : other
        let isKnown = isTwin || other.raw?.isNamed(like: raw) == true
        let names = isKnown ? known.clean.flatMap { ArtistTitle($0) } : names(of: raw)
        guard let names else { return nil }
        var clean = ReportedTrack(title: names.title)
        clean.artist = names.artist
        clean.details = details(raw.details, like: known.raw?.details, known.clean?.details)
        return clean
    }

    /// A coming or played track; its only time is its start.
    func told(
        _ raw: ReportedTrack, like twin: Kept<ReportedTrack?>, _ other: Kept<ReportedTrack?>,
        in scope: TrackField.Scope
    ) -> ReportedTrack? {
        guard var clean = named(raw, like: twin, other) else { return nil }
        clean.identity = raw.identity
        clean.details = clean.details.limited(to: scope)
        if let start = raw.start.flatMap(Plausible.time) { clean.positions = [.startedAt(start)] }
        clean.duration = raw.duration.flatMap(Plausible.duration)
        return clean
    }

    /// The names; `nil` if there are none, or if they describe an ad.
    func names(of raw: ReportedTrack) -> ArtistTitle? {
        let line = (raw.title ?? raw.text).flatMap { texts.text($0) } ?? ""
        let isMarker = raw.artist == nil ? AdMarker.isLine(line) : AdMarker.isTitle(line)
        if isMarker { return nil }
        let names =
            switch StreamMarkup(line) {
            case .spot: nil as ArtistTitle?
            case .song(let title, let artist): names(title: title, artist: artist, text: nil)
            case .line(let text): names(title: nil, artist: nil, text: text)
            case nil: names(title: raw.title, artist: raw.artist, text: raw.text)
            }
        let isTitleKnown = raw.artist != nil && names?.title == line
        guard let names, isTitleKnown || !AdMarker.isTitle(names.title) else { return nil }
        return names.artist == nil && AdMarker.isLine(names.title) ? nil : names
    }

    private func names(title: String?, artist: String?, text: String?) -> ArtistTitle? {
        let title = name(title).map { LineTail.removed(from: $0, separators: nil) }
        let artist = name(artist)
        guard title == nil, artist == nil else {
            return ArtistTitle(
                title: title, artist: artist, text: self.line(text), splitting: splitting)
        }
        guard let line = self.line(text) else { return nil }
        if !splitting.separators.isEmpty, let form = LineForm(line) {
            return ArtistTitle(
                title: texts.name(form.title), artist: texts.name(form.artist), text: nil,
                splitting: splitting)
        }
        return ArtistTitle(title: nil, artist: nil, text: line, splitting: splitting)
    }

    /// A cleaned name; `nil` if there is none.
    private func name(_ raw: String?) -> String? {
        texts.name(raw.map(Self.decoded)).map { LinePrefix.removed(fromName: $0) }
            .flatMap { Placeholder.removed(from: $0) }
    }

    /// A cleaned line, without the text around its names.
    private func line(_ raw: String?) -> String? {
        guard let line = texts.line(raw.map(Self.decoded)) else { return nil }
        let body = LinePrefix.removed(fromLine: line, separators: splitting.separators)
        return LineTail.removed(from: body, separators: splitting.separators)
    }

    private static func decoded(_ raw: String) -> String {
        PercentEncoding.decodedName(raw) ?? raw
    }

    /// The cleaned fields. Tracks of one album follow each other: a value that is equal in the last
    /// track is not cleaned again.
    private func details(
        _ raw: TrackDetails, like old: TrackDetails?, _ known: TrackDetails?
    ) -> TrackDetails {
        raw.compactMapValues { field, value in
            if let old, let known, old[field] == value, let clean = known[field] { return clean }
            return cleaned(value, as: TrackField.form(of: field))
        }
    }

    private func cleaned(_ value: TrackDetail, as form: TrackField.Form) -> TrackDetail? {
        switch form {
        case .name: texts.name(value.text.map(Self.decoded)).map { .text($0) }
        case .isrc: value.text.flatMap(Plausible.isrc).map { .text($0) }
        case .address: address(value.text).map { .text($0) }
        case .kind: value
        case .number(let bounds):
            value.number.flatMap { bounds.contains($0) ? .number($0) : nil }
        case .links: links(value.links ?? []).map { .links($0) }
        }
    }

    /// The first of each service, in the order of their names: the same links are always equal.
    private func links(_ raw: [TrackLink]) -> [TrackLink]? {
        var clean: [TrackLink] = []
        for link in raw where TrackLink.isService(link.service) {
            guard clean.count < TrackLink.maximumCount else { break }
            guard let address = WebAddress.text(link.address, relativeTo: nil),
                address.hasPrefix("https://"),
                !clean.contains(where: { $0.service == link.service })
            else { continue }
            clean.append(TrackLink(service: link.service, address: address))
        }
        return clean.isEmpty ? nil : clean.sorted { $0.service < $1.service }
    }

    func streamer(_ raw: LiveStreamer?) -> LiveStreamer? {
        guard let raw, let name = texts.name(Self.decoded(raw.streamer)) else { return nil }
        var clean = LiveStreamer(streamer: name)
        clean.startedAt = raw.startedAt.flatMap(Plausible.time)
        clean.artworkURL = address(raw.artworkURL)
        return clean
    }

    func programme(_ raw: Programme?) -> Programme? {
        guard let raw, let title = texts.name(Self.decoded(raw.title)) else { return nil }
        var clean = Programme(title: title)
        clean.id = texts.text(raw.id)
        clean.kicker = texts.name(raw.kicker.map(Self.decoded))
        clean.startsAt = raw.startsAt.flatMap(Plausible.time)
        clean.endsAt = raw.endsAt.flatMap(Plausible.time)
        if let starts = clean.startsAt, let ends = clean.endsAt, ends < starts {
            // Either of them may be wrong.
            clean.startsAt = nil
            clean.endsAt = nil
        }
        clean.artworkURL = address(raw.artworkURL)
        return clean
    }

    /// The address of a site, which may be a path on the feed's own server. Other names without a
    /// scheme are mostly hosts, not files beside the feed.
    private func site(_ raw: String?) -> String? {
        guard let raw, !raw.isEmpty else { return nil }
        return WebAddress.text(raw, relativeTo: raw.hasPrefix("/") ? base : nil)
    }

    /// An address. A word alone, such as `none` or `url`, is no file beside the feed.
    private func address(_ raw: String?) -> String? {
        guard let raw, raw.utf8.contains(where: { "/.".utf8.contains($0) }) else { return nil }
        return WebAddress.text(raw, relativeTo: base)
    }
}

extension ReportedTrack {
    /// True if all texts are equal, which cost the most to clean; identity and times may differ.
    fileprivate func hasSameText(as other: ReportedTrack) -> Bool {
        isNamed(like: other) && details == other.details
    }

    /// True if the names are made of the same texts.
    fileprivate func isNamed(like other: ReportedTrack) -> Bool {
        title == other.title && artist == other.artist && text == other.text
    }
}
