import NowPlaying

/// The now-playing template and its buttons.
extension CarPlayBuilder {
    /// `nil` for categories that may not show it, and for cars that put nothing on top of the root.
    func nowPlayingTemplate() -> NowPlayingTemplate? {
        guard options.category.templates.contains(.nowPlaying), limits.templateDepth >= 2 else {
            return nil
        }
        let hasLists = limits.templateDepth >= 3
        var template = NowPlayingTemplate(
            id: TemplateID.nowPlaying, upNextTitle: locale[.rewind],
            upNext: hasLists ? TemplateID.rewind : nil,
            albumArtist: hasLists ? TemplateID.elements : nil)
        let isEnabled = hasLists && ownStation != nil
        template[flag: .isUpNextButtonEnabled] = isEnabled
        template[flag: .isAlbumArtistButtonEnabled] = isEnabled
        let buttons = makeButtons()
        template.buttons = Array(buttons.prefix(limits.nowPlayingButtons))
        template.leftOut = buttons.count - template.buttons.count
        return template
    }

    /// Each only where it applies, by preference.
    private func makeButtons() -> [NowPlayingButton] {
        guard let station = ownStation else { return [] }
        return [
            newsButton(), liveButton(), reconnectButton(of: station), streamsButton(of: station),
            rateButton(), favouriteButton(of: station),
        ].compactMap(\.self)
    }

    /// Seeks to the latest news; its symbol says whether that lies before or after what is heard.
    private func newsButton() -> NowPlayingButton? {
        guard let news = timeline.elements.first(where: { $0.track.kind == .news }),
            let start = news.startedAt
        else { return nil }
        let heard =
            scene.presented?.playback?.anchor?.startedAt
            ?? scene.session.broadcastTime(at: time)
        let isAhead = scene.session.position != .live && start > heard
        return NowPlayingButton(
            id: id("news"), title: locale[.newsButton],
            image: isAhead ? "goforward" : "gobackward", action: .seekToElement(news.id))
    }

    private func liveButton() -> NowPlayingButton? {
        guard scene.session.position != .live else { return nil }
        return NowPlayingButton(
            id: id("live"), title: locale[.liveButton],
            image: "dot.radiowaves.left.and.right", action: .live)
    }

    /// Tries the station's feed again, while what plays goes on.
    private func reconnectButton(of station: ListedStation) -> NowPlayingButton? {
        switch station.snapshot.nowPlaying.connection.state {
        case .connecting, .live, .stale: nil
        case .failing, .stopped:
            NowPlayingButton(
                id: id("reconnect"), title: locale[.reconnectButton], image: "arrow.clockwise",
                action: .reconnect(station: station.id))
        }
    }

    private func streamsButton(of station: ListedStation) -> NowPlayingButton? {
        guard station.hasChoiceOfStreams, limits.templateDepth >= 3 else { return nil }
        return NowPlayingButton(
            id: id("streams"), title: locale[.streamsButton], image: "list.bullet",
            push: TemplateID.streams(of: station.id))
    }

    private func rateButton() -> NowPlayingButton? {
        guard scene.session.allowedRates.count > 1 else { return nil }
        return NowPlayingButton(
            id: id("rate"), kind: .playbackRate, title: locale[.rateButton], action: .cycleRate)
    }

    private func favouriteButton(of station: ListedStation) -> NowPlayingButton {
        let isFavourite = scene.favourites.contains(station.id)
        return NowPlayingButton(
            id: id("favourite"), title: locale[.favouriteButton],
            image: isFavourite ? "heart.fill" : "heart", isSelected: isFavourite,
            action: .favourite(station: station.id, isOn: !isFavourite))
    }

    private func id(_ button: String) -> String { TemplateID.nowPlaying + "#" + button }
}
