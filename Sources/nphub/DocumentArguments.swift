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
        let hasHistory = View(named: view)?.definition.hasHistory ?? false
        guard hasHistory || history == 0 && !listeners else {
            let views = View.names(where: \.hasHistory)
            throw ValidationError(
                "--history and --listeners are for --view \(views): others have no room.")
        }
    }

    /// Refuses patches of a view that has none.
    static func checkPatches(of view: String) throws {
        guard View(named: view)?.definition.hasPatches != true else { return }
        let views = View.names(where: \.hasPatches)
        throw ValidationError("--patch is for --view \(views): other views have no patches.")
    }

    /// Refuses what is not a time between two records.
    static func check(minInterval: Double) throws {
        guard let interval = Interval(seconds: minInterval), interval >= .zero,
            interval <= Limits().intervalMax
        else { throw ValidationError("--min-interval is a number of seconds from 0 to 3600.") }
    }
}

extension View: ExpressibleByArgument {
    /// The possible values.
    public static var allValueStrings: [String] { encoded.map(\.name) }

    /// The name of a default in a help.
    public var defaultValueDescription: String { name }

    /// The completions that shells offer.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The names of those of which something holds.
    fileprivate static func names(where holds: (ViewDefinition) -> Bool) -> String {
        encoded.filter { holds($0.definition) }.map(\.name).joined(separator: " and ")
    }

    /// The view of this name.
    public init?(argument: String) {
        self.init(named: argument)
    }
}
