public import FanOut
public import NowPlaying
public import Stations

/// Something that the core wants done outside.
///
/// Nearly all are deliveries to clients. The larger ones are kept apart, so that those stay small.
public enum Effect: Sendable {
    /// Do something with a link.
    case link(LinkID, LinkEffect)

    /// Give a client what one of its subscriptions is told.
    case deliver(ClientID, Delivery)
    /// Give a client something else. What acknowledges a choice is given when the preferences
    /// are written that went into the journal before it.
    case reply(ClientID, Reply, acknowledgesChoice: Bool = false)
    /// Send what is on its way to a client, then end its connection.
    case disconnect(ClientID)
    /// Go on in the next turn of the loop, with `Event.turn`.
    case takeTurn

    /// Give the state sink what this hub's link has made of a station.
    indirect case state(StateRecord)
    /// Write a shared document over its version at a revision, 0 where it is not there.
    /// Without content it is deleted.
    indirect case propose(Int, SharedDocument, [UInt8], expecting: Revision)

    /// Append to the journal.
    indirect case journal(JournalEntry)
    /// All is done: the program can end.
    case finish
}
