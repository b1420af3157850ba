/// Every bound of the hub, each with the reason for its number.
public struct Limits: Sendable {
    // MARK: Upstream

    /// A station's whole message, in bytes. Cached states of 32 stations of 19 KB each come as one.
    public var messageSize = 1 << 20
    /// Stations that the hub takes: a large aggregator, in 625 full links.
    public var stations = 20_000
    /// Of these, those that one server lists by itself: far more than any has, and one that lists
    /// without end leaves room to the others.
    public var stationsByServer = 5_000
    /// After this a link says that its server's name is still being looked up: as long as the
    /// system asks silent name servers.
    public var lookupTime = Interval.seconds(10)
    /// From knowing the address to the WebSocket, TLS included: twice what Centrifugo's own client
    /// allows, since a hub starts many at once.
    public var dialTime = Interval.seconds(10)
    /// Links dialled at once at the start: with TLS, about a core's work for a tenth of a second.
    public var dialsAtOnce = 100
    /// The pause between such waves of dialling.
    public var dialWaves = Interval.milliseconds(200)
    /// Added to a server's ping interval before a silent link counts as dead, as Centrifugo's
    /// clients do.
    public var heartbeatGrace = Interval.seconds(10)
    /// The longest interval between pings that a server can announce: a mistake must not turn off
    /// the watch over its link.
    public var heartbeatMax = Interval.seconds(300)
    /// A server that announced no heartbeat is asked with a ping after this: home routers forget
    /// silent connections after a few minutes.
    public var silenceBeforePing = Interval.seconds(60)
    /// A server for which more bytes than this wait is not read until it has taken them: more than
    /// the subscriptions of a full link, less than answers to what one read can hold.
    public var unsentBeforePause = 64 * 1_024
    /// A server for which more bytes than this wait is given up: a few times what one read of pings
    /// can make a link answer.
    public var unsentMax = 1 << 20
    /// A server that does not take waiting bytes within this time is given up. So is a server that
    /// is silent for this long after its message was due.
    public var stalledServer = Interval.seconds(10)
    /// Shortest backoff, as Centrifugo's clients have it.
    public var backoffMin = Interval.milliseconds(500)
    /// Longest backoff of all: a station that comes back is seen within it.
    public var backoffMax = Interval.seconds(20)
    /// A server that closed for good is asked again after this: it may have been an upgrade.
    public var terminalPause = Interval.seconds(300)
    /// The longest that a `Retry-After` is obeyed: a typing error must not silence a station.
    public var retryAfterMax = Interval.seconds(3_600)
    /// The whole answer of a server that is polled must have come within this: a little less than
    /// an attempt has, so that what took the time is known.
    public var pollAnswer = Interval.seconds(9)
    /// The longest that a server that is polled can ask to be left alone after a good answer: a
    /// setting that is made for pictures must not hide titles.
    public var pollPauseMax = Interval.seconds(300)
    /// Messages in a row of which nothing could be used before a link is dialled again.
    public var uselessMessages = 32
    /// A lost link shows only after this: most redials succeed sooner.
    public var lossTolerance = Interval.seconds(10)
    /// Of a link that stays lost is told again after each of these.
    public var outageNews = Interval.seconds(3_600)
    /// A link that was lost works again when it has been open for this long.
    public var outageEnd = Interval.seconds(60)
    /// Stale this long counts as failing; silent this long after connecting does too.
    public var failingAfter = Interval.seconds(60)

    // MARK: State

    /// Played tracks kept and given out for a station.
    public var history = 50
    /// A claim that is further than this from the predicted position makes a new anchor: repeats
    /// jitter by a second or two, listeners do not notice three.
    public var anchorTolerance = Interval.seconds(3)
    /// The same for a player that plays: it measures its position, and a seek may be a short one.
    public var playerTolerance = Interval.milliseconds(500)
    /// The same for a player that stands still, and for its first position after the hub had to
    /// assume one: what is left is the time that messages take.
    public var restingTolerance = Interval.milliseconds(100)
    /// The wall clock moving further than this against the monotonic one is a step.
    public var clockStep = Interval.seconds(1)
    /// A station's title that comes back within this had only been interrupted by a slogan.
    public var titleReturn = Interval.seconds(120)
    /// A start that a station announces by its own clock is believed this far ahead: AzuraCast
    /// names the moment at which listeners hear it.
    public var announcementMax = Interval.seconds(30)
    /// A title without identity that is replaced within this was a slip, if most of it stays.
    public var titleCorrection = Interval.seconds(3)
    /// A title without identity that another replaces within this was never heard.
    public var falseStart = Interval.milliseconds(500)
    /// States that wait for a station's delay to pass; beyond it the oldest are presented early.
    public var pendingStates = 64
    /// Listener counts are passed on at most this often.
    public var listenersInterval = Interval.seconds(60)

    // MARK: Timelines

    /// The furthest that a listener can go back: the longest rewind window of stations, rounded up.
    public var timelineWindow = Interval.seconds(5 * 3_600)
    /// The least that a timeline keeps: played tracks are shown even where rewinding reaches less
    /// far.
    public var timelineWindowMin = Interval.seconds(3_600)
    /// Elements in one station's timeline: one a minute for the whole window.
    public var timelineElements = 300
    /// Elements in all timelines together: at about half a kilobyte each, the greater part of what
    /// a hub of 2,000 stations needs.
    public var timelineElementsTotal = 100_000
    /// Elements in a timeline, however many stations there are: an hour of music.
    public var timelineElementsMin = 20
    /// Past programmes in one station's timeline: more than one every ten minutes.
    public var timelineProgrammes = 40
    /// The same text whose starts are no further apart is the same play, learnt in two ways: feeds
    /// are polled, and round their histories.
    public var playTolerance = Interval.seconds(30)
    /// A text that was on air before the hub was restarted and is after it, without a time, is one
    /// play if it began within this: shows of an hour are common, songs are seldom repeated in one.
    public var playResumption = Interval.seconds(3_600)

    // MARK: Sessions

    /// Listening sessions: fewer than clients, since clients can share one.
    public var sessions = 1_000
    /// A player that has not done what it was asked for by then does not answer.
    public var playerAnswer = Interval.seconds(10)
    /// A failed request is shown for this long: a driver looks up again within it.
    public var failureShown = Interval.seconds(30)
    /// Requests that wait for one player's answer; beyond it the oldest are not waited for.
    public var pendingRequests = 16
    /// A session without a follower for this long is over.
    public var abandonedSession = Interval.seconds(600)
    /// A favourite that was added is new for this long.
    public var newsTime = Interval.seconds(300)
    /// A client's request is refused if the cluster's store does not have it by then.
    public var storeAnswer = Interval.seconds(2)
    /// A station is tried again by hand no sooner than this after the last attempt.
    public var reconnectPause = Interval.seconds(5)

    // MARK: Clients

    /// Connected clients.
    public var clients = 8_192
    /// Subscriptions that one client may have.
    public var subscriptionsPerClient = 64
    /// Cursors, one for each subscription and station that it covers: at about 100 bytes each, what
    /// a small machine affords.
    public var cursors = 1_000_000
    /// Clients that the web leaves to programs of this machine: some for each session that a user
    /// runs, whatever the network does.
    public var clientsKept: Int { clients / 16 }
    /// Cursors that the web leaves to programs of this machine: five of these can cover all
    /// stations of the largest hub.
    public var cursorsKept: Int { cursors / 10 }
    /// A client's line, in bytes.
    public var requestSize = 64 * 1_024
    /// The share of one client in a turn, in bytes; the costs below count, too.
    public var turnSize = 64 * 1_024
    /// The cost of a record in a turn, in bytes beside its own: making it takes as long as sending
    /// so many.
    public var recordCost = 2 * 1_024
    /// The cost of a write to a client's socket, in bytes, in the turn of all clients.
    public var writeCost = 4 * 1_024
    /// The cost, in a turn, of looking at a subscription or at its data of a station: it takes as
    /// long as sending so many bytes.
    public var visitCost = 64
    /// The share of all clients together in a turn, before the loop looks at its sockets again:
    /// about a millisecond's work.
    public var turnTotal = 1 << 20
    /// The first share of a client that becomes ready, before those that want more: some lines.
    public var firstShare: Int { turnSize / 16 }
    /// The share of a turn that changes leave to the clients that are given present states.
    public var heavyShare: Int { turnTotal / 4 }
    /// Documents that are made due at once by their time, some milliseconds' work.
    public var wakesAtOnce = 10_000
    /// A client that takes nothing for this long is cut.
    public var stalledClient = Interval.seconds(30)
    /// Requests that a client may make at once.
    public var requestBurst = 1_000
    /// Requests a second that a client may go on making.
    public var requestRate = 200
    /// WebSockets and event streams of one address on the web, and connections where that can be
    /// told: an office behind one address, and a fraction of what the hub takes.
    public var webClientsByAddress = 256
    /// Requests of HTTP that come from one address at once: some browsers that load the dashboard.
    public var webRequestBurst = 500
    /// Requests of HTTP a second that one address may go on making. One answer takes some
    /// milliseconds at 2,000 stations, so that an address gets less than half a core.
    public var webRequestRate = 50
    /// Addresses whose requests are counted; beyond it those are forgotten that have all of their
    /// allowance: at about 100 bytes each, what a small machine affords.
    public var webAddresses = 100_000
    /// Tickets that are good at once: more than all clients together need to come back after a
    /// restart.
    public var webTickets = 8_192
    /// Questions about the history that wait: each takes some hundredths of a second.
    public var historyQuestions = 32
    /// Of these, those of one address: it asks the next one when it has an answer.
    public var historyQuestionsByAddress = 2
    /// The longest `minInterval` that can be asked for.
    public var intervalMax = Interval.seconds(3_600)
    /// Stations in one page of `get`.
    public var recordsPerPage = 500
    /// Bytes after which a page of `get` ends early.
    public var pageSize = 1 << 20
    /// Links and clients, together, in one page of `status`; fewer links where they have several
    /// stations.
    public var statusPerPage = 500
    /// A hub whose loop was held up for so long lately is not well: consumers notice it.
    public var lateTurn = Interval.seconds(5)
    /// Pending records are delivered within this time at shutdown, half of the time that the end
    /// may take. The rest is for the history, the recording and the log.
    public var shutdownTime = Interval.seconds(1)
    /// Kinds of subscription remembered for clients that resume. All together they name at most
    /// `cursors` stations.
    public var resumableKinds = 10_000
    /// Removed stations remembered for clients that resume: each keeps its pairs. Clients that were
    /// away for longer are given everything.
    public var rememberedRemovals = 1_000

    /// The limits of a hub in service.
    public init() {}

    /// Contradictions between limits, in words; empty for the limits of a hub in service.
    public var contradictions: [String] {
        var found: [String] = []
        if backoffMin > backoffMax { found.append("backoffMin is above backoffMax") }
        if unsentBeforePause >= unsentMax {
            found.append("a server would be given up before reading from it pauses")
        }
        if requestSize > turnSize { found.append("a request can be longer than a turn") }
        if turnSize > turnTotal { found.append("one client's turn is more than all turns") }
        if cursors < stations + rememberedRemovals {
            found.append("one subscription to all stations exceeds cursors")
        }
        if pollAnswer >= dialTime { found.append("a poll would be given up before it fails") }
        if lossTolerance > failingAfter { found.append("failing would come before stale") }
        if timelineWindowMin > timelineWindow {
            found.append("timelineWindowMin is above timelineWindow")
        }
        if timelineElementsMin > timelineElements {
            found.append("timelineElementsMin is above timelineElements")
        }
        if anchorTolerance < clockStep { found.append("a clock step would pass for a seek") }
        if restingTolerance > playerTolerance || playerTolerance > anchorTolerance {
            found.append("a measured position would count less than an estimated one")
        }
        return found
    }
}
