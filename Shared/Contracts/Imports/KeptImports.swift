/// Limits of imports that are kept for later.
public enum KeptImportLimit {
    /// The most kept imports of a player in a family.
    public static let keptMax = 8
    /// How long an import is kept, from the time at which it was kept first.
    public static let keptFor = Duration.seconds(30 * 24 * 3_600)
    /// The length of a name, in characters.
    public static let nameLength = 1...255
    /// The maximum size of the rows with their header, in bytes.
    public static let rowsBytesMax = 196_608
    /// How many rows there may be, without the header.
    public static let rowCount = 1...10_000
    /// The maximum number of answers.
    public static let answersMax = 400
    /// The maximum length of an answer, in characters.
    public static let answerMax = 600
}

/// Rows of a file that a player could not import yet. They wait until the player goes on with them;
/// nobody else sees them.
@JSONObject
public struct KeptImport: Hashable {
    public var id: KeptImportID
    /// What is in the rows.
    public var kind: ImportKind
    /// The name of the file.
    public var name: String
    /// How many rows wait.
    public var rowCount: Int
    /// When it was kept first.
    public var keptAt: Instant
    /// When it is erased.
    public var expiresAt: Instant
}

/// Keeps rows of a file for the caller, or replaces those of a kept import.
public enum KeepImport: Operation {
    public static let definition = OperationDefinition(
        "interactions.keepImport", of: .interactions, .write, .players("import"),
        "Keep rows of a file that cannot be imported yet",
        http: .post("/interactions/imports/kept"))

    /// The texts of refusals.
    public enum Refusal {
        static let id = "Please select a kept import"
        static let name =
            "Name must be \(KeptImportLimit.nameLength.lowerBound) to "
            + "\(KeptImportLimit.nameLength.upperBound) characters"
        static let kind =
            "Kind must be one of "
            + ImportKind.allCases.map(\.rawValue).sorted().joined(separator: ", ")
        static let noRows = "Rows must have a header and at least one row"
        static let rowsTooLarge =
            "The rows are over \(KeptImportLimit.rowsBytesMax) bytes; split the file"
        static let rowCount =
            "Row count must be a whole number from \(KeptImportLimit.rowCount.lowerBound) to "
            + "\(KeptImportLimit.rowCount.upperBound); split a longer file"
        static let answers =
            "Answers must be at most \(KeptImportLimit.answersMax) texts of at most "
            + "\(KeptImportLimit.answerMax) characters"

        static func unreadable(_ problem: String) -> String {
            "The rows cannot be read as comma-separated values: \(problem)"
        }

        static func otherCount(_ count: Int) -> String {
            "Row count must be \(count), the number of rows after the header"
        }

        /// The refusal of one more kept import.
        public static let tooMany =
            "\(KeptImportLimit.keptMax) files wait for you already; "
            + "finish or drop one of them first"
    }

    /// The rows, and what was said about them.
    @JSONObject
    public struct Request: OperationRequest {
        /// The kept import whose content is replaced; absent for a new one.
        public var id: FormField<String>
        /// What is in the rows; `log` if absent.
        public var kind: FormField<String>
        /// The name of the file.
        public var name: FormField<String>
        /// Comma-separated values: a header and the rows.
        public var rows: FormField<String>
        /// The number of rows after the header.
        public var rowCount: FormField<Int>
        /// What was said about columns and words of the file; none if absent.
        public var answers: FormField<[String]>

        public init(
            id: KeptImportID? = nil, kind: ImportKind = .log, name: String, rows: String,
            rowCount: Int, answers: [String] = []
        ) {
            self.id = FormField(id?.text)
            self.kind = FormField(kind.rawValue)
            self.name = FormField(name)
            self.rows = FormField(rows)
            self.rowCount = FormField(rowCount)
            self.answers = FormField(answers)
        }

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check { errors in
                Input(
                    id: errors.optionalIdentifier(id, named: "id", Refusal.id),
                    kind: checkedKind(&errors),
                    name: errors.requiredText(
                        name, named: "name", length: KeptImportLimit.nameLength, Refusal.name),
                    rows: checkedRows(&errors), rowCount: rowCount.value ?? 0,
                    answers: checkedAnswers(&errors))
            }
        }

        private func checkedKind(_ errors: inout FieldErrors) -> ImportKind {
            errors.optionalWord(kind, named: "kind", Refusal.kind) ?? .log
        }

        private func checkedRows(_ errors: inout FieldErrors) -> String {
            let text = rows.value ?? ""
            let isCountAllowed = KeptImportLimit.rowCount.contains(rowCount.value ?? 0)
            if !isCountAllowed { errors.refuse("row_count", Refusal.rowCount) }
            guard text.utf8.count <= KeptImportLimit.rowsBytesMax else {
                errors.refuse("rows", Refusal.rowsTooLarge)
                return text
            }
            do {
                var reader = CSVReader(Array(text.utf8))
                var lines = 0
                while try reader.next() != nil { lines += 1 }
                if lines < 2 {
                    errors.refuse("rows", Refusal.noRows)
                } else if isCountAllowed, rowCount.value != lines - 1 {
                    errors.refuse("row_count", Refusal.otherCount(lines - 1))
                }
            } catch {
                errors.refuse("rows", Refusal.unreadable("\(error)"))
            }
            return text
        }

        private func checkedAnswers(_ errors: inout FieldErrors) -> [String] {
            let texts = answers.value ?? []
            let areShort = texts.allSatisfy {
                $0.count <= KeptImportLimit.answerMax
                    && TextLimit.fits($0, 0...KeptImportLimit.answerMax)
            }
            if answers.isMalformed || texts.count > KeptImportLimit.answersMax || !areShort {
                errors.refuse("answers", Refusal.answers)
            }
            return texts
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        /// The kept import whose content is replaced; nil for a new one.
        public let id: KeptImportID?
        public let kind: ImportKind
        public let name: String
        public let rows: String
        public let rowCount: Int
        public let answers: [String]
    }

    /// The kept import as stored.
    @JSONObject
    public struct Response {
        public var keptImport: KeptImport
    }
}

/// Lists the caller's kept imports.
public enum ListKeptImports: Operation {
    public static let definition = OperationDefinition(
        "interactions.keptImports", of: .interactions, .read, .players("import"),
        "List your kept imports", http: .get("/interactions/imports/kept"))

    /// The kept imports without their rows.
    @JSONObject
    public struct Response {
        /// Newest first.
        public var keptImports: [KeptImport]
    }
}

/// Shows one of the caller's kept imports with its rows.
public enum ShowKeptImport: Operation {
    public static let definition = OperationDefinition(
        "interactions.showKeptImport", of: .interactions, .read, .players("import"),
        "Show one of your kept imports with its rows",
        http: .get("/interactions/imports/kept/{id}"))

    public typealias Request = RecordRequest<KeptImportTag>

    /// The kept import with what it keeps.
    @JSONObject
    public struct Response: Hashable {
        public var keptImport: KeptImport
        /// Comma-separated values: a header and the rows.
        public var rows: String
        /// What was said about columns and words of the file.
        public var answers: [String]
    }
}

/// Erases one of the caller's kept imports at once.
public enum DropKeptImport: Operation {
    public static let definition = OperationDefinition(
        "interactions.dropKeptImport", of: .interactions, .write, .players("import"),
        "Erase one of your kept imports; it cannot be undone",
        http: .delete("/interactions/imports/kept/{id}"))

    public typealias Request = RecordRequest<KeptImportTag>
    public typealias Response = Removed<KeptImport>
}
