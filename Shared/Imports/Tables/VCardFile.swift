import Contracts

/// Reads address books in the format that phones share (vCard 2.1, 3.0 and 4.0).
enum VCardFile {
    /// The largest file, in bytes: 10 MiB.
    static let bytesMax = 10_485_760
    /// The most cards in a file.
    static let cardsMax = ImportLimit.rowsMax

    /// Whether a file that begins so is an address book.
    static func begins(_ start: [UInt8]) -> Bool {
        let text = String(decoding: start.prefix(64), as: UTF8.self)
        return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
            .hasPrefix("begin:vcard")
    }

    /// A property of a card: `TEL;TYPE=cell:919-555-0100`.
    struct Property {
        let name: String
        let parameters: [String]
        let value: String

        /// The values between semicolons.
        var parts: [String] { VCardFile.parts(of: value) }
    }

    /// The cards as rows: the header of an address book, and a row for each card. The line of a
    /// row is that on which its card begins.
    static func rows(_ bytes: [UInt8]) throws(ImportProblem) -> [CSVReader.Row] {
        guard bytes.count <= bytesMax else {
            throw ImportProblem(
                "The address book is over \(bytesMax) bytes",
                reason: "Export it without pictures, or the coaches alone.",
                field: ImportProblem.file)
        }
        guard let text = TextEncoding.text(bytes) else {
            throw ImportProblem(
                "The address book is neither UTF-8 nor Windows-1252",
                reason: "Export it again as vCard 3.0.", field: ImportProblem.file)
        }
        var rows = [CSVReader.Row(line: 1, fields: AddressBook.header)]
        var card: (line: Int, person: AddressBook.Person)?
        for line in lines(of: text) {
            guard let property = property(line.text) else { continue }
            switch (property.name, property.value.trimmed.lowercased()) {
            case ("BEGIN", "vcard"): card = (max(line.number, 2), AddressBook.Person())
            case ("END", "vcard"):
                guard let ended = card else { continue }
                guard rows.count <= cardsMax else {
                    throw ImportProblem(
                        "The address book has more than \(cardsMax) cards",
                        field: ImportProblem.file, code: .tooLarge)
                }
                rows.append(CSVReader.Row(line: ended.line, fields: ended.person.fields))
                card = nil
            default: card?.person.add(property)
            }
        }
        return rows
    }

    // MARK: Lines

    /// The lines, folded ones put together, with the numbers of their first ones.
    private static func lines(of text: String) -> [(number: Int, text: String)] {
        var lines: [(number: Int, text: String)] = []
        var isSoft = false
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (place, line) in all.enumerated() {
            if isSoft, let last = lines.popLast() {
                // A line of 2.1 that ends with "=" goes on.
                lines.append((last.number, String(last.text.dropLast()) + line))
            } else if let first = line.first, first == " " || first == "\t",
                let last = lines.popLast()
            {
                lines.append((last.number, last.text + line.dropFirst()))
            } else {
                lines.append((place + 1, String(line)))
            }
            let made = lines.last?.text ?? ""
            isSoft =
                made.hasSuffix("=")
                && made.prefix { $0 != ":" }.uppercased().contains("QUOTED-PRINTABLE")
        }
        return lines
    }

    /// Reads a line; nil if it is none of a card.
    static func property(_ line: String) -> Property? {
        var isQuoted = false
        let colon = line.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let colon else { return nil }
        let head = line[..<colon].split(separator: ";").map(String.init)
        // A group, `item1.TEL`, only ties properties together.
        guard let name = head.first?.split(separator: ".").last else { return nil }
        let parameters = head.dropFirst().map { $0.uppercased() }
        var value = String(line[line.index(after: colon)...])
        if parameters.contains(where: { $0.hasSuffix("QUOTED-PRINTABLE") }) {
            value = unquoted(value)
        }
        return Property(name: name.uppercased(), parameters: parameters, value: value)
    }

    /// A text of quoted-printable bytes: `Jos=C3=A9`.
    private static func unquoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "=", let byte = UInt8(rest.prefix(2), radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes += Array(String(character).utf8)
            }
        }
        return TextEncoding.text(bytes) ?? text
    }

    // MARK: Values

    /// The values between semicolons, without their escapes.
    private static func parts(of value: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in value {
            if isEscaped {
                parts[parts.count - 1] += "nN".contains(character) ? "\n" : String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map(\.trimmed)
    }
}

extension AddressBook.Person {
    /// Adds what a property of a card says.
    mutating func add(_ property: VCardFile.Property) {
        let text = property.parts.joined(separator: ";").trimmed
        guard !text.isEmpty else { return }
        let types = property.parameters.map {
            $0.hasPrefix("TYPE=") ? String($0.dropFirst(5)) : $0
        }
        func part(_ place: Int) -> String {
            let parts = property.parts
            return place < parts.count
                ? parts[place].replacing(",", with: " ").trimmed : ""
        }
        let kinds = types.joined(separator: ",")
        let label = Self.labels.first { kinds.contains($0.type) }?.label ?? ""
        switch property.name {
        case "FN": fullName = text
        case "N":
            last = part(0)
            first = part(1)
            middle = part(2)
            prefix = part(3)
            suffix = part(4)
        case "ORG": if organization.isEmpty { organization = property.parts[0] }
        case "TITLE", "ROLE": if title.isEmpty { title = text }
        case "EMAIL": emails.append((label, text))
        case "TEL":
            phones.append((label, text.hasPrefix("tel:") ? String(text.dropFirst(4)) : text))
        case "NOTE": notes.append(text)
        case "URL", "X-SOCIALPROFILE", "SOCIALPROFILE": add(address: text)
        case "X-TWITTER": twitter = text
        default: break
        }
    }

    private static let labels: [(type: String, label: String)] = [
        ("CELL", "Mobile"), ("IPHONE", "Mobile"), ("WORK", "Work"), ("HOME", "Home"),
        ("FAX", "Fax"),
    ]
}
