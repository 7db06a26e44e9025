extension FieldKind<ProfileAudience> {
    /// Who may see a field of a profile.
    public static var audience: FieldKind { .word(ProfileAudience.self, ProfileAudience.refusal) }
}

extension FieldKind<Double?> {
    /// A grade point average with two decimals at most.
    public static var gradeAverage: FieldKind {
        let refusal = "GPA must be a number from 0 to 6 with two decimals at most"
        return optional(.number, refusal: refusal) {
            (field: FormField<Double>, name, errors: inout FieldErrors) -> Double? in
            guard let value = field.value else {
                if field.isMalformed { errors.refuse(name, refusal) }
                return nil
            }
            let isRound = value.isFinite && (value * 100).rounded() / 100 == value
            guard isRound, 0...ProfileLimit.gradeAverageMax ~= value else {
                errors.refuse(name, refusal)
                return nil
            }
            // Normalizes negative zero.
            return value == 0 ? 0 : value
        }
    }
}

extension FieldKind<String?> {
    /// A height, typed in feet and inches, in inches or in centimeters, and stored as `6'2"`.
    public static var height: FieldKind {
        let refusal = "Height must be 3'0\" to 8'0\", such as 6'2\", 74 in or 188 cm"
        return optional {
            (field: FormField<String>, name, errors: inout FieldErrors) -> String? in
            let typed = errors.optionalTrimmedText(
                field, named: name, max: ProfileLimit.typedHeightMax, refusal)
            // A text that is refused for its length is not read, since that could take minutes.
            guard let typed, errors.errors[name] == nil else { return nil }
            guard let inches = TypedHeight.inches(of: typed), ProfileLimit.inches ~= inches
            else {
                errors.refuse(name, refusal)
                return nil
            }
            return TypedHeight.text(inches: inches)
        }
    }

    /// Addresses of web pages, one on a line.
    public static var webAddresses: FieldKind {
        optional(.multilineText) {
            (field: FormField<String>, name, errors: inout FieldErrors) -> String? in
            guard !field.isMalformed else {
                errors.refuse(name, "Please enter web addresses, one on a line")
                return nil
            }
            let lines = (field.value ?? "").split(whereSeparator: \.isWhitespace)
            guard lines.count <= ProfileLimit.linksMax else {
                errors.refuse(name, "At most \(ProfileLimit.linksMax) links to video are kept")
                return nil
            }
            let addresses = lines.compactMap {
                errors.optionalWebAddress(FormField(String($0)), named: name)
            }
            return addresses.isEmpty ? nil : addresses.joined(separator: "\n")
        }
    }
}
