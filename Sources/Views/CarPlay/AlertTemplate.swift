public import NowPlaying

/// A sentence that covers the screen until the driver has seen it.
public struct AlertTemplate: Part, Hashable, Sendable {
    /// A button below it.
    public struct Action: Hashable, Sendable {
        /// What it means, as in Apple's `CPAlertAction.Style`.
        public enum Style: String, Sendable {
            case cancel
        }

        /// Unique in the document.
        public let id: String
        /// What is written on it.
        public let title: String
        /// What it means.
        public let style: Style
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// What can change in place.
    public var properties = Properties()
    /// The buttons; the last one dismisses it.
    public let actions: [Action]

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
    /// The alert of what failed; of nothing in particular before anything has.
    public init(of failure: ListeningSession.Failure?, in locale: Locale) {
        id = TemplateID.alert
        actions = [
            Action(id: TemplateID.alert + "#dismiss", title: locale[.dismiss], style: .cancel)
        ]
        let general = locale[.notPossible]
        var variants = [general]
        if let reason = failure.map(locale.words), reason != general {
            variants += [reason, general + ": " + reason]
        }
        titleVariants = variants.sorted { $0.count > $1.count }
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
