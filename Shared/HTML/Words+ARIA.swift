/// What an element is to assistive software.
public enum ARIARole: String, Sendable, CaseIterable {
    case alert
    case status
    case image = "img"
    case meter
    case `switch` = "switch"
    case group
    case region
    case list
    case listItem = "listitem"
    case presentation
    case none
    case dialog
    case alertDialog = "alertdialog"
    case log
    case note
    case progressBar = "progressbar"
    case search
    case navigation
    case radioGroup = "radiogroup"
    case button
    case link
}

/// Which of several things is the current one.
public enum ARIACurrent: String, Sendable, CaseIterable {
    case page
    case step
    case location
    case date
    case time
    case yes = "true"
}

/// How urgently a change is announced.
public enum ARIALive: String, Sendable, CaseIterable {
    case polite
    case assertive
    case off
}

/// What a button opens.
public enum ARIAPopup: String, Sendable, CaseIterable {
    case dialog
    case menu
    case listbox
    case tree
    case grid
}

/// How a column is sorted.
public enum ARIASort: String, Sendable, CaseIterable {
    case ascending
    case descending
    case other
    case none
}
