import HTTP
import Testing

@Suite("A browser's name") struct UserAgentTests {
    @Test(
        arguments: [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
                "Firefox on Windows"
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/142.0.0.0 Safari/537.36", "Chrome on Linux"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
                    + "(KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"
            ),
            ("curl/8.5.0", "Browser"), ("", "Browser"),
        ])
    func nameTheBrowserAndItsSystem(text: String, name: String) {
        #expect(UserAgent(text).name == name)
    }
}
