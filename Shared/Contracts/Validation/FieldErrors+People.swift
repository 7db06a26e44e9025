import Foundation

extension FieldErrors {
    /// Validates an e-mail address (one `@`, a dot inside the domain, no white space); returns it
    /// in lower case.
    mutating func emailAddress(_ field: FormField<String>, named name: String) -> String {
        let address = (field.value ?? "").trimmed.lowercased()
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

    /// Validates an optional zone of the IANA time zone database.
    mutating func timeZone(_ field: FormField<String>, named name: String) -> String? {
        guard !field.isMalformed else {
            refuse(name, Zone.refusal)
            return nil
        }
        guard let value = field.value, !value.isEmpty else { return nil }
        guard Zone.isKnown(value) else {
            refuse(name, Zone.refusal)
            return nil
        }
        return value
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

    /// Returns whether the system's time zone database has a zone of this name.
    public static func isKnown(_ name: String) -> Bool {
        name.utf8.count <= nameBytesMax && TimeZone(identifier: name) != nil
    }
}
