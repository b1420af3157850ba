/// Invented names of bands, pieces and albums in one script.
///
/// No list is empty, and no title occurs twice in a list.
struct Phrases: Sendable {
    let artists: [String]
    let titles: [String]
    let albums: [String]

    /// What radio stations call their kinds of music.
    static let genres = ["Ambient", "Downtempo", "Folk", "Jazz", "Electronica", "Chanson", ""]

    /// The people who come on air.
    static let streamers = [
        "DJ Ninočka", "Capitán Fermata", "Ósk & Uxi", "Мастер Вечер", "Selma från Kajen",
        "ミドリ先生", "The Night Gardener",
    ]
}
