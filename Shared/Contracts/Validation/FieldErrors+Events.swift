extension FieldErrors {
    /// A day that must be there, unless it may be left out.
    mutating func day(
        _ field: FormField<String>, named name: String, isOptional: Bool
    ) -> CivilDay? {
        let text = field.value?.trimmed ?? ""
        if text.isEmpty, isOptional, !field.isMalformed { return nil }
        guard let day = CivilDay(text: text) else {
            refuse(name, "Invalid date format (use YYYY-MM-DD)")
            return nil
        }
        return day
    }

    /// A time of day that may be missing.
    mutating func optionalTime(_ field: FormField<String>, named name: String) -> LocalTime? {
        let text = field.value?.trimmed ?? ""
        if text.isEmpty, !field.isMalformed { return nil }
        guard let time = LocalTime(text: text) else {
            refuse(name, "Invalid time format")
            return nil
        }
        return time
    }

    /// An amount of dollars that may be missing, with cents at most; 0 is an amount (D-44).
    mutating func optionalCost(_ field: FormField<Double>, named name: String) -> Double? {
        guard !field.isMalformed else {
            refuse(name, "Please enter a valid number")
            return nil
        }
        guard let amount = field.value else { return nil }
        if amount < 0 {
            refuse(name, "Amount must be positive")
        } else if amount > Double(EventLimit.costMax) {
            refuse(name, "Amount must not exceed $100,000")
        } else if !amount.isFinite || (amount * 100).rounded() / 100 != amount {
            refuse(name, "Amount must have two decimals at most")
        }
        // Minus zero is no amount of its own.
        return amount == 0 ? 0 : amount
    }

    /// A mark that may be missing.
    mutating func optionalMark(_ field: FormField<Bool>, named name: String) -> Bool? {
        if field.isMalformed { refuse(name, "Expected true or false") }
        return field.value
    }

    /// A longer text that may be missing, as plain text.
    mutating func optionalPlainText(
        _ field: FormField<String>, named name: String, _ label: String
    ) -> String? {
        let text = optionalText(
            field, named: name, max: EventLimit.textMax,
            "\(label) must be 2,000 characters or less")
        return Sanitizer.plainText(text?.trimmed.isEmpty == true ? nil : text)
    }

    /// Recorded stats that may be missing; an empty object means missing.
    mutating func optionalStats(
        _ field: FormField<RecordedStats>, named name: String
    ) -> RecordedStats? {
        guard !field.isMalformed else {
            refuse(name, "Stats must be a JSON object")
            return nil
        }
        guard let stats = field.value, !stats.entries.isEmpty else { return nil }
        let octets = (try? JSONCoding.encode(stats).count) ?? .max
        if octets > EventLimit.statsOctetsMax {
            refuse(name, "Stats must be 10,000 bytes of JSON or less")
        }
        return stats
    }
}
