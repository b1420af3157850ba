import Expectations
import Feeds
import Testing

/// Titles as automation and ad servers write them.
struct AutomationTests {
    private func names(
        title: String? = nil, artist: String? = nil, text: String? = nil,
        _ settings: Normaliser.Settings = .init()
    ) -> [String?]? {
        var report = Report()
        var track = ReportedTrack()
        track.title = title
        track.artist = artist
        track.text = text
        report.track = track
        var normaliser = Normaliser(settings)
        return normaliser.normalise(report).track.map { [$0.artist, $0.title] }
    }

    @Test(
        arguments: [
            (
                #"Imagine Dragons - text="Thunder" song_spot="M" MediaBaseId="2395613" length="3""#,
                ["Imagine Dragons", "Thunder"]
            ),
            (#"text="Thunder" song_spot="M" amgTrackId="-1""#, [nil, "Thunder"]),
            (
                #"title="Thunder",artist="Imagine Dragons",url="song_spot=\"M\" MediaBaseId=\"2\"""#,
                ["Imagine Dragons", "Thunder"]
            ),
            (#"title="It's So Easy",artist="Guns N' Roses""#, ["Guns N' Roses", "It's So Easy"]),
            (
                #"title="Buy",artist="Now",url="song_spot=\"T\" MediaBaseId=\"-2\"""#,
                ["Now", "Buy"]
            ),
            (#"title="",artist="Now",url="song_spot=\"T\"""#, nil),
            (#"title=" ",artist=" ",url="Promo""#, nil),
            (#"title="Deep",artist="Fjord",url="song_spot=\"F\"""#, ["Fjord", "Deep"]),
            (#"title="Fjord - Deep",artist="Fjord - Deep",url="x""#, ["Fjord", "Deep"]),
            (#"title="Fjord - Deep" artist="Fjord""#, ["Fjord", "Deep"]),
            (
                #"title="Fjord - Deep https://now.example/1",artist="Fjord - Deep""#,
                ["Fjord", "Deep"]
            ),
            (#"title="Fjord - Deep""#, ["Fjord", "Deep"]), (#"title="Deep""#, [nil, "Deep"]),
            (#"Fjord - title="Deep""#, ["Fjord", "Deep"]), (#"title="https://a.example/7""#, nil),
            (#"text="Fjord - Deep" song_spot="M""#, ["Fjord", "Deep"]),
            (#"Fjord - text="Deep" song_spot="0" TPID="1""#, ["Fjord", "Deep"]),
            (#"- text="News Sweep 5" song_spot="T" length="00:00:08" TAID="0""#, nil),
            (#"text="text="Spot Block Start" amgTrackId="1"" length="00:00:00""#, nil),
            (#"text="text="Deep" amgTrackId="1"" length="00:03:00""#, [nil, "Deep"]),
            (#"- text="Spot Block End" length="00:00:00" show="" digitalAds="""#, nil),
            (#"7" TAID="0" TPID="1" cartcutId="2" length="00:04:15" unsID="#, nil),
            (#"Fjord - Deep" TAID="0" TPID="1" length="00:04:15""#, ["Fjord", "Deep"]),
            (#"adContext="sponsor" text="Commercial" TPID="1""#, nil),
            ("StreamTitle='Fjord - It's Deep';StreamUrl='';", ["Fjord", "It's Deep"]),
            ("Fjord - Deep';StreamUrl='https://a.example", ["Fjord", "Deep"]),
            (#"Fjord - subtitle="Deep""#, ["Fjord", #"subtitle="Deep""#]),
            ("Fjord - text=love", ["Fjord", "text=love"]),
            (#"Spot - text="Spot Block" song_spot="T" MediaBaseId="-2""#, nil),
            ("adw_ad='true';durationMilliseconds='30000';adId='7532'", nil),
            (#"Ad - AdCreativeId="5""#, nil), (#"insertionType="preroll""#, nil),
            ("Kylie - 2 + 2 = 5", ["Kylie", "2 + 2 = 5"]), ("E=MC²", [nil, "E=MC²"]),
            (#"Ministry - Jesus Built My "Hotrod""#, ["Ministry", #"Jesus Built My "Hotrod""#]),
            (#"A - title="B"#, ["A", #"title="B"#]), ("=", [nil, "="]), (#"=""#, [nil, #"=""#]),
        ] as [(String, [String?]?)])
    func `what is written for machines is read or left out`(text: String, expected: [String?]?) {
        expect(names(text: text), is: expected)
    }

    @Test func `a title that is written for machines is read, too`() {
        expect(names(title: #"text="Thunder" song_spot="M""#, artist: "X"), is: [nil, "Thunder"])
        expect(names(title: "adw_ad='true'", artist: "X", text: "A - T"), is: nil)
    }

    @Test(arguments: [
        "START_AD_BREAK_6000", "STOP ADBREAK 1", "AD_BREAK", "ad-break-end", "AdBreak_30",
        "AIS_AD_BREAK_1=60000,0;", "Advertisement_Start_Length=00:00:29.960", "Advertisement_Stop",
        "Spot Block End", "SPOT BLOCK START", "STOPSET", "Commercial Break", "-- COMMERCIAL --",
        "AD 2", "AD_12", "LOCAL_BREAK_START ads", "Werbung", "WERBEBLOCK 1", "Reklama", "Publicité",
        "Publicidad", "Реклама", "Jingle", "Station ID", "Ads", "MIDROLL_AD_30_SEC",
    ])
    func `a marker of automation is no track`(line: String) {
        expect(names(text: line), is: nil)
        expect(names(title: line), is: nil)
    }

    @Test func `what programs write is a marker beside any artist, and plain words are not`() {
        expect(names(title: "START_AD_BREAK", artist: "Radio Fjord"), is: nil)
        expect(names(text: "Radio Fjord - STOP_AD_BREAK_30"), is: nil)
        expect(names(title: "Spot Block End", artist: "Fjord"), is: nil)
        expect(
            names(title: "Commercial Break", artist: "Fjord"), is: ["Fjord", "Commercial Break"])
        expect(names(text: "Fjord - Werbung"), is: ["Fjord", "Werbung"])
        expect(names(text: "Fjord - AD 2"), is: ["Fjord", "AD 2"])
    }

    @Test(
        arguments: [
            ("311 - Amber", ["311", "Amber"]), ("!!! - Heart", ["!!!", "Heart"]),
            ("The Adverts - One Chord", ["The Adverts", "One Chord"]),
            ("Now, Now - SGL", ["Now, Now", "SGL"]), ("Now - Deep", ["Now", "Deep"]),
            ("Now Playing - Deep", ["Now Playing", "Deep"]),
            ("Fjord - Now Playing", ["Fjord", "Now Playing"]),
            ("100% Pure - Fjord", ["100% Pure", "Fjord"]), ("100%20", [nil, "100%20"]),
            ("A - 33 %22G%22", ["A", "33 %22G%22"]), ("50%-60%", [nil, "50%-60%"]),
            ("The Breaks - Start", ["The Breaks", "Start"]),
            ("Ad Infinitum - Live", ["Ad Infinitum", "Live"]),
            ("On Air - Break", ["On Air", "Break"]), ("Spot - End", ["Spot", "End"]),
            ("Stop", [nil, "Stop"]), ("Break", [nil, "Break"]), ("The End", [nil, "The End"]),
            ("Nena: Live - Deep", ["Nena: Live", "Deep"]), ("Title: Deep", [nil, "Title: Deep"]),
            ("Stand by Me", [nil, "Stand by Me"]),
            ("Remixed by: Fjord", [nil, "Remixed by: Fjord"]),
            (#""Heroes" - Fjord"#, [#""Heroes""#, "Fjord"]), (#""Deep""#, [nil, #""Deep""#]),
            ("Fjord - Deep.com", ["Fjord", "Deep.com"]), ("A~B", [nil, "A~B"]),
            ("deadbeef - cafe", ["deadbeef", "cafe"]), ("Fjord+Fjell", [nil, "Fjord+Fjell"]),
            ("+/- - Steal the Blueprints", ["+/-", "Steal the Blueprints"]),
            ("Deep (www.fjord.example) Mix", [nil, "Deep (www.fjord.example) Mix"]),
            ("A - A", ["A", "A"]), ("Nu:Tone - Deep", ["Nu:Tone", "Deep"]),
            ("Actuellement: Deep", [nil, "Actuellement: Deep"]),
            ("Visit www.fjord.example", [nil, "Visit www.fjord.example"]),
            ("Fjord - www.deep", ["Fjord", "www.deep"]),
            ("Fjord - NEXT: Deep", ["Fjord", "NEXT: Deep"]),
        ] as [(String, [String?])])
    func `names that look like markers stay`(text: String, expected: [String?]) {
        expect(names(text: text), is: expected)
    }

    @Test(arguments: [
        "Now on air: ", "NOW PLAYING: ", "Jetzt läuft: ", "Ahora suena: ", "En ce moment : ",
        "In onda: ", "Nu op de radio: ", "Teraz gramy: ", "Právě hraje: ", "Сейчас в эфире: ",
        "Τώρα παίζει: ", "Şimdi çalıyor: ", "正在播放：", "TERAZ: ", "Now: ", "Track: ", "♪ ",
        "Now playing - ", "Now Playing: Song: ",
    ])
    func `words that only say that something plays are taken away`(prefix: String) {
        expect(names(text: prefix + "Fjord - Deep"), is: ["Fjord", "Deep"])
        expect(names(text: prefix + "Fjord – Deep: Live"), is: ["Fjord", "Deep: Live"])
    }

    @Test func `a prefix without a name is no track, and a field has none either`() {
        expect(names(text: "Now on air:"), is: nil)
        expect(names(title: "Deep", artist: "Now on air: Fjord"), is: ["Fjord", "Deep"])
        expect(names(title: "Now: Deep", artist: "Fjord"), is: ["Fjord", "Now: Deep"])
    }

    @Test(
        arguments: [
            (#""Deep" by Fjord"#, ["Fjord", "Deep"]), (#""Deep" von Fjord"#, ["Fjord", "Deep"]),
            (#""Deep" von "Fjord""#, ["Fjord", "Deep"]), ("„Deep“ von Fjord", ["Fjord", "Deep"]),
            ("«Deep» par Fjord", ["Fjord", "Deep"]), ("“Deep” by Fjord", ["Fjord", "Deep"]),
            (#""Deep" by Fjord from "Water: All""#, ["Fjord", "Deep"]),
            (#""Deep" by Fjord From Above"#, ["Fjord From Above", "Deep"]),
            (#""Deep" by Fjord on Night Show on WXYZ"#, ["Fjord", "Deep"]),
            ("Deep  By: Fjord - fjord.example", ["Fjord", "Deep"]),
            ("Deep By: Fjord - Fjell", ["Fjord - Fjell", "Deep"]),
            ("Artist: Fjord - Title: Deep", ["Fjord", "Deep"]),
            ("Titel: Deep, Interpret: Fjord", ["Fjord", "Deep"]),
            ("Deep~Fjord~~1976~128~", ["Fjord", "Deep"]),
            ("Fjord - Deep https://fjord.example/x", ["Fjord", "Deep"]),
            ("Fjord - Deep | www.fjord.example", ["Fjord", "Deep"]),
            ("Fjord - Deep *** NEXT: Polar - Night", ["Fjord", "Deep"]),
            ("Fjord%20%2d%20D%C3%A9ep", ["Fjord", "Déep"]), ("33%20%22G%22", [nil, #"33 "G""#]),
            ("Fjord+-+Deep+Water%21", ["Fjord", "Deep Water!"]),
        ] as [(String, [String?])])
    func `lines that name the artist in another way are read`(text: String, expected: [String?]) {
        expect(names(text: text), is: expected)
    }

    @Test func `where lines are not split, other forms do not split them either`() {
        var settings = Normaliser.Settings()
        settings.splitting.separators = []
        expect(names(text: #""Deep" by Fjord"#, settings), is: [nil, #""Deep" by Fjord"#])
    }

    @Test(arguments: [
        "0f8fad5b-d9cb-469f-a165-70867728950e", "{0F8FAD5B-D9CB-469F-A165-70867728950E}",
        "0f8fad5bd9cb469fa16570867728950e",
    ])
    func `an identifier is no name`(text: String) {
        expect(names(text: text), is: nil)
        expect(names(title: text, artist: "Fjord"), is: [nil, "Fjord"])
    }
}
