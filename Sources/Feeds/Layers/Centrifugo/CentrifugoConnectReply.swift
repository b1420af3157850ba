import JSON
import NowPlaying

/// What a Centrifugo server says when it accepts a connection.
struct CentrifugoConnectReply {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// How often the server will be heard.
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

    /// What the server says of a channel; `nil` where it says nothing.
    func subscription(to channel: String) -> CentrifugoSubscription? {
        guard let value = value["subs"]?[named: channel], value.isObject else { return nil }
        return CentrifugoSubscription(value)
    }

    /// Publications of AzuraCast's own in the connect reply (its releases of December 2023 to May
    /// 2024 had the application put them there).
    var pushes: JSONElements? {
        value["data"].flatMap { $0.isArray ? $0.elements : nil }
    }
}

/// What a Centrifugo server says of a channel when it accepts a connection.
struct CentrifugoSubscription {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// Which life of the stream its offsets belong to.
    var epoch: String? { value["epoch"]?.lenientString }

    /// With `publications`, the client has all that was published since.
    var isRecovered: Bool { value["recovered"]?.bool ?? false }

    /// The server keeps what is published, and cannot hand over all of it that was asked for.
    var hasGap: Bool { value["recoverable"]?.bool == true && !isRecovered }

    /// The newest publication, where none was handed over.
    var offset: Int? { value["offset"]?.lenientInt }

    /// What was published since, or what the server keeps for newcomers.
    var publications: [CentrifugoPublication] {
        value["publications"]?.elements.map(CentrifugoPublication.init) ?? []
    }
}
