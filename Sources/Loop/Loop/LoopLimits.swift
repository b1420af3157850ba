/// The numbers of this target, each with its reason.
enum LoopLimits {
    /// Descriptors that must be left for a loop, its signals and its first sockets. With fewer,
    /// libuv and libwebsockets abort, or wait for ever for what they could not open.
    static let descriptors = 16
    /// The bytes that the library may read at once. Other sockets wait until they are dealt with:
    /// 64 KiB of small messages, each of them news, take a tenth of a second.
    static let libraryBytes = 16_384
    /// Callbacks of the library for one socket in one turn of the loop. One read of the smallest
    /// frames makes 2,731 of them, and a busy loop reads a socket some times in a turn;
    /// so many callbacks take some hundredths of a second.
    static let callbacksByTurn = 65_536
    /// The bytes that may be read at once of a program, and of a socket that failed.
    static let receiveBytes = 65_536
    /// The bytes that a connection gathers in one turn before it writes without waiting for the
    /// turn's end: one full socket buffer's worth, so that a long turn does not grow memory for
    /// nothing.
    static let gatheredBytes = 65_536
    /// Buffers with more room than this are given back once they are empty, so that thousands of
    /// connections do not each keep the memory of their largest burst.
    static let keptBufferBytes = 16_384
    /// The bytes that the library buffers for one peer while it parses frames. Clients of the
    /// servers here send little.
    static let frameBytes = 4_096
    /// Connections accepted in one go, so that a flood of them does not starve the others: some
    /// milliseconds' work. With fewer, a client waits for all that is to be done for those that
    /// the kernel has queued before it.
    static let acceptsAtOnce = 256
    /// The pause of a listener when the process has no descriptors left; without a pause the loop
    /// spins, since the waiting connection stays readable.
    static let acceptRestMilliseconds: UInt64 = 100
    /// Connections that the kernel holds until they are accepted; it caps this at `somaxconn`.
    static let backlog: Int32 = 4_096
    /// The most reads from a socket that failed: together more than a kernel's receive buffer
    /// holds.
    static let remainingReads = 128
    /// The head of an HTTP request: browsers send the cookies of all programs on the same host.
    static let headBytes = 16_384
    /// The bytes of a head that the library keeps; it can keep no more. It closes the connection
    /// without a word if the head is longer.
    static let keptHeadBytes = 65_535
    /// A longer word at the beginning of a request is no method: the longest that is registered has
    /// seventeen letters.
    static let methodBytes = 32
    /// Parts of a query that are read: the library has room for about so many.
    static let queryParts = 128
    /// The bytes of an answer that are written at once, when the kernel has said that there is
    /// room: it says so only if there is room for more.
    static let answerBytes = 16_384
    /// The interval at which a slow reader of an answer over HTTP is looked at: the bytes that the
    /// kernel holds last longer.
    static let retryMilliseconds: UInt64 = 20
    /// The interval at which a stream is looked at whose client may have left.
    static let departureMilliseconds: UInt64 = 2_000
    /// The time that a peer has to finish its handshake, or to answer a close.
    static let handshakeSeconds: UInt32 = 10
    /// Look-ups of names at once, each on a thread and with a socket of its own. So many names that
    /// no server answers for delay no other name; beyond it, others wait for one of them to fail.
    static let lookups = 64
    /// Look-ups at once that have only just begun: a name server need not take more.
    static let quickLookups = 8
    /// The time for which a look-up counts as just begun. Most answers come within a tenth of a
    /// second.
    static let quickLookupMilliseconds: UInt64 = 250
    /// The part of all look-ups that names may occupy which failed slowly before: a quarter.
    static let suspectShare = 4
    /// The time for which such a name is remembered: over some attempts, which renew it.
    static let suspicionMilliseconds: UInt64 = 300_000
    /// The time for which a late answer is kept: longer than links wait between attempts.
    static let lateAnswerMilliseconds: UInt64 = 60_000
    /// Names that may wait for a look-up: one for each station that a hub may have.
    static let waitingNames = 20_000
    /// The time that a connection that is to end has for sending its last bytes. A peer that reads
    /// needs a round trip; without a limit, one that does not read keeps descriptor and memory for
    /// ever.
    static let finishMilliseconds: UInt64 = 3_000
    /// The descriptors that are of use to a process: for all links and clients that a hub may have,
    /// and a third more. For each connection the library walks a table that has a place for each of
    /// them: with so many, for about as long as the kernel takes to accept it.
    static let descriptorsMax = 32_768
    /// The descriptors that a process has open besides links, clients, files for a moment, and
    /// look-ups: streams, the loop, signals, a listener, a database, the desktop's bus.
    static let ownDescriptors = 20
    /// Descriptors kept for what is opened for a moment, such as a config that is read again.
    static let fileDescriptors = 8
    /// Descriptors that links leave to clients.
    static let clientDescriptors = 32
}
