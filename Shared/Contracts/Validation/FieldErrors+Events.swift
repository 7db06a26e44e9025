extension FieldErrors {
    static let numberRefusal = "Please enter a valid number"
    static let statsRefusal = "Stats must be a JSON object"

    /// Validates a day, required unless `isOptional`.
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

    /// Validates an optional time of day.
    mutating func optionalTime(_ field: FormField<String>, named name: String) -> LocalTime? {
        let text = field.value?.trimmed ?? ""
        if text.isEmpty, !field.isMalformed { return nil }
        guard let time = LocalTime(text: text) else {
            refuse(name, "Invalid time format")
            return nil
        }
        return time
    }

    /// Validates an optional amount in dollars with at most two decimals; 0 is valid (D-44).
    mutating func optionalCost(_ field: FormField<Double>, named name: String) -> Double? {
        guard !field.isMalformed else {
            refuse(name, Self.numberRefusal)
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
        // Normalizes negative zero.
        return amount == 0 ? 0 : amount
    }

    /// Validates an optional longer text; returns it as plain text.
    mutating func optionalPlainText(
        _ field: FormField<String>, named name: String, _ label: String
    ) -> String? {
        let text = optionalText(
            field, named: name, max: EventLimit.textMax,
            "\(label) must be 2,000 characters or less")
        return Sanitizer.plainText(text?.trimmed.isEmpty == true ? nil : text)
    }

    /// Validates optional recorded stats; an empty object means absent.
    mutating func optionalStats(
        _ field: FormField<RecordedStats>, named name: String
    ) -> RecordedStats? {
        guard !field.isMalformed else {
            refuse(name, Self.statsRefusal)
            return nil
        }
        guard let stats = field.value, !stats.entries.isEmpty else { return nil }
        let bytes = (try? JSONCoding.encode(stats).count) ?? .max
        if bytes > EventLimit.statsBytesMax {
            refuse(name, "Stats must be 10,000 bytes of JSON or less")
        }
        return stats
    }
}
