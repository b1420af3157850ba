internal import Views

/// The properties of `org.mpris.MediaPlayer2`: what the service is, which never changes.
enum RootProperty: String {
    case canQuit = "CanQuit"
    case canRaise = "CanRaise"
    case hasTrackList = "HasTrackList"
    case identity = "Identity"
    case desktopEntry = "DesktopEntry"
    case supportedURISchemes = "SupportedUriSchemes"
    case supportedMIMETypes = "SupportedMimeTypes"

    /// Returns its value for a player of this name. The service has no window, ends by its signals,
    /// and opens nothing.
    func value(for name: String) -> DBusValue {
        switch self {
        case .canQuit, .canRaise, .hasTrackList: .bool(false)
        case .identity, .desktopEntry: .string(name)
        case .supportedURISchemes, .supportedMIMETypes: .strings([])
        }
    }
}
