import Expectations
import JSON
import Testing

struct JSONTextTests {
    @Test(
        arguments: [
            (#"{"id":1}"#, "1"), (#"{"id": -1.50e+3 }"#, "-1.50e+3"),
            (#"{"a":{"id":2},"b":[{"id":3}],"s":"\\\"id\":4,","id":5}"#, "5"),
            (#"{"id":123456789012345678901234567890,"id":2}"#, "123456789012345678901234567890"),
            (#"{"x":"id","id":1e999}"#, "1e999"), (#"{"idx":1,"id":2}"#, "2"),
            (#"{"id":"1"}"#, nil), (#"{"id":null,"id":1}"#, nil), (#"{"id":[1]}"#, nil),
            (#"{"id":{"id":1}}"#, nil), (#"{}"#, nil), (#"{"a":"id"}"#, nil), (#"[1]"#, nil),
            (#"{"id"#, nil), (#"{"id":"\"#, nil), ("", nil),
        ] as [(String, String?)])
    func `a number is found as it is written`(text: String, expected: String?) {
        let bytes = Array(("xx" + text).utf8)[2...]
        let number = JSONText.number(named: "id", in: bytes)
        expect(number.map { String(decoding: $0, as: UTF8.self) }, is: expected)
    }
}
