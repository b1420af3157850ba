import Foundation
import Testing

/// Worlds from seeds. `NPHUB_CLUSTER_SEEDS=5000` runs more of them, `NPHUB_CLUSTER_SEED=17` one.
struct ClusterSimulationTests {
    private static var seeds: ClosedRange<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["NPHUB_CLUSTER_SEED"].flatMap(UInt64.init) { return seed...seed }
        return 1...(environment["NPHUB_CLUSTER_SEEDS"].flatMap(UInt64.init) ?? 50)
    }

    @Test(arguments: seeds)
    func `clients of all members are served the same, whatever fails`(seed: UInt64) {
        var simulation = ClusterSimulation(
            seed: seed, memberCount: 3 + Int(seed % 2), tellsStory: Self.seeds.count == 1)
        simulation.run()
        let story = simulation.story.joined(separator: "\n")
        #expect(
            simulation.violations.isEmpty,
            "\(simulation.violations.joined(separator: "\n"))\n\(story)")
    }
}
