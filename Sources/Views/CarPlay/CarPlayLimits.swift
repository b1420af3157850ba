/// The limits of a car. The true numbers are the car's, known only when it is connected; the
/// defaults suit every car, also while it drives.
public struct CarPlayLimits: Hashable, Sendable {
    /// Tabs: of more than four an audio app loses its now-playing button.
    public var tabs = 4
    /// Rows of a list, over all its sections: some cars show no more while they drive.
    public var listItems = 12
    /// Sections of a list.
    public var listSections = 8
    /// Buttons of a grid.
    public var gridButtons = 8
    /// Pictures in an image row.
    public var rowImages = 8
    /// Buttons of the now-playing template.
    public var nowPlayingButtons = 5
    /// Actions of an alert.
    public var alertActions = 1
    /// Points of interest on a map.
    public var pointsOfInterest = 12
    /// Templates on top of each other, with the root.
    public var templateDepth = 5

    /// The defaults.
    public init() {}

    /// The same, with room for what a template cannot do without.
    var sensible: CarPlayLimits {
        var limits = self
        limits.tabs = max(tabs, 1)
        limits.listItems = max(listItems, 1)
        limits.listSections = max(listSections, 1)
        limits.gridButtons = max(gridButtons, 0)
        limits.rowImages = max(rowImages, 0)
        limits.nowPlayingButtons = max(nowPlayingButtons, 0)
        limits.alertActions = max(alertActions, 1)
        limits.pointsOfInterest = max(pointsOfInterest, 1)
        limits.templateDepth = max(templateDepth, 1)
        return limits
    }

    /// The greatest number of tabs, rows, buttons or actions of a template of a kind; `nil` where
    /// no number limits it.
    func maximum(for kind: TemplateKind) -> Int? {
        switch kind {
        case .tabBar: tabs
        case .list: listItems
        case .grid: gridButtons
        case .alert: alertActions
        case .nowPlaying: nowPlayingButtons
        case .pointOfInterest: pointsOfInterest
        case .contact, .message, .information, .actionSheet: nil
        }
    }
}
