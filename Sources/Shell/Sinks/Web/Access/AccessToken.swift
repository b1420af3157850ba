internal import Protocols
internal import Glibc
import NowPlaying

/// A secret text that carries rights.
package struct AccessToken: Hashable, Sendable {
    /// The text.
    package let text: String
    /// The rights of its holder.
    package let rights: Rights

    /// A token of this text.
    package init(text: String, rights: Rights) {
        self.text = text
        self.rights = rights
    }

    /// A new token: 64 bits of the system's randomness a word.
    package static func make(_ rights: Rights, words: Int = 4) -> AccessToken {
        AccessToken(text: randomText(words: words), rights: rights)
    }

    /// 64 bits of the system's randomness a word, in hexadecimal digits.
    package static func randomText(words: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<words).map { _ in generator.next().hexadecimal }.joined()
    }

    /// True if a client has sent this very text.
    func matches(_ sent: [UInt8]) -> Bool { Array(text.utf8).isSecretlyEqual(to: sent) }
}

/// The tokens of a hub.
package struct AccessTokens: Hashable, Sendable {
    /// All of them.
    package var tokens: [AccessToken]

    /// Some tokens.
    package init(_ tokens: [AccessToken] = []) {
        self.tokens = tokens
    }

    /// The token with most rights, and of several the first one; `nil` where there is none.
    package var strongest: AccessToken? {
        tokens.enumerated().max { left, right in
            (left.element.rights.weight, -left.offset) < (
                right.element.rights.weight, -right.offset
            )
        }?.element
    }

    /// The rights of the client that sends a text; `nil` where no token is like it. All tokens are
    /// compared, so that the time does not tell which one was it.
    package func rights(of sent: String) -> Rights? {
        let sent = Array(sent.utf8)
        var found: Rights?
        for token in tokens where token.matches(sent) { found = token.rights }
        return found
    }
}

/// The reason why tokens cannot be read.
package struct TokenFileError: Error, CustomStringConvertible {
    /// The file, and what is wrong with it.
    package let description: String
}

/// The file that holds tokens: one a line, followed by its rights.
package enum TokenFile {
    /// Longer files are refused: room for a thousand tokens.
    private static let sizeMax = 1 << 20
    /// Shorter tokens can be guessed.
    private static let tokenBytesMin = 32

    /// Reads the tokens. A file that is missing is made, with one token that may do everything.
    package static func load(_ path: String) throws(TokenFileError) -> AccessTokens {
        if let tokens = try read(path) { return tokens }
        return try make(path)
    }

    /// Reads the tokens; `nil` where there is no such file.
    package static func read(_ path: String) throws(TokenFileError) -> AccessTokens? {
        // Not blocking: it is the loop's thread, and a pipe without a writer would hold it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(path, "cannot read it", errno) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, "cannot read it", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TokenFileError(description: "\(path) is not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw TokenFileError(
                description: "\(path) can be read by others: run chmod 600 \(path)")
        }
        return try read(descriptor, path, size: Int(status.st_size))
    }

    private static func read(
        _ descriptor: Int32, _ path: String, size: Int
    ) throws(TokenFileError) -> AccessTokens {
        guard size <= sizeMax else { throw TokenFileError(description: "\(path) is too long") }
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, size - count)
            }
            guard got > 0 else { break }
            count += got
        }
        return try parse(String(decoding: bytes.prefix(count), as: UTF8.self), of: path)
    }

    /// Reads the text of a file.
    package static func parse(
        _ text: String, of path: String
    ) throws(TokenFileError) -> AccessTokens {
        var tokens: [AccessToken] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let token = words.first, !token.hasPrefix("#") else { continue }
            let place = "\(path):\(number + 1)"
            guard token.utf8.count >= tokenBytesMin else {
                throw TokenFileError(
                    description: """
                        \(place): a token has at least \(tokenBytesMin) bytes; \
                        `openssl rand -hex 32` makes one
                        """)
            }
            var rights = Rights()
            for word in words.dropFirst() where !rights.add(word) {
                throw TokenFileError(
                    description: """
                        \(place): there is no right `\(word)`: known are read, status, \
                        session:NAME, session:*
                        """)
            }
            tokens.append(AccessToken(text: String(token), rights: rights))
        }
        return AccessTokens(tokens)
    }

    private static func make(_ path: String) throws(TokenFileError) -> AccessTokens {
        let token = AccessToken.make(.all)
        let text = """
            # Users of the web server of nphub: a token a line, then its rights, which are read,
            # status, session:NAME and session:*. Read again on SIGHUP.
            \(token.text) read session:* status

            """
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot make it", errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw failure(path, "cannot write it", errno)
        }
        return AccessTokens([token])
    }

    private static func failure(
        _ path: String, _ problem: String, _ code: Int32
    ) -> TokenFileError {
        TokenFileError(description: "\(path): \(problem): \(String(cString: strerror(code)))")
    }
}
