internal import Glibc

/// A target under libFuzzer: `Fuzzer TARGET [OPTION …] FOLDER …`, by `make fuzz`.
@main
struct Fuzzer {
    nonisolated(unsafe) fileprivate static var target = FuzzTarget.all[0]

    static func main() {
        guard CommandLine.arguments.count > 1,
            let target = FuzzTarget.named(CommandLine.arguments[1])
        else {
            print("There are " + FuzzTarget.all.map(\.name).joined(separator: ", ") + ".")
            return
        }
        Self.target = target
        // libFuzzer's options come after the program's name.
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
            CommandLine.unsafeArgv + 1
        var count = CommandLine.argc - 1
        _ = runDriver(&count, &arguments, judge)
    }
}

/// Stops with what does not hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func judge(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let complaint = Fuzzer.target.complaint(input) {
        print("\(Fuzzer.target.name): \(complaint)")
        fflush(nil)
        preconditionFailure("a rule is broken")
    }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ judge: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
