import JSON

/// One line from the hub, read (JSON-RPC 2.0, sections 4.1 and 5).
enum HubMessage {
    /// The answer to the call with this number.
    case answer(call: Int, Result<JSONValue, HubRefusal>)
    /// Something that nobody asked for.
    case notification(method: String, JSONValue)
    /// An error that answers no call: why the hub is about to end the connection.
    case farewell(HubRefusal)

    /// Reads a line; `nil` for what is no message.
    init?(_ line: JSONValue) {
        if let method = line["method"]?.string, let parameters = line["params"] {
            self = .notification(method: method, parameters)
        } else if let call = line["id"]?.int {
            if let result = line["result"] {
                self = .answer(call: call, .success(result))
            } else if let refusal = line["error"].flatMap(HubRefusal.init) {
                self = .answer(call: call, .failure(refusal))
            } else {
                return nil
            }
        } else if let refusal = line["error"].flatMap(HubRefusal.init) {
            self = .farewell(refusal)
        } else {
            return nil
        }
    }
}
