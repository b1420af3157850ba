import Hub
import NowPlaying
import Support

/// All that will happen in a simulated world: drawn from a seed before it begins, so that it
/// cannot depend on what the hub does.
struct SimulationScript {
    /// The view that a consumer subscribes to.
    struct Wish {
        enum Kind: CaseIterable {
            case line, document, patches
        }

        var kind: Kind
        var interval: Interval
        /// By their places; `nil` for all.
        var stations: [Int]?

        static func random(using generator: inout SeededGenerator) -> Wish {
            let intervals: [Int64] = [0, 0, 100, 1_000, 5_000]
            let chosen = (0..<SimulationScript.stations).filter { _ in
                Bool.random(using: &generator)
            }
            return Wish(
                kind: Kind.allCases.randomElement(using: &generator) ?? .line,
                interval: .milliseconds(intervals.randomElement(using: &generator) ?? 0),
                stations: Bool.random(using: &generator) ? nil : chosen)
        }
    }

    enum Action {
        /// A station says something new.
        case publish(Int)
        /// A station says the same again.
        case repeated(Int)
        /// A station says what it said before the last time.
        case recall(Int)
        /// A message comes twice.
        case duplicate(Int)
        /// Two messages come in the wrong order.
        case reorder(Int)
        /// A station goes off the air.
        case signOff(Int)
        /// A station sends something that is not a message.
        case garbage(Int)
        case lose(Int)
        case open(Int)
        /// A station's server starts anew: its offsets begin at 1 in another epoch.
        case restartServer(Int)
        /// The config changes.
        case reconfigure(Reform)
        /// The machine's clock is set.
        case stepClock(Interval)
        /// A slow consumer stops reading.
        case block(Int)
        /// A slow consumer reads all that was kept for it.
        case drain(Int)
        /// A quick consumer ends its subscription and makes another.
        case subscribe(Int, Wish)
        /// A quick consumer is replaced by a newcomer.
        case replace(Int, Wish)
        /// A quick consumer loses its connection and comes back.
        case resume(Int)
        /// A newcomer is cut before it was given everything, and comes back.
        case resumeEarly(Int)
        /// The hub starts anew: all consumers come back to another epoch.
        case restartHub
        /// Nothing but time.
        case wait
    }

    /// A change of the config.
    enum Reform {
        /// A station is taken out, or put back.
        case toggle(Int)
        case rename(Int, String?)
        case delay(Int, Interval)
        /// A station's server gets another address.
        case move(Int)
        /// A station is read under another short code.
        case recode(Int)
        /// Nothing but the order.
        case rotate
    }

    struct Step {
        var pause: Interval
        var action: Action
    }

    static let stations = 5
    /// A station that is not in the config at first.
    static let latecomer = 4
    /// Consumers that read everything at once.
    static let quick = 4
    /// Consumers that stop reading now and then.
    static let slow = 2

    /// The first subscriptions of the consumers: the quick ones, then the slow ones.
    let wishes: [Wish]
    let steps: [Step]
    /// The time by which each station's metadata runs ahead.
    let delays: [Interval]

    init(seed: UInt64, length: Int) {
        var generator = SeededGenerator(seed: seed)
        delays = (0..<Self.stations).map { place in
            place == 3
                ? .milliseconds(.random(in: 1...15_000, using: &generator)) : .zero
        }
        wishes = (0..<(Self.quick + Self.slow)).map { _ in .random(using: &generator) }
        steps = (0..<length).map { _ in
            Step(
                pause: Self.pause(using: &generator), action: Self.action(using: &generator))
        }
    }

    private static func pause(using generator: inout SeededGenerator) -> Interval {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<5: .zero
        case 5..<12: .milliseconds(.random(in: 1...300, using: &generator))
        case 12..<18: .milliseconds(.random(in: 300...4_000, using: &generator))
        case 18: .milliseconds(.random(in: 4_000...40_000, using: &generator))
        default: .milliseconds(.random(in: 40_000...200_000, using: &generator))
        }
    }

    private static func action(using generator: inout SeededGenerator) -> Action {
        let station = Int.random(in: 0..<stations, using: &generator)
        let consumer = Int.random(in: 0..<quick, using: &generator)
        let sleeper = quick + Int.random(in: 0..<slow, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<26: return .publish(station)
        case 26..<32: return .recall(station)
        case 32..<38: return .repeated(station)
        case 38..<42: return .reconfigure(reform(of: station, using: &generator))
        case 42..<46: return .duplicate(station)
        case 46..<50: return .reorder(station)
        case 50..<53: return .signOff(station)
        case 53..<55: return .garbage(station)
        case 55..<59: return .lose(station)
        case 59..<65: return .open(station)
        case 65..<68: return .restartServer(station)
        case 68..<70:
            let step = Int64.random(in: -7_200_000...7_200_000, using: &generator)
            return .stepClock(.milliseconds(step))
        case 70..<76: return .block(sleeper)
        case 76..<84: return .drain(sleeper)
        case 84..<88: return .subscribe(consumer, .random(using: &generator))
        case 88..<91: return .replace(consumer, .random(using: &generator))
        case 91..<93: return .resume(consumer)
        case 93..<95: return .resumeEarly(consumer)
        case 95: return .restartHub
        default: return .wait
        }
    }

    private static func reform(
        of station: Int, using generator: inout SeededGenerator
    ) -> Reform {
        switch Int.random(in: 0..<16, using: &generator) {
        case 0..<8: return .toggle(station)
        case 8..<10:
            return .rename(
                station, ["Radio", "Sender", nil].randomElement(using: &generator) ?? nil)
        case 10..<12:
            return .delay(station, .milliseconds(.random(in: 0...9_000, using: &generator)))
        case 12: return .move(station)
        case 13..<15: return .recode(station)
        default: return .rotate
        }
    }
}
