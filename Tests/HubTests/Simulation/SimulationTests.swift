import Expectations
import Foundation
import Testing

/// Worlds in which everything happens that can, each drawn from a seed.
///
/// A failure names its seed; `NPHUB_SIMULATION_SEED=17 swift test --filter SimulationTests` plays
/// that world alone, and `NPHUB_SIMULATION_COUNT=10000` plays so many.
struct SimulationTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["NPHUB_SIMULATION_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["NPHUB_SIMULATION_COUNT"].flatMap(UInt64.init) ?? 60
        return Array(0..<count)
    }()

    @Test(arguments: seeds)
    func `whatever happens, every subscription is kept in step`(seed: UInt64) throws {
        var simulation = Simulation(seed: seed, length: 100)
        let outcome = try simulation.run()
        for complaint in outcome.complaints { Issue.record("\(complaint)") }
        #expect(outcome.updates > 50)
    }

    @Test(arguments: seeds.prefix(20))
    func `a consumer that does not read changes nothing for the others`(seed: UInt64) throws {
        var obstructed = Simulation(seed: seed, length: 100, isChecked: false)
        var free = Simulation(
            seed: seed, length: 100, isObstructed: false, isChecked: false)
        let transcripts = try obstructed.run().transcripts
        let expected = try free.run().transcripts
        for (place, lines) in transcripts.enumerated() {
            expect(lines, is: expected[place], "seed \(seed), consumer \(place)")
        }
    }
}
