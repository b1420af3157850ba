import JSON
import NowPlaying

/// The reply of a Centrifugo server that accepts a connection.
struct CentrifugoConnectReply {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The interval of the server's pings.
    var pingInterval: Interval? {
        value["ping"]?.lenientDouble.flatMap { Interval(seconds: $0) }?.obeyable
    }

    /// The server wants its pings answered. Unidirectional connections are never asked for that.
    var wantsPongs: Bool { value["pong"]?.bool ?? false }

    /// The server's clock, which it gives in milliseconds.
    var clock: ServerClock? {
        guard let milliseconds = value["time"]?.lenientDouble, milliseconds > 0,
            let time = Timestamp(seconds: milliseconds / 1_000)
        else { return nil }
        return ServerClock(time: time, resolution: .milliseconds(1))
    }

    /// The part of the reply about a channel; `nil` if there is none.
    func subscription(to channel: String) -> CentrifugoSubscription? {
        guard let value = value["subs"]?[named: channel], value.isObject else { return nil }
        return CentrifugoSubscription(value)
    }

    /// Publications of AzuraCast's own in the connect reply. The application of its releases of
    /// December 2023 to May 2024 put them there.
    var pushes: JSONElements? {
        value["data"].flatMap { $0.isArray ? $0.elements : nil }
    }
}

/// The part of a Centrifugo server's reply about one channel.
struct CentrifugoSubscription {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The epoch of the stream: its offsets are only valid within it.
    var epoch: String? { value["epoch"]?.lenientString }

    /// True if `publications` contains all publications since the client's position.
    var isRecovered: Bool { value["recovered"]?.bool ?? false }

    /// True if the server keeps publications, and cannot send all that were requested.
    var hasGap: Bool { value["recoverable"]?.bool == true && !isRecovered }

    /// The offset of the newest publication, if none was sent.
    var offset: Int? { value["offset"]?.lenientInt }

    /// The publications since the client's position, or those that the server keeps for newcomers.
    var publications: [CentrifugoPublication] {
        value["publications"]?.elements.map(CentrifugoPublication.init) ?? []
    }
}
