import Glibc
import Testing

@testable import Loop

/// The shares of links, clients, look-ups and files in the limit of file descriptors.
struct DescriptorShareTests {
    @Test(arguments: [20, 24, 32, 64, 128, 256, 1_024, 4_096, 32_768])
    func `links leave some to clients, and both to look-ups and files`(limit: Int) {
        let shares = DescriptorBudget(limit: limit)
        #expect(shares.lookups >= 1)
        #expect(Int(shares.acceptedEnd) <= limit - shares.lookups - 1)
        #expect(shares.dialledEnd <= shares.acceptedEnd - 2)
        #expect(Int(shares.dialledEnd) >= limit * 3 / 4)
    }

    @Test func `a hub of 20,000 stations and all its clients has room in the largest limit`() {
        #expect(DescriptorBudget(limit: LoopLimits.descriptorsMax).links >= 20_000 + 8_192)
    }

    @Test(arguments: [0, 1, 2, 10, 48, 61, 100, 150, 240, 500, 896, 1_000, 20_000])
    func `the limit that is asked for is enough, and not much more`(links: Int) {
        let limit = DescriptorBudget.limit(forLinks: links)
        #expect(DescriptorBudget(limit: limit).links >= links)
        #expect(DescriptorBudget(limit: limit - max(16, limit / 4)).links < max(1, links))
    }
}
