public import NowPlaying

/// A sentence that covers the screen until the driver has seen it.
public struct AlertTemplate: TemplatePart, Hashable, Sendable {
    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()

    /// The sentence in several lengths, longest first: a car shows the longest that fits.
    public var titleVariants: [String] {
        get {
            guard case .texts(let texts) = properties[.titleVariants] else { return [] }
            return texts
        }
        set { properties[.titleVariants] = .texts(newValue) }
    }
}

extension AlertTemplate {
    /// The alert about a failure; a general one before anything has failed.
    ///
    /// - Parameters:
    ///   - command: The request that failed and can be made again, where the car shows a second
    ///     action. The last one dismisses the alert.
    ///   - actionsMax: The number of actions that the car shows.
    public init(
        of failure: ListeningSession.Failure?, retrying command: SessionCommand? = nil,
        actionsMax: Int, in locale: Locale
    ) {
        id = TemplateID.alert
        titleVariants = Self.titles(of: failure, in: locale)
        actions = [TextButton(id: id + "#dismiss", title: locale[.dismiss], style: .cancel)]
        guard let command, actionsMax > 1 else { return }
        actions.insert(
            TextButton(
                id: id + "#retry", title: locale[.tryAgain], style: .standard, action: command),
            at: 0)
    }

    private static func titles(
        of failure: ListeningSession.Failure?, in locale: Locale
    ) -> [String] {
        let general = locale[.notPossible]
        guard let reason = failure.map(locale.words), reason != general else { return [general] }
        return [general, reason, general + ": " + reason].sorted { $0.count > $1.count }
    }
}

extension Locale {
    /// A failure in words.
    func words(for failure: ListeningSession.Failure) -> String {
        switch failure {
        case .noAnswer: self[.noAnswer]
        case .reported(""): self[.notPossible]
        case .reported(let reason): reason.shortened(to: CarPlayBuilder.textMax)
        }
    }
}
