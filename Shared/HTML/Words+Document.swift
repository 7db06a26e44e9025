/// The direction of a text.
public enum TextDirection: String, Sendable, CaseIterable {
    case auto
    case ltr
    case rtl
}

/// What a link leads to.
public enum LinkRelation: String, Sendable, CaseIterable {
    case stylesheet
    case icon
    case appleTouchIcon = "apple-touch-icon"
    case manifest
    case preload
    case canonical
    case prev
    case next
    case search
    case author
    case external = "noopener noreferrer nofollow"
}

/// Where a link opens.
public enum LinkTarget: String, Sendable, CaseIterable {
    case newTab = "_blank"
}

/// What a meta element says.
public enum MetaName: String, Sendable, CaseIterable {
    case viewport
    case description
    case robots
    case referrer
    case themeColor = "theme-color"
    case colorScheme = "color-scheme"
}

/// When a file or a colour is used.
public enum MediaQuery: String, Sendable, CaseIterable {
    case dark = "(prefers-color-scheme: dark)"
    case light = "(prefers-color-scheme: light)"
    case print
}

/// How a script is loaded.
public enum ScriptType: String, Sendable, CaseIterable {
    case module
}

/// When a picture is loaded.
public enum Loading: String, Sendable, CaseIterable {
    case lazy
    case eager
}

/// When a picture is decoded.
public enum Decoding: String, Sendable, CaseIterable {
    case async
    case sync
    case auto
}
