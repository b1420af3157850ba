import JSON

/// What the machines of a hub borrow while they handle an event, and give back unchanged in
/// meaning: a source of chance, and scratch memory for parsing.
struct Instruments {
    var generator: SeededGenerator
    /// For messages.
    let parser: JSONParser

    init(generator: SeededGenerator) {
        self.generator = generator
        parser = JSONParser()
    }
}
