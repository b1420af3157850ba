public import ArgumentParser
public import HubRuntime
public import StationSimulator
public import Views

/// Values that are written on the command line as they are named elsewhere.
extension View: ExpressibleByArgument {
    public static var allValueStrings: [String] { encoded.map(\.name) }

    public init?(argument: String) {
        self.init(named: argument)
    }
}
extension SimulatedFeed: ExpressibleByArgument {}
extension Fault: ExpressibleByArgument {}
extension HistoryListing.Format: ExpressibleByArgument {}
