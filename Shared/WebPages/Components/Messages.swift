public import Contracts
import HTML

/// How good or bad a message is.
enum BannerKind {
    case info
    case good
    case warning
    case bad

    fileprivate var className: String {
        switch self {
        case .info: "banner"
        case .good: "banner good"
        case .warning: "banner warning"
        case .bad: "banner bad"
        }
    }

    fileprivate var role: ARIARole? {
        switch self {
        case .info, .warning: nil
        case .good: .status
        case .bad: .alert
        }
    }

    fileprivate var icon: Icon {
        switch self {
        case .info: .info
        case .good: .check
        case .warning, .bad: .warning
        }
    }
}

/// What a page says when there is nothing to show.
struct EmptyText: Sendable {
    let title: String
    let line: String?
    /// Whether something was looked for and not found.
    var isSearch = false
}

extension HTMLWriter {
    /// Writes a banner: a bold line, a plain line, and an action.
    mutating func banner(
        _ kind: BannerKind, title: String? = nil, _ line: String?,
        action: (text: String, address: WebAddress)? = nil
    ) {
        self(.div, .class(kind.className), .role(kind.role)) { html in
            html.icon(kind.icon)
            html(.div) { html in
                if let title { html(.p) { $0(.strong, text: title) } }
                if let line { html(.p, text: line) }
                if let action { html.linkButton(action.text, to: action.address) }
            }
        }
    }

    /// Writes the banner of what failed: its title, a plain line, and an action.
    mutating func failure(
        _ error: ServiceError, _ line: String?, action: (text: String, address: WebAddress)? = nil
    ) {
        banner(.bad, title: FailureText.title(of: error), line, action: action)
    }

    /// Writes the banner of a page whose data could not be loaded (X-12, X-13, X-30, IL-43).
    mutating func loadFailure(_ error: ServiceError, _ what: String, retry: WebAddress) {
        failure(error, "\(what) could not be loaded just now.", action: ("Retry", retry))
    }

    /// Writes an empty state: a dial, a title, a line and one way on.
    mutating func emptyState(_ text: EmptyText, action: (inout HTMLWriter) -> Void = { _ in }) {
        self(.div, .class("sheet empty")) { html in
            html.dial(isAside: text.isSearch)
            html(.h2, text: text.title)
            if let line = text.line { html(.p, .class("soft"), text: line) }
            action(&html)
        }
    }
}

/// The texts of failures on pages.
public enum FailureText {
    /// The cause and what to do about it, for failures that no second attempt fixes; nil for
    /// others. Says nothing about what was stored before. A reader cannot change the server and is
    /// not told where its files lie.
    public static func explanation(of error: ServiceError) -> String? {
        if error.subject == .fullDisk {
            return "The disk of the server is full, and nothing more can be stored. Reading goes "
                + "on. Tell whoever runs the system to free space."
        }
        guard error.code == .dataLoss else { return nil }
        return "Stored data is damaged or missing. Tell whoever runs the system."
    }

    /// A line with the explanation before it, if there is one.
    static func explained(_ error: ServiceError, _ line: String) -> String {
        explanation(of: error).map { "\($0) \(line)" } ?? line
    }

    /// what to do about a failure of the server; nil for others.
    public static func advice(of error: ServiceError) -> String? {
        if let explanation = explanation(of: error) { return explanation }
        switch error.code {
        case .busy where error.subject == .tooManyAttempts: return nil
        case .busy, .unavailable:
            return error.isForReaders ? error.message : tryAgain
        case .internal:
            // ID-24: an operation's own text says what did not happen. Others are for the log.
            let isOwn = OperationCatalogue.all.contains { $0.type.failureText == error.message }
            return isOwn ? "\(error.message). \(tryAgain)" : tryAgain
        default: return nil
        }
    }

    private static let tryAgain =
        "Please try again in a moment. If that does not help, tell whoever runs the system."

    ///
    static func title(of error: ServiceError) -> String {
        switch error.code {
        case .timeout: "Connection timed out"
        case .busy where error.subject == .tooManyAttempts: error.message
        case .busy, .unavailable, .internal, .dataLoss, .unimplemented: "Server error"
        default: error.message
        }
    }
}
