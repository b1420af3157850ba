/// The category of an app in a car, which decides the templates that it may use.
public enum CarPlayCategory: String, CaseIterable, Sendable {
    case audio, communication, charging, parking, quickFood

    /// The templates that the category may use.
    public var templates: Set<TemplateKind> {
        switch self {
        case .audio: [.tabBar, .list, .grid, .alert, .nowPlaying]
        case .communication: [.tabBar, .list, .grid, .alert, .nowPlaying, .contact, .message]
        case .charging, .parking, .quickFood:
            [.pointOfInterest, .information, .list, .grid, .tabBar, .alert, .actionSheet]
        }
    }
}

/// Apple's templates, without their prefix; those that no feed has data for exist in the rules
/// only.
public enum TemplateKind: String, CaseIterable, Sendable {
    case tabBar, list, grid, alert, nowPlaying, pointOfInterest
    case contact, message, information, actionSheet
}
