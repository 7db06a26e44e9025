import Foundation

extension FieldErrors {
    /// Validates an e-mail address (one `@`, a dot inside the domain, no white space); returns it
    /// in lower case.
    mutating func emailAddress(_ field: FormField<String>, named name: String) -> String {
        let address = TypedAddress.email(field.value ?? "")
        if field.isMalformed || !EmailAddress.isValid(address) {
            refuse(name, EmailAddress.refusal)
        }
        return address
    }

    /// Validates the length of a new password. The identity service checks the other rules.
    mutating func password(_ field: FormField<String>, named name: String) -> String {
        let password = field.value ?? ""
        if field.isMalformed || password.count < FamilyLimit.passwordLength.lowerBound {
            refuse(name, "Password must have at least 15 characters")
        } else if password.count > FamilyLimit.passwordLength.upperBound
            || !TextLimit.fits(password, FamilyLimit.passwordLength)
        {
            refuse(name, "Password must have at most 256 characters")
        }
        return password
    }

    /// Validates that an existing password was given. The identity service checks whether it is
    /// correct.
    mutating func knownPassword(_ field: FormField<String>, named name: String) -> String {
        let password = field.value ?? ""
        let bytesMax = FamilyLimit.passwordLength.upperBound * TextLimit.bytesPerCharacter
        if field.isMalformed || password.isEmpty || password.utf8.count > bytesMax {
            refuse(name, "Please enter your password")
        }
        return password
    }

    /// Validates the optional zone that a user or family chooses: a name of the IANA time zone
    /// database.
    mutating func chosenTimeZone(_ field: FormField<String>, named name: String) -> String? {
        guard let value = timeZone(field, named: name) else { return nil }
        guard Zone.isKnown(value) else {
            refuse(name, Zone.refusal)
            return nil
        }
        return value
    }

    /// Validates the optional zone of a question. Takes abbreviations as well, because a page asks
    /// in its reader's zone, which may have been chosen before `Zone.isKnown` refused them.
    mutating func timeZone(_ field: FormField<String>, named name: String) -> String? {
        optionalValue(field, named: name, Zone.refusal) { Zone.isReadable($0) ? $0 : nil }
    }
}

/// The syntax of an e-mail address.
public enum EmailAddress {
    public static let refusal = "Please enter a valid email address"

    /// Returns whether the text has 5 to 255 characters, exactly one `@` with text before it, a
    /// domain with a dot inside, and no white space or control characters.
    public static func isValid(_ text: String) -> Bool {
        guard FamilyLimit.emailLength.contains(text.count),
            TextLimit.fits(text, FamilyLimit.emailLength),
            !text.unicodeScalars.contains(where: {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
            })
        else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
    }
}

/// Zones of the IANA time zone database.
public enum Zone {
    public static let refusal = "Unknown time zone (use a name such as America/New_York)"
    /// The longest name that is looked up, in bytes.
    static let nameBytesMax = 64

    /// The names that the database has for zones outside of its areas, such as `UTC` and `Japan`.
    /// It gets no new ones. Without its abbreviations (`EST`, `MST`, `HST`, `CET`, `EET`, `WET`):
    /// Foundation takes those for the zone of a city, with other clock changes.
    private static let plainNames: Set<String> = [
        "CST6CDT", "Cuba", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0",
        "GMT0", "Greenwich", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan",
        "Kwajalein", "Libya", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland",
        "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC", "Universal", "W-SU", "Zulu",
    ]

    /// Returns whether the system's time zone database has a zone of this name. Abbreviations
    /// (`CST`) and offsets (`GMT+5`) are no names: several zones share one.
    public static func isKnown(_ name: String) -> Bool { isName(name) && isReadable(name) }

    /// Returns whether a text has the form of a name: an area and a place, or one of the few names
    /// without an area. Does not look into the database.
    public static func isName(_ text: String) -> Bool {
        text.contains("/") || plainNames.contains(text)
    }

    /// Returns whether Foundation finds a zone for a name, an abbreviation or an offset.
    static func isReadable(_ name: String) -> Bool {
        name.utf8.count <= nameBytesMax && TimeZone(identifier: name) != nil
    }
}
