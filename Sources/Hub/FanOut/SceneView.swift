import NowPlaying
import Views

/// What a subscription to a session has asked for and holds, beside what every one has.
struct SceneView: Sendable {
    /// The document that was delivered last, as the next is compared with it.
    enum Held: Sendable {
        case lockScreen(LockScreen)
        case carPlay(CarPlayDocument)
        /// A station by its id, as it is heard in the session. Its place may be another's by now.
        case station(String, NowPlaying)
    }

    let session: SessionIndex
    /// What a car asked for; of it, a lock screen asks for the style.
    var carPlay: CarPlayOptions
    /// What was delivered last.
    var held: Held?
    /// Whose changes since then were, as far as it was told of them.
    var sender = Sender.nobody
}
