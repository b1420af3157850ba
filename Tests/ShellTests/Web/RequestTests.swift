import Expectations
import Loop
import Hub
import JSON
import NowPlaying
import Sessions
import Testing
import Views
import Shell

struct RequestTests {
    private let reader = WebRequestReader(parser: JSONParser(), limits: Box(Limits()))

    @Test func `an address says what a subscription says`() throws {
        let request = HTTPRequest(
            "GET", "/api/v1/events",
            query: [
                "view=line", "station=a", "station=b", "minInterval=0.5", "locale=de", "ticket=x",
            ], headers: ["last-event-id": "e1.42"])
        guard case .subscribe(let query, let since) = try reader.events(request).method.get()
        else { return #expect(Bool(false)) }
        expect(query.view, is: .line)
        expect(query.stations, is: ["a", "b"])
        expect(query.minInterval, is: .milliseconds(500))
        expect(query.options.applied(to: DocumentOptions(view: query.view)).locale, is: .german)
        expect(since?.epoch, is: "e1")
        expect(since?.revision, is: 42)
    }

    @Test func `several stations stand in one parameter, in several, or in both`() throws {
        func stations(_ query: String...) throws -> [String]? {
            let request = try reader.stations(HTTPRequest("GET", "/", query: query))
            guard case .get(let get, after: _) = try request.method.get() else { return nil }
            return get.stations
        }
        try expect(stations("station=a,b,c"), is: ["a", "b", "c"])
        try expect(stations("station=b,a", "station=c"), is: ["b", "a", "c"])
        try expect(stations("history=1"), is: nil)
        // The hub has no station without a name.
        try expect(stations("station=a,,b", "station="), is: ["a", "", "b", ""])
    }

    @Test(arguments: [
        (["history=x"], "history must be a whole number from 0 to 50"),
        (["history=51"], "history must be a whole number from 0 to 50"),
        (["minInterval=-1"], "minInterval must be a number of seconds from 0 to 3600"),
        (["minInterval=nan"], "minInterval must be a number of seconds from 0 to 3600"),
        (["patch=yes"], "patch must be true or false"),
        (["view=x"], "no view x: known are nowPlaying, line, lockScreen, carPlay"),
        (["view=carPlay", "station=a"], "stations must be left out for view carPlay"),
    ])
    func `a wrong parameter is refused in JSON-RPC's words`(query: [String], message: String) throws
    {
        let request = try reader.events(HTTPRequest("GET", "/", query: query))
        #expect { try request.method.get() } throws: { ($0 as? RequestError)?.message == message }
    }

    @Test func `unknown and repeated parameters are refused`() {
        #expect {
            try reader.stations(HTTPRequest("GET", "/", query: ["histroy=5"]))
        } throws: {
            ($0 as? RequestError)?.message.hasPrefix("no parameter histroy: known are ") == true
        }
        #expect {
            try reader.stations(HTTPRequest("GET", "/", query: ["history=5", "history=6"]))
        } throws: { ($0 as? RequestError)?.message == "history is there twice" }
    }

    @Test(arguments: [
        "", "[]", "1", #"{"a":1"#, #"{},"method":"status""#, "{}{}", "{} x",
    ])
    func `a body that is not one object is refused`(body: String) {
        #expect(throws: RequestError.self) { try reader.call("command", Array(body.utf8)) }
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("e.1", EventID(epoch: "e", resume: 1)),
            ("e", EventID(epoch: "", resume: 0)), ("e.x", EventID(epoch: "", resume: 0)),
            ("a.b.1", EventID(epoch: "", resume: 0)), ("e.-1", EventID(epoch: "", resume: 0)),
            ("e.99999999999999999999", EventID(epoch: "", resume: 0)),
        ] as [(String?, EventID?)])
    func `the id of an event tells up to where its receiver holds everything`(
        text: String?, id: EventID?
    ) {
        expect(EventID(text), is: id)
    }

    @Test(
        arguments: [
            (nil, PlayQuery.Form.json), ("text/csv", .csv), ("text/html, */*;q=0.1", .json),
            ("application/json", .json), ("TEXT/CSV; q=1, application/json", .csv),
        ] as [(String?, PlayQuery.Form)])
    func `a history has the form that is accepted`(accept: String?, form: PlayQuery.Form) throws {
        var headers: [String: String] = [:]
        headers["accept"] = accept
        let request = HTTPRequest("GET", "/", headers: headers)
        let query = try PlayQuery("a", request, at: Timestamp(milliseconds: 1_000_000_000))
        expect(query.form, is: form)
    }

    @Test func `a history in no known form is not acceptable`() {
        let request = HTTPRequest("GET", "/", headers: ["accept": "text/html"])
        #expect { try PlayQuery("a", request, at: Timestamp(milliseconds: 0)) } throws: {
            ($0 as? Problem)?.status == 406
        }
        for query in ["limit=0", "limit=1001", "since=x", "until=", "x=1"] {
            let request = HTTPRequest("GET", "/", query: [query])
            #expect { try PlayQuery("a", request, at: Timestamp(milliseconds: 0)) } throws: {
                ($0 as? Problem)?.status == 400
            }
        }
    }

    @Test func `a problem is told as JSON with the hub's own code`() {
        let error = RequestError(.unknownStation, "no station x", ("station", "x"))
        let answer = Problem(error).answer
        expect(answer.status, is: 404)
        expect(answer.headers.first?.value, is: "application/problem+json")
        expect(
            String(decoding: answer.body, as: UTF8.self),
            is: """
                {"type":"about:blank","title":"Not Found","status":404,"detail":"no station x",\
                "code":-32001,"data":{"station":"x"}}
                """)
    }
}
