public import ArgumentParser
public import HubClient
public import HubService
public import StationSimulator

/// Values that are written on the command line as they are named elsewhere.
extension HubView: ExpressibleByArgument {}
extension SimulatedFeed: ExpressibleByArgument {}
extension Fault: ExpressibleByArgument {}
extension HistoryListing.Format: ExpressibleByArgument {}
