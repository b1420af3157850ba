// The standard library keeps its normaliser to itself; this is all that is taken from Foundation.
import Foundation

extension String {
    /// In Normalization Form C (UAX #15).
    var composed: String {
        // No scalar below U+0300 composes with another or is composed differently.
        if unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return self }
        return precomposedStringWithCanonicalMapping
    }
}
