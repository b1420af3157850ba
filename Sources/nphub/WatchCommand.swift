import ArgumentParser
import Loop
import Glibc
import HubClient
import Shell
import NowPlaying
import Support
import Views

/// `nphub watch`: what a running hub tells, as it happens.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what a running hub tells, as it happens.",
        usage: "nphub watch [<options>]",
        discussion: """
            On a terminal it shows a table of the stations; elsewhere, or where a format is \
            asked for, it prints first the present state of every station, then each change. It \
            waits for a hub that is not there yet, survives a restart of the hub, and prints \
            nothing twice.

            Formats:
              jsonl     each record as a line of JSON
              plain     lines of text, with the reason where a station cannot be read;
                        of several stations, after the station's id
              waybar    for a custom module of Waybar with "return-type": "json"
              i3bar     the status line of i3bar and swaybar, a block a station
              table     all stations at a glance, always up to date, on a terminal; with
                        --once it is printed anywhere
              screen    what a car shows, drawn; with --view lockScreen what a lock
                        screen does
              TEMPLATE  lines of your own, such as '{artist} – {title}'; of several
                        stations, begin with {station} or {id}

            Fields of a template:
              {title} {artist} {album} {artwork}    what plays
              {genre} {isrc} {kind} {year}          more of it, where the feed has it
              {composer} {label} {requestedBy}      who wrote, published, requested it
              {season} {episode} {links}            of episodes; SERVICE=ADDRESS …
              {elapsed} {remaining} {duration}      position and length, kept up to date
              {next} {programme} {streamer}         what follows, the show, who is on air
              {station} {id} {url} {listeners}      the station
              {state} {reason}                      playing, paused, stopped; why not live
              {startedAt}                           when it began, in Unix seconds

            {title:30} takes at most 30 columns, the last one an ellipsis; through \
            {title:30:scroll} a longer text moves. A segment in […] \
            vanishes when a field in it is absent. {{ is a brace. waybar:TEMPLATE and \
            i3bar:TEMPLATE put your own text into the bar.

            The table scrolls by the arrows, f leaves only stations that are not live, q ends it. \
            On a terminal, --once without a format lays the records out for people.

            Of several stations, waybar shows the one whose line changed last, and all in its \
            tooltip.

            --view lockScreen and carPlay are documents of a listening session; plain, templates \
            and bars show the first as they show a station. On a terminal, screen moves by itself \
            and takes keys, which the last line tells: arrows or j and k choose, Enter taps, Tab \
            and digits change tabs, Space plays and pauses, Esc goes back, n shows what plays, q \
            ends it. Elsewhere, and with --once, it prints pictures, an empty line after each.

            Examples:
              nphub watch
              nphub watch --station radiospiral --format plain
              nphub watch --format '[{artist} – ]{title}[ ({elapsed}/{duration})]'
              nphub watch --format waybar --history 3
              nphub watch --format 'i3bar:{title:30}[ {elapsed}]' --station radiospiral
              nphub watch --view line --min-interval 5 | jq -r .line
              nphub watch --once --history 5
              nphub watch --patch --min-interval 0
              nphub watch --once --format table
              nphub watch --format screen
              nphub watch --view lockScreen --format screen --session kitchen
              nphub watch --view lockScreen --format '[{artist} – ]{title}'

            --exec PROGRAM [ARGUMENTS] runs a program in place of printing, one at a time for each \
            station, the newest record next: with the record on its stdin at each change, or, \
            where its arguments have fields, when one of them has another text. A value is an \
            argument and never goes through a shell. The present state runs it only with --once.

              nphub watch --exec notify-send {station} '{artist} – {title}'

            It ends on SIGINT and SIGTERM, and quietly when its reader goes away.
            """)

    @OptionGroup var socket: SocketOptions

    @Option(
        help: ArgumentHelp(
            "The shape of the records. (default: what the format needs, else nowPlaying)",
            valueName: "VIEW"))
    var view: HubView?

    @OptionGroup var records: RecordOptions

    @Option(
        help: ArgumentHelp(
            "The least time between two records of a station or session, in seconds, 0 to 3600; "
                + "0 for every change. (default: 1, of sessions 0)", valueName: "S"))
    var minInterval: Double?

    @Flag(help: "After a station's first record, print what changed only (RFC 7396).")
    var patch = false

    @Flag(help: "Print the present state and end; with 69 where no hub answers.")
    var once = false

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "jsonl, plain, waybar, i3bar, table, screen, or a template of your own. (default: "
                + "table on a terminal, else jsonl)",
            valueName: "FORMAT"),
        completion: .list(WatchFormat.names), transform: Self.format)
    var chosenFormat: WatchFormat?

    @Option(
        name: .customLong("exec"), parsing: .remaining,
        help: ArgumentHelp(
            "Run a program on each change instead of printing; all that follows is its command "
                + "line, so this comes last.", valueName: "PROGRAM"),
        transform: { $0 })
    var program: [String] = []

    /// The chosen format, else the one that suits the output.
    private var format: WatchFormat {
        if let chosenFormat { return chosenFormat }
        guard program.isEmpty else { return .jsonl }
        let showsState = view == nil || view == .nowPlaying
        let isPlain = !patch && !once && records.history == 0 && !records.listeners
        return showsState && isPlain && StandardOutput.terminal != nil ? .table : .jsonl
    }

    /// The chosen view, else the usual one of the format.
    private var chosenView: HubView { view ?? format.views.first ?? .nowPlaying }

    func validate() throws {
        guard format.views.contains(chosenView) else {
            let views = format.views.map(\.rawValue).joined(separator: " or ")
            throw ValidationError("--format \(format.name) prints --view \(views).")
        }
        try checkProgram()
        if patch { try DocumentArguments.checkPatches(of: chosenView.rawValue) }
        try checkFormat()
        try DocumentArguments.check(
            history: records.history, listeners: records.listeners, in: chosenView.rawValue)
        if let minInterval { try DocumentArguments.check(minInterval: minInterval) }
    }

    private func checkProgram() throws {
        guard !program.isEmpty else { return }
        guard chosenFormat == nil || chosenFormat == .jsonl else {
            throw ValidationError("--exec gives records to a program: leave --format out.")
        }
        guard
            try parsedProgram?.hasFields == false
                || [.nowPlaying, .lockScreen].contains(chosenView)
        else {
            throw ValidationError("--exec fills fields in of --view nowPlaying or lockScreen.")
        }
    }

    private var parsedProgram: WatchProgram? {
        get throws {
            guard !program.isEmpty else { return nil }
            do {
                return try WatchProgram(program)
            } catch {
                throw ValidationError("--exec: \(error)")
            }
        }
    }

    /// Refuses options that the format does not show.
    private func checkFormat() throws {
        switch format {
        case .jsonl:
            return
        case .plain, .template, .waybar, .i3bar, .table, .screen:
            guard !patch else { throw ValidationError("--patch is for --format jsonl.") }
            guard !records.listeners else {
                throw ValidationError("--listeners is for --format jsonl.")
            }
        }
        if case .waybar = format { return }
        if case .table = format, !once, StandardOutput.terminal == nil {
            throw ValidationError(
                "--format table needs a terminal; elsewhere add --once, or use plain or jsonl.")
        }
        guard records.history == 0 else {
            throw ValidationError("--history is for --format jsonl and waybar.")
        }
    }

    @Sendable private static func format(_ text: String) throws -> WatchFormat {
        do {
            return try WatchFormat(text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            let place = try socket.place()
            let terminal = terminal
            let watch: Watch
            do throws(EventLoopError) {
                watch = try Watch(
                    settings(on: terminal), at: place, generator: SystemRandomNumberGenerator(),
                    clock: { SystemClock().now }, to: STDOUT_FILENO, terminal: terminal,
                    layout: layout, say: ProgramExit.say)
            } catch {
                throw ProgramFailure(.internalError, "\(error)")
            }
            try StationAdvice.advising(on: records.stations, at: place) { try watch.run() }
        }
    }

    /// The terminal on which a table or a screen is drawn; `nil` where it is printed.
    private var terminal: Terminal? {
        switch format {
        case .table, .screen: once ? nil : StandardOutput.terminal
        case .jsonl, .plain, .template, .waybar, .i3bar: nil
        }
    }

    /// On a terminal, what is printed once is for people; a format that is asked for, for programs.
    private var layout: JSONLayout? {
        once && chosenFormat == nil ? StandardOutput.layout : nil
    }

    private func settings(on terminal: Terminal?) -> WatchMachine.Settings {
        var settings = WatchMachine.Settings(subscription(to: chosenView), format: format)
        settings.subscription.wantsPatches = patch
        settings.endsWhenSynced = once
        settings.program = try? parsedProgram
        settings.screen.size = terminal?.size
        settings.screen.isColoured = StandardOutput.takesColour
        if case .table = format, let width = StandardOutput.width {
            settings.screen.printedWidth = width
        }
        // The lock screen has the texts of a car's now-playing template.
        if case .screen = format, chosenView == .carPlay {
            settings.subscription.wantsPatches = true
            settings.companion = subscription(to: .lockScreen)
        }
        return settings
    }

    private func subscription(to view: HubView) -> HubSubscription {
        var subscription = HubSubscription(records.query(view: view))
        if format.showsListeners { subscription.query.includesListeners = true }
        subscription.minInterval = minInterval.flatMap(Interval.init(seconds:))
        return subscription
    }
}
