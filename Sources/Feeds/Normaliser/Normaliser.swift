import NowPlaying

/// Turns what one station's feed claims into what can be believed and shown.
///
/// This is the only place that trims, splits, decodes or checks what a station says. Nearly every
/// report repeats the one before, so that what was cleaned is kept beside what it was made from.
public struct Normaliser: Sendable {
    /// What a config says of a feed's texts and addresses.
    public struct Settings: Hashable, Sendable {
        /// Turn `&eacute;` into `é`, once.
        public var decodesEntities = true
        /// How a line that is not divided into fields is split.
        public var splitting = ArtistTitleSplitting()
        /// What relative addresses are relative to; a `ws` or `wss` address stands for its site.
        public var baseURL: String?

        /// The usual settings.
        public init() {}
    }

    private let cleaner: TextCleaner
    private let splitting: ArtistTitleSplitting
    private let base: WebAddress?

    private var station = Kept(ReportedStation(), as: ReportedStation())
    private var track: Kept<ReportedTrack, NormalisedTrack?>
    private var next: Kept<ReportedTrack, UpcomingTrack?>
    private var history: Kept<[ReportedTrack], [PlayedTrack?]> = Kept([], as: [])
    private var played: [PlayedTrack] = []
    private var streamer: Kept<ReportedStreamer?, LiveStreamer?> = Kept(nil, as: nil)
    private var programme: Kept<ReportedProgramme?, Programme?> = Kept(nil, as: nil)

    /// A normaliser for one station.
    public init(_ settings: Settings = Settings()) {
        cleaner = TextCleaner(decodesEntities: settings.decodesEntities)
        splitting = settings.splitting
        base = settings.baseURL.flatMap { WebAddress(base: $0) }
        track = Kept(ReportedTrack(), as: nil)
        next = Kept(ReportedTrack(), as: nil)
    }

    /// The report, cleaned.
    public mutating func normalise(_ report: Report) -> NormalisedReport {
        var result = NormalisedReport()
        result.station = normalise(report.station)
        result.online = report.online
        result.track = report.track.flatMap { normalise($0) }
        result.isPlayer = report.isPlayer
        let rate = Plausible.rate(report.rate)
        result.state = report.state == .playing && rate == 0 ? .paused : report.state
        // Players tell at which rate they would go on.
        result.runsBackwards = result.state == .playing && rate < 0
        result.rate = result.state == .playing ? (rate > 0 ? rate : 1) : 0
        result.live = normalise(report.live)
        result.programme = normalise(report.programme)
        result.next = report.next.flatMap { normalise(next: $0) }
        result.isHistoryUnchanged = report.history == history.raw
        result.history = normalise(report.history)
        result.listeners = report.listeners.flatMap(Plausible.listeners)
        result.isCached = report.isCached
        return result
    }
}

/// What was cleaned last, beside what it was made from.
private struct Kept<Raw: Sendable, Clean: Sendable>: Sendable {
    var raw: Raw
    var clean: Clean

    init(_ raw: Raw, as clean: Clean) {
        self.raw = raw
        self.clean = clean
    }
}

extension Normaliser {
    private mutating func normalise(_ raw: ReportedStation) -> ReportedStation {
        if raw == station.raw { return station.clean }
        var clean = ReportedStation()
        clean.name = cleaner.text(raw.name)
        clean.url = site(raw.url)
        clean.description = cleaner.text(raw.description)
        clean.logo = address(raw.logo)
        station = Kept(raw, as: clean)
        return clean
    }

    private mutating func normalise(_ raw: ReportedTrack) -> NormalisedTrack? {
        if !raw.hasSameText(as: track.raw) {
            track.clean = named(raw)
            track.raw = raw
        }
        guard var clean = track.clean else { return nil }
        clean.identity = raw.identity
        clean.isJoined = raw.isJoined
        clean.positions = Plausible.positions(raw.positions)
        clean.duration = raw.duration.flatMap(Plausible.duration)
        return clean
    }

    /// The texts of a track; `nil` where there is nothing to call it by.
    private func named(_ raw: ReportedTrack) -> NormalisedTrack? {
        guard let names = names(of: raw) else { return nil }
        var clean = NormalisedTrack(title: names.title)
        clean.artist = names.artist
        let known = track.clean.map { Kept(track.raw.details, as: $0.details) }
        clean.details = details(raw.details, of: TrackField.all, known: known)
        return clean
    }

    /// `nil` where there are none, or an ad is described in place of a song.
    private func names(of raw: ReportedTrack) -> ArtistTitle? {
        switch StreamMarkup(raw.title ?? raw.text ?? "") {
        case .spot:
            nil
        case .song(let title, let artist):
            ArtistTitle(
                title: cleaner.name(title), artist: cleaner.name(artist), text: nil,
                splitting: splitting)
        case nil:
            ArtistTitle(
                title: cleaner.name(raw.title), artist: cleaner.name(raw.artist),
                text: cleaner.line(raw.text), splitting: splitting)
        }
    }

    private mutating func normalise(next raw: ReportedTrack) -> UpcomingTrack? {
        if raw == next.raw { return next.clean }
        let names = names(of: raw)
        var clean = names.map { UpcomingTrack(title: $0.title) }
        clean?.artist = names?.artist
        clean?.details = details(raw.details, of: TrackField.upcoming)
        clean?.startsAt = raw.start.flatMap(Plausible.time)
        clean?.duration = raw.duration.flatMap(Plausible.duration)
        next = Kept(raw, as: clean)
        return clean
    }

    /// An array that was handed on unchanged is equal at a glance: it is the same memory. One
    /// that moved on is nearly the same, and only what is new in it is cleaned.
    private mutating func normalise(_ raw: [ReportedTrack]) -> [PlayedTrack] {
        if raw == history.raw { return played }
        var old = Array(zip(history.raw, history.clean))[...]
        let clean = raw.prefix(Report.maximumHistory).map { track in
            guard let known = old.firstIndex(where: { $0.0 == track }) else { return played(track) }
            old = old[known...]
            return old.removeFirst().1
        }
        history = Kept(raw, as: clean)
        played = clean.compactMap { $0 }
        return played
    }

    private func played(_ raw: ReportedTrack) -> PlayedTrack? {
        guard let names = names(of: raw) else { return nil }
        var clean = PlayedTrack(title: names.title)
        clean.artist = names.artist
        clean.details = details(raw.details, of: TrackField.played)
        clean.startedAt = raw.start.flatMap(Plausible.time)
        clean.duration = raw.duration.flatMap(Plausible.duration)
        return clean
    }

    /// Cleans these fields. Tracks of one album follow each other: what is as it was is not
    /// cleaned again.
    private func details(
        _ raw: TrackDetails, of fields: [TrackField], known: Kept<TrackDetails, TrackDetails>? = nil
    ) -> TrackDetails {
        fields.reduce(into: TrackDetails()) { clean, field in
            guard let value = raw[field] else { return }
            if let known, known.raw[field] == value {
                clean[field] = known.clean[field]
            } else {
                clean[field] = cleaned(value, as: field.form)
            }
        }
    }

    private func cleaned(_ value: TrackDetail, as form: TrackField.Form) -> TrackDetail? {
        switch form {
        case .name: cleaner.name(value.text).map { .text($0) }
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

    private mutating func normalise(_ raw: ReportedStreamer?) -> LiveStreamer? {
        if raw == streamer.raw { return streamer.clean }
        var clean = cleaner.name(raw?.name).map(LiveStreamer.init(streamer:))
        clean?.startedAt = raw?.startedAt.flatMap(Plausible.time)
        clean?.artworkURL = address(raw?.artworkURL)
        streamer = Kept(raw, as: clean)
        return clean
    }

    private mutating func normalise(_ raw: ReportedProgramme?) -> Programme? {
        if raw == programme.raw { return programme.clean }
        var clean = cleaner.name(raw?.title).map(Programme.init(title:))
        clean?.id = cleaner.text(raw?.id)
        clean?.kicker = cleaner.name(raw?.kicker)
        clean?.startsAt = raw?.startsAt.flatMap(Plausible.time)
        clean?.endsAt = raw?.endsAt.flatMap(Plausible.time)
        if let starts = clean?.startsAt, let ends = clean?.endsAt, ends < starts {
            // Which of them is wrong, nobody knows.
            clean?.startsAt = nil
            clean?.endsAt = nil
        }
        clean?.artworkURL = address(raw?.artworkURL)
        programme = Kept(raw, as: clean)
        return clean
    }

    /// A site may be told by a path on the feed's own server. Other names without a scheme are
    /// mostly hosts, and no files beside the feed.
    private func site(_ raw: String?) -> String? {
        guard let raw, !raw.isEmpty else { return nil }
        return WebAddress.text(raw, relativeTo: raw.hasPrefix("/") ? base : nil)
    }

    private func address(_ raw: String?) -> String? {
        guard let raw, !raw.isEmpty else { return nil }
        return WebAddress.text(raw, relativeTo: base)
    }
}

extension ReportedTrack {
    /// All that is cleaned with effort is the same; identity and times may differ.
    fileprivate func hasSameText(as other: ReportedTrack) -> Bool {
        title == other.title && artist == other.artist && text == other.text
            && details == other.details
    }
}
