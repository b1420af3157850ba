public import ArgumentParser
public import HubClient
public import Shell
public import Simulator
import Views

/// Values that are written on the command line as they are named elsewhere.
extension SimulatedFeed: ExpressibleByArgument {}
extension Fault: ExpressibleByArgument {}
extension HistoryListing.Format: ExpressibleByArgument {}

extension HubView: ExpressibleByArgument {
    /// The possible values.
    public static var allValueStrings: [String] { View.allValueStrings }

    /// The completions that shells offer.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The text for it on a command line.
    public var defaultValueDescription: String { rawValue }

    /// The view of this name.
    public init?(argument: String) {
        guard let view = View(argument: argument) else { return nil }
        self.init(rawValue: view.name)
    }
}
