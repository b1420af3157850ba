import NowPlaying

/// All channels of a server, with their subscribers.
struct CentrifugoBroker: Sendable {
    private var channels: [String: CentrifugoChannel] = [:]
    private var subscribers: [String: [ConnectionID]] = [:]
    private let namespace: String
    private var lastEpoch: Int64

    /// A server that knows one namespace of channels, such as `station`.
    init(namespace: String, at now: Moment) {
        self.namespace = namespace
        lastEpoch = now.wall.milliseconds / 1_000
    }

    /// Adds a channel that is published to.
    mutating func addChannel(_ name: String) {
        channels[name] = makeChannel()
    }

    private func makeChannel() -> CentrifugoChannel {
        CentrifugoChannel(epoch: String(lastEpoch))
    }

    /// True if the server allows subscriptions to this name, even to one without publications.
    func allows(_ channel: String) -> Bool {
        guard let colon = channel.firstIndex(of: ":") else { return false }
        return channel[..<colon] == namespace
    }

    /// Publishes JSON data.
    mutating func publish(
        _ data: [UInt8], to channel: String, at now: Instant
    ) -> CentrifugoChannel.StoredPublication {
        let fresh = makeChannel()
        return channels[channel, default: fresh].publish(data, at: now)
    }

    /// Begins all channels anew, in an epoch of their own even within one second.
    mutating func restart(at now: Moment) {
        lastEpoch = max(lastEpoch + 1, now.wall.milliseconds / 1_000)
        for name in channels.keys { channels[name] = makeChannel() }
    }

    /// Subscribes a client. An unknown name is accepted, and stays silent.
    mutating func subscribe(
        _ client: ConnectionID, _ request: CentrifugoConnectCommand.Subscription, at now: Instant
    ) -> CentrifugoChannel.Subscribed {
        let silent = makeChannel()
        // Unknown names are not kept: invented names must not make the server grow.
        if channels[request.channel] != nil {
            subscribers[request.channel, default: []].append(client)
        }
        return (channels[request.channel] ?? silent).subscribe(request, at: now)
    }

    /// Forgets a client that was subscribed to these channels.
    mutating func unsubscribe(_ client: ConnectionID, from names: [String]) {
        for name in names {
            subscribers[name]?.removeAll { $0 == client }
        }
    }

    /// The subscribers, in the order of their coming.
    func subscribers(of channel: String) -> [ConnectionID] {
        subscribers[channel] ?? []
    }
}
