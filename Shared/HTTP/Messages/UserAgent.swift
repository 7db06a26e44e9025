/// What a browser says of itself in `User-Agent` (RFC 9110, section 10.1.5).
public struct UserAgent: Sendable {
    /// The marks of browsers, with the names that people know. Most browsers also write the marks
    /// of older ones, so the first mark that is found counts.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]

    /// The browser and its system, as people call them: `Firefox on Windows`; `Browser` stands for
    /// an unknown one.
    public let name: String

    /// Reads the value of the field.
    public init(_ text: String) {
        func first(_ marks: [(mark: String, name: String)]) -> String? {
            marks.first { text.contains($0.mark) }?.name
        }
        let browser = first(Self.browsers) ?? "Browser"
        name = first(Self.systems).map { "\(browser) on \($0)" } ?? browser
    }
}

extension HTTPRequest {
    /// What the client says of itself.
    public var userAgent: UserAgent { UserAgent(headers["User-Agent"] ?? "") }
}
