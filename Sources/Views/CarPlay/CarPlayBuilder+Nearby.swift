import NowPlaying

/// The map of stations.
extension CarPlayBuilder {
    /// The stations nearest to the middle of the car's map; without a map, in the listener's order.
    func nearbyTemplate() -> PointOfInterestTemplate {
        let located = scene.orderedStations.compactMap { station in
            station.location.map { (station, $0) }
        }
        let shown = sorted(located).prefix(min(limits.pointsOfInterest, shares.stations))
        var template = PointOfInterestTemplate(
            id: TemplateID.nearby, title: locale[.nearby],
            tab: ListTemplate.Tab(title: locale[.nearby], image: "map"),
            points: shown.map { point(for: $0.0, at: $0.1) })
        template.selectedIndex = shown.firstIndex { $0.0.id == scene.session.station }
        template.leftOut = located.count - shown.count
        return template
    }

    private func sorted(
        _ located: [(ListedStation, Location)]
    ) -> [(ListedStation, Location)] {
        guard let center = options.region?.center else { return located }
        let distances = located.map { center.haversine(to: $0.1) }
        // Equally far ones stay in the listener's order.
        let places = located.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        return places.map { located[$0] }
    }

    private func point(
        for station: ListedStation, at location: Location
    ) -> PointOfInterestTemplate.PointOfInterest {
        let heard = heard(of: station)
        let facts = heard.nowPlaying.station
        var point = PointOfInterestTemplate.PointOfInterest(
            id: TemplateID.nearby + "/" + station.id, location: location,
            buttonTitle: locale[.select], secondButtonTitle: locale[.information])
        point.title = facts.name.shortened(to: Self.textMax)
        point.subtitle = detailText(of: heard).shortened(to: Self.textMax)
        point.summary = facts.description?.shortened(to: Self.textMax)
        point.show(ArtworkReference(logo: facts.logo, in: options.style), else: .station)
        point.selectedPinImage = selectedPin(of: facts, besides: point.image)
        point.action = .select(station: station.id)
        point.information = information(on: station)
        return point
    }

    /// The logo for the other surroundings stands out among the pins.
    private func selectedPin(of station: Station, besides usual: ArtworkReference?)
        -> ArtworkReference?
    {
        let other = ArtworkReference(
            logo: station.logo, in: options.style.other)
        return other == usual ? nil : other
    }

    private func information(on station: ListedStation) -> InformationTemplate? {
        guard options.category.templates.contains(.information), limits.templateDepth >= 2 else {
            return nil
        }
        let heard = heard(of: station).nowPlaying
        let id = TemplateID.information(on: station.id)
        let isFavourite = scene.favourites.contains(station.id)
        var template = InformationTemplate(id: id)
        template.title = heard.station.name.shortened(to: Self.textMax)
        template.items = items(about: heard)
        template.actions = [
            TextButton(
                id: id + "#select", title: locale[.select], style: .confirm,
                action: .select(station: station.id)),
            TextButton(
                id: id + "#favourite",
                title: locale[isFavourite ? .removeFavourite : .addFavourite], style: .normal,
                action: .favourite(station: station.id, isOn: !isFavourite)),
        ]
        return template
    }

    private func items(about heard: NowPlaying) -> [InformationItem] {
        let programme = heard.programme.map {
            [$0.title, $0.interval(aheadBy: scene.offsetFromUTC)].compactMap(\.self)
                .joined(separator: " · ")
        }
        let lines: [(Phrase, String?)] = [
            (.onAirNow, heard.online == false ? locale[.offAir] : heard.track?.artistAndTitle),
            (.programme, programme), (.about, heard.station.description),
            (.streams, streams(of: heard.station)),
        ]
        let known = lines.compactMap { phrase, text in
            text.map {
                InformationItem(title: locale[phrase], detail: $0.shortened(to: Self.textMax))
            }
        }
        guard known.isEmpty else { return known }
        return [InformationItem(title: locale[.onAirNow], detail: locale[.liveRadio])]
    }

    private func streams(of station: Station) -> String? {
        station.streams.count > 1 ? station.streams.map(\.name).joined(separator: ", ") : nil
    }
}

extension Location {
    /// The haversine of the angle between two places: 0 … 1, growing with their distance.
    fileprivate func haversine(to other: Location) -> Double {
        Self.haversine(other.latitude - latitude)
            + Self.cosine(latitude) * Self.cosine(other.latitude)
            * Self.haversine(other.longitude - longitude)
    }

    private static func haversine(_ degrees: Double) -> Double {
        (1 - cosine(degrees)) / 2
    }

    /// The cosine of an angle in degrees.
    private static func cosine(_ degrees: Double) -> Double {
        // Halving an angle twice brings it below a right one, where the series is exact enough.
        let quarter = degrees * .pi / 180 / 4
        let square = quarter * quarter
        var term = 1.0
        var sum = 1.0
        for count in stride(from: 2.0, through: 20, by: 2) {
            term *= -square / (count * (count - 1))
            sum += term
        }
        let half = 2 * sum * sum - 1
        return 2 * half * half - 1
    }
}
