package import NowPlaying

/// A play or a show of a station, as a cluster keeps it for members that were away.
package struct SharedPlay: Equatable, Sendable {
    package var element: TimelineElement?
    package var programme: AiredProgramme?

    /// The play or show of a change; `nil` for any other change.
    package init?(_ change: PersistedChange) {
        switch change {
        case .element(let element, _): self.init(element: element)
        case .programme(let programme, _): self.init(programme: programme)
        case .renamed, .preferences, .session, .sessionEnded: return nil
        }
    }

    private init(element: TimelineElement? = nil, programme: AiredProgramme? = nil) {
        (self.element, self.programme) = (element, programme)
    }

    /// Its identifier: a better known version replaces the stored one with the same identifier.
    package var id: String { element?.id ?? programme?.id ?? "" }
}

extension SharedPlay: DocumentObject {
    package static var blank: SharedPlay { SharedPlay() }

    package static let members: [DocumentMember<SharedPlay>] = [
        DocumentMember("element", \.element), DocumentMember("programme", \.programme),
    ]
}
