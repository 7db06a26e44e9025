extension FieldErrors {
    /// Validates an optional e-mail address; returns it in lower case.
    mutating func optionalEmail(_ field: FormField<String>, named name: String) -> String? {
        let address = optionalText(
            field, named: name, max: FamilyLimit.emailLength.upperBound, EmailAddress.refusal)?
            .trimmed.lowercased()
        guard let address, !address.isEmpty else { return nil }
        if !EmailAddress.isValid(address) {
            refuse(name, EmailAddress.refusal)
        }
        return address
    }

    /// Validates an optional North American phone number: ten digits with spaces and `( ) - .`
    /// between them, optionally preceded by `+1`.
    mutating func optionalPhone(_ field: FormField<String>, named name: String) -> String? {
        let refusal = "Please enter a valid phone number"
        let phone = optionalText(field, named: name, max: 40, refusal)?.trimmed
        guard let phone, !phone.isEmpty else { return nil }
        var rest = phone[...]
        if rest.hasPrefix("+1") {
            rest = rest.dropFirst(2)
        }
        // Compares bytes, because a digit with a combining mark is one character between "0" and
        // "9".
        let digitBytes = UInt8(ascii: "0")...UInt8(ascii: "9")
        let digits = rest.utf8.filter(digitBytes.contains)
        let others = rest.utf8.filter { !digitBytes.contains($0) }
        if digits.count != 10 || !others.allSatisfy("()-. ".utf8.contains) {
            refuse(name, refusal)
        }
        return phone
    }

    /// Validates an optional Twitter handle, with or without the at sign; returns it as typed.
    mutating func optionalTwitterHandle(
        _ field: FormField<String>, named name: String
    ) -> String? {
        let refusal = "Invalid Twitter handle (1-15 characters, letters/numbers/underscore)"
        let handle = optionalText(field, named: name, max: 100, refusal)?.trimmed
        guard let handle, !handle.isEmpty else { return nil }
        let bare = handle.hasPrefix("@") ? handle.dropFirst() : handle[...]
        if !CoachLimit.twitterHandleLength.contains(bare.count)
            || !bare.utf8.allSatisfy({ isWordByte($0) })
        {
            refuse(name, refusal)
        }
        return handle
    }

    /// Validates an optional Instagram handle; returns it without the at sign.
    mutating func optionalInstagramHandle(
        _ field: FormField<String>, named name: String
    ) -> String? {
        let refusal =
            "Invalid Instagram handle (1-30 characters, letters/numbers/dots/underscore)"
        let handle = optionalText(field, named: name, max: 100, refusal)?.trimmed
        guard let handle, !handle.isEmpty else { return nil }
        let bare = handle.hasPrefix("@") ? handle.dropFirst() : handle[...]
        if !CoachLimit.instagramHandleLength.contains(bare.count)
            || !bare.utf8.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") })
        {
            refuse(name, refusal)
        }
        return String(bare)
    }

    /// Validates an optional web address: http or https with a host.
    mutating func optionalWebAddress(_ field: FormField<String>, named name: String) -> String? {
        let refusal = "Please enter a web address that begins with http:// or https://"
        let address = optionalText(
            field, named: name, max: CoachLimit.websiteMax, refusal)?.trimmed
        guard let address, !address.isEmpty else { return nil }
        let lower = address.lowercased()
        let host =
            lower.hasPrefix("https://")
            ? lower.dropFirst(8) : lower.hasPrefix("http://") ? lower.dropFirst(7) : ""
        if host.isEmpty || host.hasPrefix("/") || address.contains(where: \.isWhitespace) {
            refuse(name, refusal)
        }
        return address
    }

    /// Validates an optional two-letter state; returns it in upper case.
    mutating func optionalState(_ field: FormField<String>, named name: String) -> String? {
        let refusal = "State must be 2 letters"
        let state = optionalText(field, named: name, max: 20, refusal)?.trimmed
        guard let state, !state.isEmpty else { return nil }
        // Checked before uppercasing, which turns "ß" into two letters.
        if state.utf8.count != 2 || !state.allSatisfy({ $0.isASCII && $0.isLetter }) {
            refuse(name, refusal)
        }
        return state.uppercased()
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
