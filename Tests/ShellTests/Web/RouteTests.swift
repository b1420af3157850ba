import Expectations
import Loop
import Testing
import Shell

struct RouteTests {
    @Test(arguments: [
        ("/", WebRoute.page("index.html")), ("/assets/dashboard.js", .page("dashboard.js")),
        ("/nphub.js", .page("nphub.js")), ("/nphub.d.ts", .page("nphub.d.ts")),
        ("/overlay/a.b-c", .page("overlay.html")),
        ("/api/v1/stations", .stations), ("/api/v1/stations/a", .station("a")),
        ("/api/v1/stations/a/history", .history("a")), ("/api/v1/events", .events),
        ("/api/v1/socket", .socket), ("/api/v1/command", .command), ("/api/v1/report", .report),
        ("/api/v1/ticket", .ticket), ("/api/v1/status", .status), ("/api/v1/rights", .rights),
        ("/metrics", .metrics), ("/healthz", .health),
    ])
    func `a path leads to what stands in the table`(path: String, route: WebRoute) {
        expect(WebRoute.find(path)?.route, is: route)
    }

    @Test(arguments: [
        "", "/x", "/api", "/api/v1", "/api/v1/stations/a/b", "/api/v2/stations", "/assets",
        "/assets/a/b", "/API/v1/stations",
    ])
    func `any other path leads nowhere`(path: String) {
        #expect(WebRoute.find(path) == nil)
    }

    @Test func `HEAD is served where GET is`() {
        let read = WebRoute.find("/api/v1/stations")?.entry
        expect(read?.allows("HEAD"), is: true)
        expect(read?.allows("POST"), is: false)
        expect(read?.refusal(of: "PUT", at: "/").headers, is: [.init("Allow", "GET, HEAD")])
        let command = WebRoute.find("/api/v1/command")?.entry
        expect(command?.allows("GET"), is: false)
        expect(command?.refusal(of: "GET", at: "/").headers, is: [.init("Allow", "POST")])
    }

    @Test func `only what stations play may be read by pages of other sites`() {
        let shared = WebRoute.table.filter { WebRoute.find($0.path)?.route.isShared == true }
        expect(
            shared.map(\.path),
            is: [
                "/nphub.js", "/nphub.d.ts", "/widget.js", "/api/v1/openapi.json",
                "/api/v1/stations", "/api/v1/stations/{}",
                "/api/v1/stations/{}/history", "/api/v1/events",
            ])
    }
}
