import Expectations
import Testing

@testable import Cluster

/// Keys and values as the store has them.
struct StoreKeyTests {
    @Test(arguments: ["one", "a.b", "Ünïcode/1", "under_score-9", "=41", "", "…"])
    func `every id of a station is a key that NATS takes, and is read back`(id: String) throws {
        let key = StoreKey.station(id)
        let escaped = key.text.dropFirst("station.".count)
        #expect(
            escaped.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=".contains($0)) })
        expect(StoreKey(key.text), is: key)
    }

    @Test(arguments: ["one", "a.b", "Ünïcode/1", "…"])
    func `the key of a play names its station`(id: String) {
        expect(StoreKey.station(ofPlay: StoreKey.play("x-1", of: id)), is: id)
    }

    @Test(arguments: ["one", "host.example", "…"])
    func `the key of a member is read back`(name: String) {
        expect(StoreKey(StoreKey.member(name).text), is: .member(name))
    }

    @Test(arguments: ["station.=4", "station.=zz", "station.=ff", "other", ""])
    func `what is not a key is nothing`(text: String) {
        expect(StoreKey(text), is: nil)
    }

    @Test func `a state is read as it was written`() {
        let value = StationValue(term: 7, upstream: "u", writeID: "a-1", payload: [0, 10, 255])
        expect(StationValue(value.bytes), is: value)
    }

    @Test(arguments: ["", "1 7 u a-1", "2 7 u a-1\n{}", "1 x u a-1\n{}", "1 7 u\n{}"])
    func `what is not a state is nothing`(text: String) {
        expect(StationValue(Array(text.utf8)), is: nil)
    }

    @Test func `a heartbeat is read as it was written`() {
        let identity = MemberIdentity(name: "a", incarnation: "b2")
        for owns in [true, false] {
            let heartbeat = Heartbeat(member: identity, owns: owns)
            expect(Heartbeat(heartbeat.text), is: heartbeat)
        }
        expect(Heartbeat("a owns"), is: nil)
    }
}
