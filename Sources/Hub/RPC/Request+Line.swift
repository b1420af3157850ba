package import JSON
package import NowPlaying
import Sessions
import Support

/// Requests as lines of JSON-RPC 2.0.
extension Request {
    /// Reads a line. What is not a request at all has the id `null` (JSON-RPC 2.0, section 5).
    package init(line: ArraySlice<UInt8>, parser: JSONParser, limits: Box<Limits>) {
        do {
            self = try parser.parse(line) { try Request($0, in: line, limits: limits) }
        } catch let error as RequestError {
            self.init(id: RPCFraming.unknownID, method: .failure(error))
        } catch {
            let error = RequestError(.parseError, "not JSON: \(error)")
            self.init(id: RPCFraming.unknownID, method: .failure(error))
        }
    }

    private init(
        _ value: JSONValue, in line: ArraySlice<UInt8>, limits: Box<Limits>
    ) throws(RequestError) {
        guard value.isObject else {
            throw RequestError(.invalidRequest, "a request is one JSON object on a line")
        }
        let id = try Self.id(value["id"], in: line)
        do throws(RequestError) {
            self.init(id: id, method: .success(try Self.method(value, limits)))
        } catch {
            self.init(id: id, method: .failure(error))
        }
    }

    /// The id as the caller wrote it: a number may have more digits than any type holds.
    private static func id(
        _ value: JSONValue?, in line: ArraySlice<UInt8>
    ) throws(RequestError) -> [UInt8]? {
        guard let value else { return nil }
        if let number = JSONText.number(named: "id", in: line) { return Array(number) }
        guard value.isString || value.double != nil || value.isNull else {
            throw RequestError(.invalidRequest, "an id is a string or a number")
        }
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    private static func method(_ value: JSONValue, _ limits: Box<Limits>) throws(RequestError)
        -> Method
    {
        guard let version = value["jsonrpc"], version.string(equals: "2.0") else {
            throw RequestError(.invalidRequest, "\"jsonrpc\":\"2.0\" is missing")
        }
        guard let name = value["method"]?.text else {
            throw RequestError(.invalidRequest, "\"method\" is missing, or not a string")
        }
        let read = RequestReader(
            name: name.word ?? name.quotable, parameters: value["params"], limits: limits)
        return try read.method()
    }
}
