import HubClient
import JSON
import Shell

/// The link to a dashboard, made of a hub's answer and of the tokens in its file.
struct DashboardAnswer {
    /// The link, with a token where there is one.
    let link: String
    /// The link opens more than reading.
    let hasToken: Bool

    /// The remedy where there is no token.
    static let tokenHint =
        "without a token the page only reads: name a file for tokens by `web.tokens` in the config"

    /// Reads the answer.
    ///
    /// - Parameter tokens: Reads a file of tokens; `nil` where there is none.
    init(
        _ answer: [UInt8], tokens: (String) throws(ProgramFailure) -> AccessTokens?
    ) throws(ProgramFailure) {
        let members = Self.members(of: answer)
        guard let address = members["address"] else {
            throw ProgramFailure(.unavailable, "the hub does not say where its dashboard is")
        }
        var token = members["token"]
        if token == nil, let file = members["tokensFile"] {
            token = try tokens(file)?.strongest?.text
        }
        link = address + (token.map { "#token=\(Self.encoded($0))" } ?? "")
        hasToken = token != nil
    }

    private static func members(of answer: [UInt8]) -> [String: String] {
        var members: [String: String] = [:]
        try? JSONParser().parse(answer) { document in
            for name in ["address", "token", "tokensFile"] {
                members[name] = document[named: name]?.readable
            }
        }
        return members
    }

    /// A token as it may stand in a fragment: the characters that are not unreserved are
    /// percent-encoded (RFC 3986, section 2.3).
    private static func encoded(_ token: String) -> String {
        token.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            if isPlain || "-._~".contains(character) { return String(character) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
