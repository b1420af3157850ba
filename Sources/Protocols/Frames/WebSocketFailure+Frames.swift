extension WebSocketFailure {
    private static func violation(_ code: Code, _ text: String) -> Self {
        Self(code, text, closeCode: .protocolError)
    }

    static let reservedBits = violation(
        .reservedBits, "the server set a reserved bit, though no extension is in use")

    static func reservedOpcode(_ opcode: UInt8) -> Self {
        violation(.reservedOpcode, "the server sent a frame of the unknown kind \(opcode)")
    }

    static let maskedFrame = violation(
        .maskedFrame, "the server sent a masked frame, which only clients do")

    static let fragmentedControl = violation(
        .fragmentedControl, "the server sent a control frame in fragments")

    static let longControl = violation(
        .longControl, "the server sent a control frame of more than 125 bytes")

    static let lengthNotMinimal = violation(
        .lengthNotMinimal, "the server spelt the length of a frame longer than needed")

    static let lengthTopBit = violation(
        .lengthTopBit, "the server sent a length with its first bit set")

    static let unexpectedContinuation = violation(
        .unexpectedContinuation, "the server sent a fragment that continues no message")

    static let expectedContinuation = violation(
        .expectedContinuation, "the server began a message before it had finished another")

    static let closePayload = violation(
        .closePayload, "the server sent a close frame with half a code")

    static func closeCode(_ code: WebSocketCloseCode) -> Self {
        violation(.closeCode, "the server closed with the code \(code), which must not be sent")
    }

    static let closeReason = Self(
        .closeReason, "the server closed with a reason that is not UTF-8",
        closeCode: .invalidPayload)

    static let invalidUTF8 = Self(
        .invalidUTF8, "the server sent text that is not UTF-8", closeCode: .invalidPayload)

    static func messageTooLarge(limit: Int) -> Self {
        Self(
            .messageTooLarge, "the server sent a message of more than \(limit) bytes",
            closeCode: .messageTooBig)
    }
}
