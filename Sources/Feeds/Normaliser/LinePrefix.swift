/// Words before a name that only say that it plays: `Now on air: `, `Jetzt läuft: `.
enum LinePrefix {
    /// A prefix with its colon is not longer.
    private static let longest = 40
    private static let longestBytes = 4 * longest

    /// A line without them. A single word is one only where a line with a separator follows.
    ///
    /// - Returns: the line itself where it has none.
    static func removed(fromLine line: String, separators: [String]) -> String {
        var rest = line[...]
        // Marks begin with the byte of U+2000 to U+2FFF.
        if line.utf8.first == 0xE2 {
            rest = rest.drop { marks.contains($0) }.drop { $0 == " " }
        }
        if rest.isEmpty { return line }
        // `Now playing: Song: A - T`.
        for _ in 0..<2 {
            guard let body = body(of: rest, separators: separators) else { break }
            rest = body
        }
        return rest.utf8.count == line.utf8.count ? line : String(rest)
    }

    /// A name without them, as some write into the artist's place.
    static func removed(fromName name: String) -> String {
        guard let (prefix, body) = atColon(name[...]), isPhrase(prefix) else { return name }
        return String(body)
    }

    private static func body(of line: Substring, separators: [String]) -> Substring? {
        if let (prefix, body) = atColon(line) {
            if isPhrase(prefix) { return body }
            let isDivided = separators.contains { body.firstPlace(of: $0) != nil }
            let isWord = phrases.contains(prefix) || words.contains(prefix)
            // `Nu:Tone` is a name.
            let isApart = line[..<body.startIndex].last.map { $0 == " " || $0 == "：" } ?? false
            if isDivided, isWord, isApart { return body }
        }
        return atDash(line, separators)
    }

    private static func isPhrase(_ prefix: String) -> Bool {
        phrases.contains(prefix) && (prefix.contains(" ") || !prefix.allSatisfy(\.isCased))
    }

    /// `Now playing - A - T`: two more names have to follow.
    private static func atDash(_ line: Substring, _ separators: [String]) -> Substring? {
        guard let dash = line.firstPlace(of: " - ") else { return nil }
        let (prefix, body) = (line[..<dash.lowerBound], line[dash.upperBound...])
        guard prefix.utf8.count <= longestBytes,
            separators.contains(where: { body.firstPlace(of: $0) != nil })
        else { return nil }
        return phrases.contains(prefix.lowercased()) ? body : nil
    }

    /// The text before the first colon, in small letters, and the text after it.
    private static func atColon(_ text: Substring) -> (prefix: String, body: Substring)? {
        guard mayHaveColon(text),
            let colon = text.prefix(longest).firstIndex(where: { $0 == ":" || $0 == "：" })
        else { return nil }
        let words = text[..<colon].lowercased().split { $0 == " " || $0 == "\\" || $0 == "!" }
        return (
            words.joined(separator: " "), text[text.index(after: colon)...].drop { $0 == " " }
        )
    }

    /// The wide colon begins with the byte of U+F000 and above.
    private static func mayHaveColon(_ text: Substring) -> Bool {
        text.utf8.prefix(longestBytes).contains { $0 == UInt8(ascii: ":") || $0 == 0xEF }
    }

    /// Signs that players show before a title.
    private static let marks: Set<Character> = ["♪", "♫", "♬", "♩", "►", "▶"]

    /// Announcements of a title that plays, and of nothing else.
    private static let phrases: Set<String> = [
        "now on air", "on air", "on air now", "now playing", "currently playing", "playing now",
        "currently on air", "now on", "you are listening to", "you're listening to",
        "now listening to", "listening to", "you hear", "current song", "current track",
        "song playing", "just playing", "autodj",
        "jetzt läuft", "jetzt laeuft", "jetzt lauft", "jetzt im radio", "jetzt on air",
        "gerade läuft",
        "es läuft", "es läuft gerade", "es läuft jetzt", "läuft gerade", "sie hören", "du hörst",
        "ihr hört", "wir spielen", "aktueller titel", "aktueller song", "aktuell läuft",
        "aktuell im programm", "jetzt auf sendung",
        "en ce moment", "vous écoutez", "vous ecoutez", "à l'antenne", "titre en cours",
        "chanson en cours", "en cours", "actuellement", "maintenant à l'antenne",
        "ahora suena", "suena ahora", "está sonando", "esta sonando", "estás escuchando",
        "estas escuchando", "sonando", "sonando ahora", "en el aire", "al aire", "ahora en vivo",
        "ara sona", "sona ara", "a tocar", "tocando agora", "agora a tocar", "a tocar agora",
        "tocando", "no ar", "você está ouvindo", "está a ouvir", "agora toca",
        "ora in onda", "in onda", "in onda ora", "adesso in onda", "stai ascoltando",
        "state ascoltando", "ascolti", "in riproduzione",
        "nu op de radio", "nu speelt", "nu draait", "u luistert naar", "je luistert naar",
        "nu te horen", "nu te beluisteren", "nu in de uitzending",
        "spelas nu", "nu spelas", "just nu", "just nu spelas", "nu spilles", "spilles nu",
        "spilles nå", "nå spilles", "du lytter til", "du lyssnar på", "nyt soi", "nyt soitossa",
        "nú í loftinu", "nú spilar",
        "teraz gramy", "teraz gra", "aktualnie gramy", "na antenie", "gramy", "gramy teraz",
        "teraz na antenie", "słuchasz", "teraz grame",
        "právě hraje", "právě hrajeme", "práve hrá", "práve hráme", "teraz hrá", "teraz hráme",
        "hraje", "hrajeme", "nyní hraje", "na vlnách", "posloucháte", "počúvate",
        "upravo svira", "upravo slušate", "sada svira", "slušate", "trenutno svira", "na programu",
        "zdaj igra", "zdaj predvajamo", "trenutno igra", "v etru",
        "most szól", "most hallható", "éppen szól", "acum la radio", "acum pe post", "în direct",
        "ascultați", "asculți", "se difuzează", "acum se difuzează",
        "сейчас играет", "сейчас в эфире", "в эфире", "сейчас звучит", "вы слушаете",
        "зараз грає", "зараз в ефірі", "зараз звучить", "в ефірі", "ви слухаєте",
        "в момента", "сега звучи", "сега свири", "в ефир", "слушате", "тренутно", "сада свира",
        "τώρα παίζει", "παίζει τώρα", "ακούτε", "στον αέρα", "şimdi çalıyor", "şu an çalan",
        "şu anda çalan", "şu an", "çalan şarkı", "hetkel eetris", "praegu mängib", "šobrīd ēterā",
        "šiuo metu groja", "dabar groja",
        "עכשיו ברדיו", "עכשיו מתנגן", "الآن", "يعزف الآن", "正在播放", "現在播放", "再生中",
        "ただいまの曲", "지금 재생 중", "지금 나오는 곡", "đang phát", "sedang diputar", "กำลังเล่น",
    ]
    /// Announcements that may be a name's beginning, too.
    private static let words: Set<String> = [
        "now", "current", "song", "track", "tune", "music", "title", "playing",
        "jetzt", "aktuell", "gerade", "titel", "lied", "maintenant", "titre", "chanson",
        "ahora", "canción", "tema", "ara", "agora", "música", "ora", "adesso", "brano",
        "nu", "nummer", "nå", "låt", "nyt", "teraz", "aktualnie", "utwór", "nyní", "teď",
        "skladba", "píseň", "sada", "upravo", "zdaj", "trenutno", "pjesma",
        "most", "acum", "piesa", "сейчас", "песня", "трек", "зараз", "сега", "песен", "сада",
        "τώρα", "şimdi", "şarkı", "praegu", "tagad", "dabar",
    ]
}
