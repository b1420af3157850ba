import Feeds
import Foundation

/// Does one piece of work so many times: `Benchmarks NAME PASSES`. Without arguments it lists
/// what there is, each with the number of passes at which it is counted.
@main
enum Counted {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else { return list() }
        guard let benchmark = Benchmark.all.first(where: { $0.name == name }),
            let passes = arguments.dropFirst().first.flatMap({ Int($0) }),
            (1...2 * benchmark.passes).contains(passes)
        else { fail("there is no benchmark \(name) with so many passes") }
        do {
            try run(benchmark, passes)
        } catch {
            fail("\(name) cannot begin: \(error)")
        }
    }

    private static func list() {
        let recorded = Set(FeedRecording.files.map(\.type))
        for type in FeedType.all where !recorded.contains(type.name) {
            fail("there is no recording of feed type \(type.name)")
        }
        for benchmark in Benchmark.all { print("\(benchmark.name)\t\(benchmark.passes)") }
    }

    private static func run(_ benchmark: Benchmark, _ passes: Int) throws {
        let work = try benchmark.prepare()
        for pass in 0..<passes { work.pass(pass) }
        if let complaint = work.complaint(after: passes) {
            fail("\(benchmark.name) measures something else: \(complaint)")
        }
    }

    private static func fail(_ problem: String) -> Never {
        FileHandle.standardError.write(Data((problem + "\n").utf8))
        exit(1)
    }
}
