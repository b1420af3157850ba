public import ArgumentParser
public import StationSimulator
public import Views

/// Values that are written on the command line as they are named elsewhere.
extension View: ExpressibleByArgument {}
extension SimulatedFeed: ExpressibleByArgument {}
