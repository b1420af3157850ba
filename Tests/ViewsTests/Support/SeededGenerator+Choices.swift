import Support

extension SeededGenerator {
    /// One of so many equally likely outcomes.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: choices.indices, using: &self)]
    }

    mutating func maybe<Choice>(_ choice: Choice) -> Choice? { oneIn(3) ? nil : choice }
}
