import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// Mappings of whole protocols, as a config would have them.
struct PlayerTests {
    @Test func `an event can ask for more, and the answers are parts of the state`() throws {
        var talk = try MappedTalk(
            #"""
            {"layer":"jsonrpc",
             "open":[{"method":"Player.GetActive"}],
             "messages":[
               {"event":["Player.OnPlay","Player.OnSeek"],"do":"ignore","send":[
                 {"method":"Player.GetItem","params":{"player":"{/data/player/id}"}},
                 {"method":"Player.GetTime","params":{"player":"{/data/player/id}"}}]},
               {"event":"Player.OnStop","do":"clear"},
               {"event":"Player.GetItem","do":"partial","at":"/item"},
               {"event":"Player.GetTime","do":"partial","map":{
                 "track":{"elapsed":"/time","duration":"/total"},
                 "state":{"at":"/speed","playing":1,"paused":0}}},
               {"event":"Player.GetActive","do":"ignore"}],
             "track":{"key":"/id","title":"/title","artist":"/artist/*"}}
            """#)
        expect(talk.open(), is: [#"send {"jsonrpc":"2.0","id":1,"method":"Player.GetActive"}"#])
        expect(
            talk.receive(
                #"{"jsonrpc":"2.0","method":"Player.OnPlay","params":{"data":{"player":{"id":3}}}}"#
            ),
            is: [
                #"send {"jsonrpc":"2.0","id":2,"method":"Player.GetItem","params":{"player":3}}"#,
                #"send {"jsonrpc":"2.0","id":3,"method":"Player.GetTime","params":{"player":3}}"#,
            ])
        _ = talk.receive(
            #"{"id":2,"result":{"item":{"id":9,"title":"T","artist":["A","B"]}}}"#)
        let report = try talk.reported(
            #"""
            {"id":3,"result":{"speed":0,"time":{"hours":0,"minutes":1,"seconds":2,
             "milliseconds":500},"total":{"minutes":3}}}
            """#)
        expect(report.track?.title, is: "T")
        expect(report.track?.artist, is: "A, B")
        expect(report.track?.positions, is: [.elapsed(.milliseconds(62_500))])
        expect(report.track?.duration, is: .seconds(180))
        expect(report.state, is: .paused)
        expect(talk.report(#"{"method":"Player.OnStop"}"#)?.track, is: nil)
    }

    @Test func `a login comes before the subscription`() throws {
        var talk = try MappedTalk(
            #"""
            {"values":{"token":"secret"},
             "messages":[
               {"when":{"/type":"auth_required"},"do":"ignore",
                "send":{"type":"auth","access_token":"{token}"}},
               {"when":{"/type":"auth_ok"},"do":"hello",
                "send":{"id":1,"type":"subscribe","entity_id":"{station}"}},
               {"when":{"/type":"auth_invalid"},"do":"terminal","reason":"/message"},
               {"when":{"/type":"event"},"at":"/state"},
               {"do":"ignore"}],
             "track":{"when":{"/state":["playing","paused"]},"title":"/attributes/media_title",
                      "elapsed":{"at":"/attributes/media_position","asOf":"/attributes/updated"}},
             "state":"/state"}
            """#,
            stations: ["media_player.kitchen"])
        expect(talk.open(), is: [])
        expect(
            talk.receive(#"{"type":"auth_required"}"#),
            is: [#"send {"type":"auth","access_token":"secret"}"#])
        expect(
            talk.receive(#"{"type":"auth_ok"}"#),
            is: [
                #"send {"id":1,"type":"subscribe","entity_id":"media_player.kitchen"}"#, "accepted",
            ])
        let report = try talk.reported(
            #"""
            {"type":"event","state":{"state":"paused","attributes":{"media_title":"T",
             "media_position":5,"updated":"2023-11-14T22:13:20Z"}}}
            """#)
        let asOf = Timestamp(milliseconds: 1_700_000_000_000)
        expect(report.track?.positions, is: [.elapsedAsOf(.seconds(5), asOf)])
        expect(report.state, is: .paused)
        let idle = talk.report(
            #"{"type":"event","state":{"state":"idle","attributes":{"media_title":"T"}}}"#)
        expect(idle?.track, is: nil)
        expect(idle?.state, is: .stopped)
        expect(
            talk.receive(#"{"type":"auth_invalid","message":"no"}"#), is: ["disconnect 0 terminal"])
    }

    @Test func `events of Socket IO are told apart by their names`() throws {
        var talk = try MappedTalk(
            #"""
            {"layer":{"socketio":{"version":3}},
             "open":[{"event":"getState","data":""}],
             "messages":[
               {"event":"pushState"},{"event":"listeners","do":"partial","map":{"listeners":""}},
               {"do":"ignore"}],
             "track":{"title":"/title","elapsed":{"at":"/seek","unit":"ms"},"duration":"/duration"},
             "state":{"at":"/status","playing":"play","paused":"pause","stopped":"stop"}}
            """#)
        expect(talk.open(), is: [])
        _ = talk.receive(#"0{"pingInterval":25000}"#)
        expect(talk.receive("40"), is: ["accepted", #"send 42["getState",""]"#])
        let report = talk.report(
            #"42["pushState",{"status":"play","title":"T","seek":1500,"duration":0}]"#)
        expect(report?.track?.positions, is: [.elapsed(.milliseconds(1_500))])
        expect(talk.report(#"42["listeners",12]"#)?.listeners?.current, is: 12)
        expect(talk.receive(#"42["other",{}]"#), is: [])
        let stopped = talk.report(#"42["pushState",{"status":"stop","trackType":"webradio"}]"#)
        expect(stopped?.track, is: nil)
        expect(stopped?.state, is: .stopped)
    }
}
