/// The StationSimulator target.
