import Shell
import JSON

/// Finds out of which station a recording is: that of its first event.
struct RecordingOrigin {
    private let parser = JSONParser(maximumLength: Replay.lineLengthMax)
    private var isFound = false

    /// The station, if this line is the first that names one.
    mutating func find(in line: ArraySlice<UInt8>) -> String? {
        guard !isFound else { return nil }
        // A line that cannot be read is the replay's to complain about.
        let station = try? parser.parse(line) { $0["feed"]?.word }
        isFound = station != nil
        return station ?? nil
    }
}
