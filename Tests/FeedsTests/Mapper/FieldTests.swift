import Expectations
import JSON
import NowPlaying
import Testing

@testable import Feeds

struct FieldTests {
    @Test(
        arguments: [
            ("/a", "1"), ("/b/0", "x"), ("/b/1/c", "y"), ("/b/01", "absent"), ("/b/-", "absent"),
            ("/b/9", "absent"), ("", "nothing"), ("/a/b", "absent"), ("/n", "nothing"),
            ("/n/deeper", "nothing"), ("/x~1y", "slash"), ("/x~0y", "tilde"), ("/x~01y", "absent"),
            ("/list/*/name", "P, Q"), ("/list/*/none", "absent"), ("/keyed/*", "eins, zwei, drei"),
            ("/keyed/2", "zwei"), ("/props/[key=TITLE]/value", "T"),
            ("/props/[key=NONE]/value", "absent"), ("/props/[n=7]/value", "seven"),
            ("/props/*/[key|n]", "ARTIST, TITLE, 7"), ("/list/0/[none|name]", "P"),
            ("/list/0/[no|none]", "absent"), ("/[n|empty|a]", "1"), ("/[n|no]", "nothing"),
            ("/b/[x|y]", "absent"), ("/list/0/[name]", "absent"),
            ("/b/-2", "x"), ("/b/-1/c", "y"), ("/b/-3", "absent"), ("/b/-0", "absent"),
            ("/object/-1", "absent"), ("/pairs/[0=isrc]/1", "I"), ("/pairs/[1=U]/0", "upc"),
            ("/pairs/[2=x]/0", "absent"), ("/sizes/[max:w]/u", "large"),
            ("/sizes/[max:x]", "absent"),
            ("/keyedSizes/[max:w]/u", "b"), ("/object/*", "v1, v2"), ("/b/*", "x"),
            ("/flag", "nothing"), ("/empty", "nothing"),
            ("/empties/*", "nothing"), ("/deep/*/*", "1, 2, 3"),
        ] as [(String, String)])
    func `a pointer leads to a text`(pointer: String, expected: String) throws {
        let message = #"""
            {"a":1,"b":["x",{"c":"y"}],"n":null,"x/y":"slash","x~y":"tilde","flag":true,"empty":"",
             "list":[{"name":"P"},{"name":"Q"}],"keyed":{"10":"drei","2":"zwei","1":"eins"},
             "props":[{"key":"ARTIST","value":"A"},{"key":"TITLE","value":"T"},{"n":7,"value":"seven"}],
             "pairs":[["upc","U"],["isrc","I"]],
             "sizes":[{"w":60,"u":"small"},{"w":"600","u":"large"},{"u":"none"},{"w":600,"u":"x"}],
             "keyedSizes":{"s":{"w":1,"u":"a"},"l":{"w":2,"u":"b"}},
             "object":{"k1":"v1","k2":"v2"},"empties":["",null],"deep":[[1,2],[3]]}
            """#
        try expect(FieldReading.of(TextFormat.self, "\"\(pointer)\"", in: message), is: expected)
    }

    @Test(arguments: [
        (#"["/none","/title"]"#, "T"), (#"["/null","/title"]"#, "T"),
        (#"["/blank","/title"]"#, "T"), (#"["/none","/null"]"#, "nothing"),
        (#"["/none","/neither"]"#, "absent"), (#"{"at":["/none","/title"]}"#, "T"),
        (#"{"at":"/title","none":"T"}"#, "nothing"),
        (#"{"at":"/title","none":["x","T"]}"#, "nothing"),
        (#"{"at":"/title","none":"/same"}"#, "nothing"), (#"{"at":"/title","none":"/other"}"#, "T"),
        (#"{"at":"/zero","none":0}"#, "nothing"), (#"{"at":"/zero","none":"0"}"#, "nothing"),
        (#"{"at":"/flag","none":false}"#, "nothing"),
        (#"[{"at":"/title","none":"T"},"/other"]"#, "O"),
        (#"{"at":"/list/*","none":"b"}"#, "a, c"), (#"{"at":"/list/*","join":" & "}"#, "a & b & c"),
        (#"{"at":"/list/*","join":""}"#, "abc"),
        (#"{"at":"/title","template":"https://x/{}/400"}"#, "https://x/T/400"),
        (#"{"at":"/path","template":"https://x/{}"}"#, "https://x/%E3%81%8D/%20a.jpg"),
        (#"{"at":"/url","template":"https://x/{}"}"#, "https://y/z.png"),
        (#"{"at":"/line","pattern":"{} / *"}"#, "Title"),
        (#"{"at":"/line","pattern":"* / {}"}"#, "Artist / Band"),
        (#"{"at":"/line","pattern":"Now: {}"}"#, "nothing"),
        (#"[{"at":"/line","pattern":"Now: {}"},"/title"]"#, "T"),
    ])
    func `a source has its ways`(field: String, expected: String) throws {
        let message = #"""
            {"title":"T","same":"T","other":"O","null":null,"blank":"","zero":0,"flag":false,
             "list":["a","b","c"],"path":"き/ a.jpg","url":"https://y/z.png",
             "line":"Title / Artist / Band"}
            """#
        try expect(FieldReading.of(TextFormat.self, field, in: message), is: expected)
    }

    @Test(
        arguments: [
            ("{}", "abc", "abc"), ("a{}c", "abc", "b"), ("a{}", "abc", "bc"), ("{}c", "abc", "ab"),
            ("{} - *", "A - B - C", "A"), ("* - {}", "A - B - C", "B - C"),
            ("* - {} - *", "A - B - C", "B"), ("{} (*)", "Song (Live)", "Song"),
            ("{} (*)", "Song", nil), ("x{}", "abc", nil), ("{}x", "abc", nil),
            ("{}-", "a-b-", "a-b"), ("*:{}", ":", ""), ("ab{}ba", "aba", nil),
            ("Now: {}", "Now: Ä – Ö", "Ä – Ö"), ("{} *", "no-space", nil),
        ] as [(String, String, String?)])
    func `a pattern takes a part of a text`(
        pattern: String, text: String, expected: String?
    ) throws {
        let value = SettingValue(value: .text(pattern), path: [], reading: MappingReading())
        let pattern = try #require(TextPattern(value))
        expect(pattern.part(of: text), is: expected)
    }

    @Test(
        arguments: [
            ("{line}", "A - T", ["line": "A - T"]), ("{line}", "", ["line": ""]),
            ("play {title} / {artist}", "play T / A", ["title": "T", "artist": "A"]),
            ("play {title} / {artist}", "T / A", nil),
            ("{a}:*:{b}", "1:2:3", ["a": "1", "b": "3"]),
            ("StreamTitle='{line}';*", "StreamTitle='It's';StreamUrl='';", ["line": "It's"]),
            ("{a}, {b}.", "x, y.", ["a": "x", "b": "y"]), ("{a}, {b}.", "x, y", nil),
        ] as [(String, String, [String: String]?)])
    func `a pattern names parts of a text`(
        pattern: String, text: String, expected: [String: String]?
    ) throws {
        let value = SettingValue(value: .text(pattern), path: [], reading: MappingReading())
        let parts = try #require(TextPattern(naming: value)).parts(of: text)
        expect(parts.map { Dictionary($0.map { ($0.name, String($0.text)) }) { $1 } }, is: expected)
    }

    @Test(arguments: [
        "*", "abc", "{}", "{a}{b}", "{a}*", "{a} {a}", "{/a}", "{A} {b}", "{a b}: {c}", "{a} {}",
    ])
    func `parts that cannot be told apart are not a pattern`(pattern: String) {
        let reading = MappingReading()
        let value = SettingValue(value: .text(pattern), path: [], reading: reading)
        expect(TextPattern(naming: value), is: nil)
        expect(reading.mistakes.count, is: 1)
    }

    @Test(arguments: ["*", "abc", "{}{}", "{}*", "*{}", "{} * {}", "**{}"])
    func `what would be ambiguous is not a pattern`(pattern: String) {
        let reading = MappingReading()
        let value = SettingValue(value: .text(pattern), path: [], reading: reading)
        expect(TextPattern(value), is: nil)
        expect(reading.mistakes.count, is: 1)
    }

    @Test(arguments: [
        (#"{"at":"/n","scale":0.01}"#, "0.025"), (#"{"at":"/t","scale":2}"#, "14.0"),
        (#""/n""#, "2.5"), (#""/t""#, "7.0"), (#""/x""#, "nothing"), (#""/none""#, "absent"),
    ])
    func `a number may be a text`(field: String, expected: String) throws {
        let message = #"{"n":2.5,"t":" 7 ","x":"seven"}"#
        try expect(FieldReading.of(NumberFormat.self, field, in: message), is: expected)
    }

    @Test(arguments: [
        ("true", "true"), ("false", "false"), ("1", "true"), ("0", "false"), ("\"1\"", "true"),
        ("\"online\"", "true"), ("\"no\"", "false"), ("2", "nothing"), ("null", "nothing"),
        ("{}", "nothing"), ("\"maybe\"", "nothing"),
    ])
    func `whether is said in some usual words`(value: String, expected: String) throws {
        try expect(FieldReading.of(Bool.Word.self, "\"/v\"", in: "{\"v\":\(value)}"), is: expected)
    }

    @Test(arguments: [
        ("D%C3%A9ep%20Water", "Déep Water"), ("100%", "100%"), ("A+B", "A+B"), ("%FF", "%FF"),
        ("%zz", "%zz"), ("Deep", "Deep"),
    ])
    func `a text may be percent-encoded`(raw: String, expected: String) throws {
        let field = #"{"at":"/v","decode":"percent"}"#
        try expect(FieldReading.of(TextFormat.self, field, in: "{\"v\":\"\(raw)\"}"), is: expected)
        try expect(
            FieldReading.of(TextFormat.self, #"{"at":"/v","decode":"x"}"#, in: "{}"), is: "mistake")
    }

    @Test func `a config's own words take the place of the usual ones`() throws {
        let field = #"{"at":"/v","playing":[1,"on"],"paused":0}"#
        let words = [
            ("1", "playing"), ("\"on\"", "playing"), ("0", "paused"), ("\"playing\"", "nothing"),
        ]
        for (value, expected) in words {
            let message = "{\"v\":\(value)}"
            let read = try FieldReading.of(WordFormat<Playback.State>.self, field, in: message)
            expect(read, is: expected, "\(value)")
        }
    }
}

extension Bool {
    fileprivate typealias Word = WordFormat<Bool>
}
