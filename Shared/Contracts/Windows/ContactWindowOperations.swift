/// Replaces the family's contact windows with the rules of a file, all or none.
public enum ImportContactWindows: Operation {
    public static let definition = OperationDefinition(
        "windows.import", of: .interactions, .write,
        .family([.player], refusal: ContactWindowText.playersOnly),
        "Replace the family's contact windows with those of a file", http: .post("/windows/import"))

    /// The file.
    @JSONObject
    public struct Request: OperationRequest {
        /// The text of the file, comma-separated values (`ContactWindowCSV`).
        public var csv: FormField<String>

        public func validated() throws(ServiceError) -> [ContactWindow] {
            guard !csv.isMalformed, let text = csv.value else {
                throw .invalid("csv", "Please choose a file")
            }
            guard text.utf8.count <= ContactWindowLimit.csvBytesMax else {
                throw .invalid(
                    "csv", "The file is over \(ContactWindowLimit.csvBytesMax) bytes")
            }
            let read = ContactWindowCSV.windows(in: text)
            guard let first = read.problems.first else { return read.windows }
            let errors = Dictionary(
                read.problems.map { ($0.key, $0.text) }, uniquingKeysWith: { first, _ in first })
            throw ServiceError(
                .validationFailed,
                errors.count == 1
                    ? first.sentence : "Nothing was stored: \(errors.count) values need attention",
                errors: errors)
        }
    }

    /// What was stored.
    @JSONObject
    public struct Response {
        /// The number of rules in the table now.
        public var stored: Int
        /// The number of rules that were replaced.
        public var replaced: Int
        /// What is probably a mistake; usually empty.
        public var warnings: [String]
    }

    /// The warning about rules checked on a day to come.
    public static func isAheadWarning(_ count: Int) -> String {
        count == 1
            ? "1 rule has a checked-on date in the future"
            : "\(count) rules have a checked-on date in the future"
    }
}

/// Lists the family's contact windows by their first day.
public enum ListContactWindows: Operation {
    public static let definition = OperationDefinition.list(
        "windows", of: .interactions, "List the family's contact windows")

    /// The table.
    @JSONObject(nulls: true)
    public struct Response {
        /// The family's day, from which the age of the rules counts.
        public var today: CivilDay
        /// The rules, by first day.
        public var windows: [ContactWindow]
        /// The time at which a file was last stored; nil if there is none.
        public var importedAt: Instant?
        /// A warning if rules were checked over a year ago.
        public var warnings: [String]
    }
}

/// Removes all contact windows of the family.
public enum ClearContactWindows: Operation {
    public static let definition = OperationDefinition(
        "windows.clear", of: .interactions, .write,
        .family([.player], refusal: ContactWindowText.playersOnly),
        "Remove the family's contact windows", http: .delete("/windows"))

    /// The number of rules that were removed.
    public typealias Response = Removed<Int>
}
