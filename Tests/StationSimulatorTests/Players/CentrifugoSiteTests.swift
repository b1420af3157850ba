import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct CentrifugoSiteTests {
    private static let connect = #"{"id":1,"connect":{}}"#
    private static let channel = "nowplaying:steady"

    private func subscribe(_ id: Int, _ more: String = "", to name: String = channel) -> String {
        #"{"id":\#(id),"subscribe":{"channel":"\#(name)"\#(more)}}"#
    }

    private func connected() -> VirtualFarm {
        var farm = VirtualFarm(feed: .centrifugo)
        farm.connect(.car, to: .steady)
        farm.send(Self.connect, from: .car)
        _ = farm.takeSights(of: .car)
        return farm
    }

    @Test func `several commands may come in a frame, and their replies go out in one`() throws {
        var farm = VirtualFarm(feed: .centrifugo)
        farm.connect(.car, to: .steady)
        farm.send(Self.connect + "\n" + subscribe(2, #","recover":true"#) + "\n", from: .car)
        let frames = farm.takeMessages(of: .car)
        #expect(frames.count == 1)
        let replies = try #require(frames.first).split(separator: "\n").map(String.init)
        try withJSON(try #require(replies.first)) {
            #expect($0["id"]?.int == 1)
            #expect($0.value(at: "/connect/pong")?.bool == true)
            #expect($0.value(at: "/connect/ping")?.int == 25)
        }
        try withJSON(try #require(replies.last)) {
            #expect($0["id"]?.int == 2)
            #expect(
                $0.value(at: "/subscribe/publications/0/data/song/title")?.isString == true)
        }
    }

    @Test func `publications come in a wrapper, when something changes`() throws {
        var farm = connected()
        farm.send(subscribe(2), from: .car)
        _ = farm.takeSights(of: .car)
        farm.run(for: .seconds(24))
        let pushes = farm.takeMessages(of: .car)
        #expect((1...6).contains(pushes.count))
        try withJSON(try #require(pushes.first)) {
            #expect($0.value(at: "/push/channel")?.string == Self.channel)
            #expect($0.value(at: "/push/pub/offset")?.int == 2)
            let start = try #require($0.value(at: "/push/pub/data/started_at")?.double)
            #expect(abs(start - farm.now.wall.seconds) < 24)
        }
    }

    @Test func `a ping must be answered within 8 s`() {
        var farm = connected()
        farm.run(for: .seconds(25))
        #expect(farm.takeSights(of: .car) == [.message("{}")])
        farm.send("{}", from: .car)
        farm.run(for: .seconds(25))
        #expect(farm.takeSights(of: .car) == [.message("{}")])
        farm.run(for: .seconds(8))
        #expect(farm.takeSights(of: .car) == [.closed(3012)])
    }

    @Test(
        arguments: [
            (#"{"id":1,"connect":{"token":"wrong"}}"#, 3500), (#"{"id":1,"subscribe":{}}"#, 3501),
            ("nonsense", 3501), ("{}", 3501), ("[]", 3501),
        ] as [(String, UInt16)])
    func `a beginning that is none is refused`(message: String, code: UInt16) {
        var farm = VirtualFarm(feed: .centrifugo)
        farm.connect(.car, to: .steady)
        farm.send(message, from: .car)
        #expect(farm.takeSights(of: .car) == [.closed(code)])
    }

    @Test func `what cannot be done is an error, and the connection goes on`() {
        var farm = connected()
        farm.send(subscribe(2, to: "other:x"), from: .car)
        farm.send(subscribe(3), from: .car)
        farm.send(subscribe(4), from: .car)
        farm.send(#"{"id":5,"rpc":{"method":"x"}}"#, from: .car)
        farm.send(#"{"id":6,"unsubscribe":{"channel":"nowplaying:steady"}}"#, from: .car)
        let answers = farm.takeMessages(of: .car)
        #expect(answers[0] == #"{"id":2,"error":{"code":102,"message":"unknown channel"}}"#)
        #expect(answers[2].contains("105") && answers[3].contains("104"))
        #expect(answers[4] == #"{"id":6,"unsubscribe":{}}"#)
        farm.run(for: .seconds(20))
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test func `a restart begins a new epoch, and closes without a word`() throws {
        var farm = connected()
        farm.inject(.restart)
        #expect(farm.takeSights(of: .car) == [.closed(3001)])
    }
}
