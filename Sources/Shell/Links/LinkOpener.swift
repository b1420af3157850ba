import Hub
import Loop
import Protocols
import Stations

/// The means that all transports of links share.
final class LinkResources {
    let loop: EventLoop
    let contexts = TLSContexts()
    /// Made for the first server that is polled.
    private(set) lazy var client = HTTPClient(on: loop)
    /// Made for the first stream.
    private(set) lazy var streams = HTTPClient(on: loop, for: .streams)

    init(on loop: EventLoop) {
        self.loop = loop
    }
}

/// The making of transports for destinations of some schemes.
struct LinkOpener: Sendable {
    /// Makes the transport of a link; `nil` if the destination is of another kind.
    typealias Opening =
        @Sendable (LinkID, Destination, LinkResources, @escaping (Event) -> Void)
        throws(TLSSettingsError) -> (any LinkTransport)?

    /// The names of the schemes.
    let schemes: [String]
    private let open: Opening

    init(_ schemes: [String], _ open: @escaping Opening) {
        self.schemes = schemes
        self.open = open
    }

    /// One for every scheme of the core.
    static let all: [LinkOpener] = [
        SocketTransport.opener, ProgramTransport.opener, PollTransport.opener,
    ]

    /// Makes the transport of a link.
    static func transport(
        of id: LinkID, to destination: Destination, with resources: LinkResources,
        post: @escaping (Event) -> Void
    ) throws(TLSSettingsError) -> (any LinkTransport)? {
        let scheme = destination.scheme
        let opener = all.first { $0.schemes.contains(scheme) }
        return try opener?.open(id, destination, resources, post)
    }
}
