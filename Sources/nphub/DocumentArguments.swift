public import ArgumentParser
import Hub
import NowPlaying
public import Views

/// Checks that several commands make of what the user wrote.
enum DocumentArguments {
    /// Refuses more history than a hub keeps, and what the view has no place for.
    static func check(history: Int, listeners: Bool = false, in view: String) throws {
        let most = Limits().history
        guard (0...most).contains(history) else {
            throw ValidationError("--history is a number of tracks from 0 to \(most).")
        }
        guard view == "nowPlaying" || history == 0 && !listeners else {
            throw ValidationError(
                "--history and --listeners are for --view nowPlaying: others have no room.")
        }
    }

    /// Refuses what is not a time between two records.
    static func check(minInterval: Double) throws {
        guard let interval = Interval(seconds: minInterval), interval >= .zero,
            interval <= Limits().intervalMax
        else { throw ValidationError("--min-interval is a number of seconds from 0 to 3600.") }
    }
}

extension View: ExpressibleByArgument {
    /// What can be written.
    public static var allValueStrings: [String] { encoded.map(\.name) }

    /// What shells offer.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The view of this name.
    public init?(argument: String) {
        self.init(named: argument)
    }
}
