import Expectations
import Testing

/// The failures that `expect(_:is:)` records.
struct ExpectationTests {
    /// Holds that a check records one issue, with this text.
    private func expectIssue(_ text: String, line: Int = #line, of check: () -> Void) {
        withKnownIssue {
            check()
        } matching: { issue in
            issue.comments.map(\.rawValue) == [text] && issue.sourceLocation?.line == line
                && issue.sourceLocation?.fileID == #fileID
        }
    }

    @Test func `what is as expected is no issue`() {
        expect(1 + 1, is: 2)
        expect(["a"].first, is: "a", "a comment")
    }

    @Test func `a difference is recorded with both values and its place`() {
        expectIssue("it is     \"Noon\"\nand not   nil") { expect(["Noon"].first, is: nil) }
    }

    @Test func `a comment stands below the values`() {
        expectIssue("it is     2\nand not   3\na sum of 1") { expect(2, is: 3, "a sum of \(1)") }
    }

    @Test func `of long values is told where they begin to differ`() {
        let long = String(repeating: "a", count: 80)
        let text = """
            it is     "\(long)b"
            and not   "\(long)c"
            beginning with “b"” and not “c"”
            """
        expectIssue(text) { expect(long + "b", is: long + "c") }
    }
}
