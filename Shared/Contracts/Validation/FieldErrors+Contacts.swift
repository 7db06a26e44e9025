extension FieldErrors {
    /// Validates an optional e-mail address; returns it alone and in lower case.
    mutating func optionalEmail(_ field: FormField<String>, named name: String) -> String? {
        let address = optionalText(
            field.read(TypedAddress.email), named: name, max: FamilyLimit.emailLength.upperBound,
            EmailAddress.refusal)
        guard let address else { return nil }
        if !EmailAddress.isValid(address) {
            refuse(name, EmailAddress.refusal)
        }
        return address
    }

    /// Validates optional North American phone numbers, of ten digits each (`TypedPhone`). Labels
    /// and extensions stay.
    mutating func optionalPhone(_ field: FormField<String>, named name: String) -> String? {
        let refusal = "Please enter a valid phone number"
        let phone = optionalText(
            field.read(\.visibleLine), named: name, max: CoachLimit.phoneMax, refusal)
        guard let phone else { return nil }
        guard errors[name] == nil, let read = TypedPhone(phone) else {
            refuse(name, refusal)
            return nil
        }
        return read.text
    }

    /// Validates an optional Twitter handle, with or without the at sign, or an address of a
    /// profile; returns the handle as typed.
    mutating func optionalTwitterHandle(
        _ field: FormField<String>, named name: String
    ) -> String? {
        let refusal = "Invalid Twitter handle (1-15 characters, letters/numbers/underscore)"
        let handle = optionalText(
            field.read { TypedAddress.handle($0, on: .twitter) }, named: name,
            max: CoachLimit.typedHandleMax, refusal)
        guard let handle else { return nil }
        let bare = handle.hasPrefix("@") ? handle.dropFirst() : handle[...]
        if !CoachLimit.twitterHandleLength.contains(bare.count)
            || !bare.utf8.allSatisfy({ isWordByte($0) })
        {
            refuse(name, refusal)
        }
        return handle
    }

    /// Validates an optional Instagram handle or an address of a profile; returns the handle
    /// without the at sign.
    mutating func optionalInstagramHandle(
        _ field: FormField<String>, named name: String
    ) -> String? {
        let refusal =
            "Invalid Instagram handle (1-30 characters, letters/numbers/dots/underscore)"
        let handle = optionalText(
            field.read { TypedAddress.handle($0, on: .instagram) }, named: name,
            max: CoachLimit.typedHandleMax, refusal)
        guard let handle else { return nil }
        let bare = handle.hasPrefix("@") ? handle.dropFirst() : handle[...]
        if !CoachLimit.instagramHandleLength.contains(bare.count)
            || !bare.utf8.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") })
        {
            refuse(name, refusal)
        }
        return String(bare)
    }

    /// Validates an optional web address: http or https with a host. A host alone gets https.
    mutating func optionalWebAddress(_ field: FormField<String>, named name: String) -> String? {
        let refusal = "Please enter a web address that begins with http:// or https://"
        let address = optionalText(
            field.read(TypedAddress.web), named: name, max: CoachLimit.websiteMax, refusal)
        guard let address else { return nil }
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
        let state = optionalText(
            field.read(\.visibleLine), named: name, max: CoachLimit.typedStateMax, refusal)
        guard let state else { return nil }
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

extension FormField<String> {
    /// The field with what a reader makes of its text.
    fileprivate func read(_ reader: (String) -> String) -> FormField {
        var field = self
        field.value = value.map(reader)
        return field
    }
}
