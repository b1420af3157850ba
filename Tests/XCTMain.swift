import Testing

/// Runs the tests. Because it is there, SwiftPM does not search an index of the sources for tests
/// of XCTest, and none need be made.
@main
enum TestRunner {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
