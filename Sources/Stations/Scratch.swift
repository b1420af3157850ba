package import JSON
package import Support

/// What the machines of a hub borrow while they handle an event, and give back unchanged in
/// meaning: a source of chance, and scratch memory for parsing.
package struct Scratch {
    package var generator: SeededGenerator
    /// For messages.
    package let parser: JSONParser

    package init(generator: SeededGenerator) {
        self.generator = generator
        parser = JSONParser()
    }
}
