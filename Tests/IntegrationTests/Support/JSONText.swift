import Foundation
import Testing

/// A JSON object, read by an implementation that is not ours.
func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
}
