import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// Looks at a session with consumers that no interval holds back: at each moment they hold what
/// `get` answers.
final class Witness {
    private static let wishes = [
        Onlooker.Wish(view: "carPlay", options: #""patch":true"#),
        Onlooker.Wish(view: "lockScreen"), Onlooker.Wish(view: "line"),
        Onlooker.Wish(view: "nowPlaying"),
    ]

    private let world: World
    private let asker: Follower
    private(set) var onlookers: [Onlooker]
    private(set) var complaints: [String] = []

    init(_ world: World) throws {
        self.world = world
        asker = Follower(world)
        onlookers = try Self.wishes.enumerated().map {
            try Onlooker($1, in: world, place: $0)
        }
    }

    /// Compares what they hold with the answers.
    func look() throws {
        guard complaints.isEmpty else { return }
        for place in onlookers.indices {
            complaints += try onlookers[place].read()
            let onlooker = onlookers[place]
            guard let difference = onlooker.difference(from: try answer(to: onlooker.wish)) else {
                continue
            }
            let time = world.now.wall - Timestamp.at(0)
            complaints.append(
                "\(onlooker.name) holds something else than get answers at \(time): \(difference)")
        }
    }

    private func answer(to wish: Onlooker.Wish) throws -> Tree? {
        let answer = try asker.ask("get", #"{"view":"\#(wish.view)","session":"main"}"#)
        _ = try asker.events()
        return answer["records"]?.elements.first?[wish.view]
    }
}
