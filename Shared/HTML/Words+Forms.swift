/// What a field takes.
public enum InputType: String, Sendable, CaseIterable {
    case text
    case search
    case email
    case password
    case tel
    case url
    case number
    case date
    case time
    case dateTime = "datetime-local"
    case checkbox
    case radio
    case file
    case hidden
}

/// What a button does.
public enum ButtonType: String, Sendable, CaseIterable {
    case submit
    case button
    case reset
}

/// How a form is sent.
public enum FormMethod: String, Sendable, CaseIterable {
    case get
    case post
    case dialog
}

/// How the values of a form are written.
public enum FormEncoding: String, Sendable, CaseIterable {
    case urlEncoded = "application/x-www-form-urlencoded"
    case multipart = "multipart/form-data"
}

/// What a browser may fill in.
public enum Autocomplete: String, Sendable, CaseIterable {
    case on
    case off
    case email
    case username
    case currentPassword = "current-password"
    case newPassword = "new-password"
    case oneTimeCode = "one-time-code"
    case name
    case givenName = "given-name"
    case familyName = "family-name"
    case tel
    case url
    case organization
}

/// Which keyboard a phone shows.
public enum InputMode: String, Sendable, CaseIterable {
    case none
    case text
    case decimal
    case numeric
    case tel
    case search
    case email
    case url
}

/// What the Enter key of a phone says.
public enum EnterKeyHint: String, Sendable, CaseIterable {
    case done
    case go
    case next
    case search
    case send
}

/// What a phone writes in capitals.
public enum Autocapitalize: String, Sendable, CaseIterable {
    case none
    case sentences
    case words
    case characters
}
