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
