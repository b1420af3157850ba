import NowPlaying

/// The now-playing template and its buttons.
extension CarPlayBuilder {
    /// `nil` for categories that may not show it, and for cars that put nothing on top of the root.
    ///
    /// - Parameter lists: The lists that it can put on top. One that says that there is nothing has
    ///   no button.
    func nowPlayingTemplate(over lists: [ListTemplate]) -> NowPlayingTemplate? {
        guard options.category.templates.contains(.nowPlaying), limits.templateDepth >= 2 else {
            return nil
        }
        let hasLists = limits.templateDepth >= 3
        var template = NowPlayingTemplate(
            id: TemplateID.nowPlaying, upNextTitle: locale[.rewind],
            upNext: hasLists ? TemplateID.rewind : nil,
            albumArtist: hasLists ? TemplateID.elements : nil)
        let filled = Set(lists.filter(\.isFilled).map(\.id))
        template[flag: .isUpNextButtonEnabled] = filled.contains(TemplateID.rewind)
        template[flag: .isAlbumArtistButtonEnabled] = filled.contains(TemplateID.elements)
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
            rateButton(), favouriteButton(of: station), repeatButton(), shuffleButton(),
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

    /// Goes on to the next mode: all, one, off.
    private func repeatButton() -> NowPlayingButton? {
        guard let mode = scene.session.repeatMode else { return nil }
        let next: ListeningSession.RepeatMode =
            switch mode {
            case .off: .all
            case .all: .one
            case .one: .off
            }
        return NowPlayingButton(
            id: id("repeat"), kind: .repeat, title: locale[.repeatButton],
            image: mode == .one ? "repeat.1" : "repeat", isSelected: mode != .off,
            action: .repeatMode(next))
    }

    private func shuffleButton() -> NowPlayingButton? {
        guard let isShuffled = scene.session.isShuffled else { return nil }
        return NowPlayingButton(
            id: id("shuffle"), kind: .shuffle, title: locale[.shuffleButton], image: "shuffle",
            isSelected: isShuffled, action: .shuffle(!isShuffled))
    }

    private func id(_ button: String) -> String { TemplateID.nowPlaying + "#" + button }
}
