package import NowPlaying

/// The number of one connection to the store. What comes from an earlier one is ignored.
package typealias StoreSession = Int

/// Something that happened to a member of a cluster.
package enum ClusterEvent: Sendable {
    /// The hub begins, or its config is another: these are the stations of each upstream.
    case configured([UpstreamID: [String]])
    /// A deadline may have passed.
    case woke
    /// The hub ends: what it owns is for others.
    case stopping
    /// A link of this member has changed a station's state.
    case reduced(station: String, payload: [UInt8])
    /// A link of this member has heard a play of a station, which goes by this id.
    case played(station: String, id: String, [UInt8])
    /// A document is to be written over the revision that was told of it, 0 where it is not there.
    /// Without content it is deleted. `DocumentNews.answered` has the outcome under this number.
    case proposed(Int, SharedDocument, [UInt8], expecting: Revision)
    /// Something came from the store.
    case store(StoreSession, StoreEvent)
}

/// The store as it is when a connection begins.
package struct StoreHead: Equatable, Sendable {
    /// The epoch's key; `nil` where there is none.
    package var epoch: StoreEntry?
    /// The key of this member's own heartbeat; `nil` where there is none.
    package var own: StoreEntry?
    /// The last sequence number.
    package var last: UInt64
    /// The stations whose keys it has; `nil` where they are not known.
    package var stations: Set<String>?
    /// The time since the last write.
    package var silence = Interval.zero
    /// The number of the store's servers that keep the state.
    package var replicas = 1
    /// The version of the server, where it is known.
    package var version: StoreVersion?
}

/// Something that the store says.
package enum StoreEvent: Sendable {
    /// The connection stands.
    case opened(StoreHead)
    /// A key has changed, or `StoreCommand.follow` has asked for what it has.
    case changed(StoreEntry)
    /// A key has changed that this version does not know.
    case passed(revision: UInt64)
    /// All that `StoreCommand.follow` has asked for was told. Changes follow.
    case filled
    /// The answer to a write.
    case written(WriteID, WriteOutcome)
    /// The answer to `StoreCommand.read`; `nil` where there is no such key.
    case read(StoreKey, StoreEntry?)
    /// These plays of stations are kept, the newest of each station first, and these are all up to
    /// a time of the store's. More are told once `StoreCommand.nextPlays` asks for them.
    case plays([String: [[UInt8]]], upTo: Int64)
    /// A stream of the store is nearly full, by so many percent of its limit.
    case fills(stream: String, percent: Int)
    /// The store's clock is ahead of this machine's, or behind it where this is negative.
    case clockDiffers(by: Interval)
    /// The connection could not be made, or ended.
    case closed(reason: String)
}

/// The number of a write.
package typealias WriteID = Int

/// The outcome of a write.
package enum WriteOutcome: Equatable, Sendable {
    /// It is in the store at this revision.
    case stored(UInt64)
    /// The key's last revision was another than expected.
    case refused
    /// The store did not answer in time: it may have been written.
    case unknown
    /// The store takes nothing so large.
    case tooLarge
    /// The store took it not, though the revision was right: it is full, sealed or without quorum.
    case rejected(reason: String)
}

/// Something that a member wants done outside.
package enum ClusterEffect: Equatable, Sendable {
    /// Do something with the store.
    case store(StoreSession, StoreCommand)
    /// Tell the hub this of the stations. What it is to tell of some once more comes by
    /// `ClusterEvent.reduced`.
    case replicas(ReplicaNews)
    /// Tell the hub this of the documents.
    case documents(DocumentNews)
    /// All plays up to this time of the store's were told, and were taken.
    case playsTold(upTo: Int64)
    /// Something worth a log line.
    case note(ClusterNotice)
}

/// A command for the store.
package enum StoreCommand: Equatable, Sendable {
    /// Connect, if possible to another server than before. So many bytes are written first where
    /// states are, if any: the store has not taken them.
    case open(trying: Int)
    /// Tell what was written behind a revision, or the last version of each key, and then each
    /// change.
    case follow(behind: UInt64?)
    /// Hang up.
    case close
    /// Write a key whose last revision is `expecting` (0 for none; `nil` where it does not count).
    case write(WriteID, StoreKey, [UInt8], expecting: UInt64?)
    /// Read a key from the store itself, and not from the watch.
    case read(StoreKey)
    /// Look how full the store's streams are.
    case measure
    /// Keep a play of a station under its id.
    case keep(station: String, id: String, [UInt8])
    /// Tell the plays that follow those that were told last on this connection. The first ones are
    /// those since a time of the store's, or all.
    case nextPlays(since: Int64?)
    /// Delete what a key had up to a revision, and not only mark it as deleted.
    case erase(StoreKey, revision: UInt64)
}

/// Something worth a log line.
package enum ClusterNotice: Equatable, Sendable {
    case joined(epoch: String, members: Int)
    case alone(reason: String)
    /// Something else keeps a member that is alone from the store, such as a wrong password behind
    /// a wrong certificate that was put right.
    case stillAlone(reason: String)
    case memberCame(String)
    case memberLeft(String)
    case memberDied(String)
    case acquired(UpstreamID, term: UInt64)
    case released(UpstreamID)
    /// Another member took upstreams that this one had.
    case deposed(upstreams: Int, by: String)
    /// Something happened to the store.
    case store(StoreNotice)
    /// The store does not take this station's state, which the other members do not see.
    case stateTooLarge(station: String)
    /// The store takes no writes, though it answers.
    case writesRejected(reason: String)
    /// Stations are read by no member.
    case unread(String)
    /// Members have other configs, or are of two clusters with one name.
    case configsDiffer(String)
    /// The state is on another number of the store's servers than this member's config has.
    case otherReplicas(Int, expected: Int)
    /// Another member has this one's name: this one stands down.
    case nameTaken(String)
}

/// Something that happened to the store, for people.
package enum StoreNotice: Equatable, Sendable {
    /// The watch tells nothing of what the store has.
    case watchSilent
    /// It has less than it had, and is looked at once more, perhaps at another server.
    case doubted
    /// It has less than it had: it was restored from a backup.
    case wentBack
    /// Its version is not to be used.
    case badVersion(problem: String)
    /// Its servers have different states under the same revisions.
    case split
    /// A stream of it is nearly full.
    case fills(stream: String, percent: Int)
    /// The clocks of this machine and of the store differ.
    case clockDiffers(by: Interval)
}
