package import JSON
package import Support

/// Resources that a hub's machines borrow while they handle an event: a source of chance, and
/// scratch memory for parsing.
package struct Scratch {
    package var generator: SeededGenerator
    /// For messages.
    package let parser: JSONParser

    package init(generator: SeededGenerator) {
        self.generator = generator
        parser = JSONParser()
    }
}
