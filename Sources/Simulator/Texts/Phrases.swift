/// Invented names of bands, pieces and albums in one writing system.
///
/// No list is empty, and no title occurs twice in a list.
struct Phrases: Sendable {
    let artists: [String]
    let titles: [String]
    let albums: [String]

    /// Kinds of music, as radio stations name them.
    static let genres = ["Ambient", "Downtempo", "Folk", "Jazz", "Electronica", "Chanson", ""]

    /// The people who come on air.
    static let streamers = [
        "DJ Ninočka", "Capitán Fermata", "Ósk & Uxi", "Мастер Вечер", "Selma från Kajen",
        "ミドリ先生", "The Night Gardener",
    ]
}

extension Phrases {
    static let latin = Phrases(
        artists: [
            "Kärrtorp Lanterns", "Ñandú Eléctrico", "Żaglowce Poranka", "Þokubræður",
            "Les Ascenseurs Rêveurs", "Trio Çınaraltı", "Überseekoffer", "Señor Meridiano",
            "Håkon & the Slow Ferries", "Orchestra Pôr-do-Sol Tardio", "Ştrand Radiofonic",
            "Győri Félhang", "The Paper Astronomers", "Old Ferry Timetable",
        ],
        titles: [
            "Phases of the Lighthouse, Part 1", "Phases of the Lighthouse, Part 2",
            "Smörgås at Midnight", "Canción del Último Tranvía", "Gdzie śpią latawce",
            "Undir rauðu þaki", "L’été n’a pas d’adresse", "Gökyüzü Çarşısı",
            "Übermorgen (Extended)", "Mañana, quizá", "Fjordens lille klokke",
            "A Maré do Avô", "Țărmul de sticlă", "Őszi körhinta", "The Clockmaker's Apology",
            "Rain & Rust", "“Quiet”, She Said", "North \\ South", "24/7 Nocturne",
            "A Very Long Walk Home Through Every Street That I Have Ever Lived In, Slowly",
            "Æ", "Déjà Bu", "Tuulinen yö", "Sněhová pošta", "Đường về nhỏ",
            "Naïve Geometry", "Bólido Azul", "Kõrgemal kui kajakad", "Façade Étoilée",
            "Wax Moon (Live in the Boathouse)", "Ghost Platform", "Soup for the Sailors",
        ],
        albums: [
            "Atlas of Small Harbours", "Éphémérides", "Półcienie", "Vatnaskil", "Zwischenstopp",
            "Último Andén", "Gece Vardiyası", "",
        ])
}

extension Phrases {
    static let cyrillic = Phrases(
        artists: [
            "Медленный Трамвай", "Оркестр Забытых Лифтов", "Бумажный Ледокол", "Їжаки в Ефірі",
            "Група Петъчен Дъжд", "Ђачки Воз",
        ],
        titles: [
            "Северная пристань", "Вечер на чердаке", "Ключ от третьего этажа", "Ёлка в июле",
            "Після останньої зупинки", "Синият чадър", "Љубичаста улица", "Чай без сахара",
            "Письмо (вариант второй)", "Эхо полустанка",
        ],
        albums: ["Карта тихих дворов", "Між дощами", "Снег вчерашнего дня", ""])

    static let greek = Phrases(
        artists: [
            "Χάρτινοι Φάροι", "Το Καΐκι της Πέμπτης", "Ορχήστρα Αργού Φωτός", "Οι Νυχτοφύλακες",
        ],
        titles: [
            "Το τελευταίο φέρι", "Γαλάζια σκάλα", "Ψίθυροι στο μαΐστρο", "Ένα γράμμα από άλλον",
            "Μεσημέρι στην αποβάθρα", "Όνειρο με ομπρέλα", "Ο κήπος του ρολογά",
            "Ξύλινο φεγγάρι",
        ],
        albums: ["Μικρά λιμάνια", "Άνεμος δωματίου", ""])

    static let hebrew = Phrases(
        artists: ["תזמורת הענן השלישי", "אורות הרציף", "מכתבים מהגג", "שלישיית הפרדס"],
        titles: [
            "הרכבת של אתמול", "שיר לחלון פתוח", "גשם על הנייר", "לילה לבן (חלק ב׳)",
            "שבע מדרגות", "הדרך אל הבאר", "מטרייה כחולה", "רוח מן המזרח",
        ],
        albums: ["מפת הרחובות השקטים", "בין השעות", ""])
}

extension Phrases {
    static let japanese = Phrases(
        artists: ["灯台クラブ", "夜明けの自転車", "ミルク色のレコード", "三番線オーケストラ", "あまやどり研究会"],
        titles: [
            "終電のあとで", "雨の交差点", "紙ヒコーキ日和", "ラムネ色の海", "午前二時のプール",
            "灯りのない港", "春を待つ鍵", "ねこの天文台", "ガラスの階段", "風の速度",
        ],
        albums: ["小さな駅の地図", "水曜日の余白", ""])

    static let korean = Phrases(
        artists: ["느린 우산", "종이비행기 연구소", "새벽 정류장", "파란 지붕 밴드"],
        titles: [
            "마지막 버스의 노래", "비 오는 옥상", "유리로 만든 계절", "골목의 고양이",
            "편지 없는 우체통", "겨울 수영장", "밤을 걷는 사람", "두 번째 달",
        ],
        albums: ["조용한 동네의 지도", "수요일의 여백", ""])

    static let devanagari = Phrases(
        artists: ["काग़ज़ की नाव", "धीमी ट्रेन", "छत के सितारे", "नीला दरवाज़ा"],
        titles: [
            "आख़िरी बस", "बारिश का पता", "तीसरी मंज़िल की खिड़की", "गुमशुदा छाता",
            "चाँदनी स्टेशन", "पुरानी चिट्ठियाँ", "समुद्र की नींद", "आधी रात का बाज़ार",
        ],
        albums: ["शांत गलियों का नक़्शा", "दो बारिशों के बीच", ""])

    static let arabic = Phrases(
        artists: ["مقهى الغيوم", "فرقة الميناء القديم", "قطار المساء", "ثلاثي الياسمين"],
        titles: [
            "آخر حافلة إلى البحر", "مظلّة زرقاء", "رسالة بلا عنوان", "شرفة المطر",
            "حديقة الساعاتي", "ليلٌ من زجاج", "صوت الممرّ", "القمر الثاني",
        ],
        albums: ["خريطة الأزقّة الهادئة", "بين مطرين", ""])

    static let emoji = Phrases(
        artists: ["🌙 Moth Parade 🦋", "👩🏽‍🚀 Tin Cosmonauts", "🐋🐋🐋", "Ca🌵tus Hotel"],
        titles: [
            "☔️ → ☀️", "Night 🚋 Home", "🏳️‍🌈 Paint Everything", "👨‍👩‍👧‍👦 Dinner Loud",
            "🎈", "Mostly 🍜 (Remix)", "🇮🇸 🇯🇵 Postcard", "Heart ❤️‍🔥 of Clay",
        ],
        albums: ["✨Small Hours✨", "🗺️", ""])
}
