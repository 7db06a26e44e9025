import Contracts
import Sodium

/// Receives the entries of a backup while it is read.
protocol EntryReceiver: AnyObject {
    /// Begins an entry; its pieces follow.
    func begin(_ entry: BackupEntry) throws
    /// Receives the next bytes of the entry's content.
    func take(_ piece: [UInt8]) throws
    /// Ends the entry. Its sum is compared only at the archive's end.
    func finish(_ entry: BackupEntry) throws
}

/// What was read from a backup.
struct BackupContents {
    let description: BackupDescription
    var databases: [ServiceName] = []
    var attachments = 0
    /// The computed SHA-256 sums of all entries, by name.
    var sums: [String: String] = [:]
    /// Missing entries, and entries whose sums are missing or differ.
    var problems: [String] = []
}

/// Reads a whole backup and compares every SHA-256 sum.
struct BackupReading {
    /// The largest size of the list of sums, in bytes.
    private static let sumsBytesMax: Int = BackupLimit.entriesMax * (TarHeader.nameBytesMax + 67)

    private let source: any ByteSource
    private let reader: TarReader

    init(_ source: any ByteSource) {
        self.source = source
        reader = TarReader(source)
    }

    /// Passes every database and attached file to the receiver.
    ///
    /// - Throws: `data_loss` for damage that prevents reading on, `validation_failed` for an
    ///   unknown version of the format, and the receiver's errors.
    func run(_ receiver: any EntryReceiver) throws -> BackupContents {
        let (description, sum) = try readDescription()
        var contents = BackupContents(description: description)
        var sums = [BackupEntry.description.name: sum]
        var told: [String: String]?
        while let header = try reader.next() {
            guard told == nil else {
                throw damaged(source.path, "\(header.name) stands behind the sums.")
            }
            guard let entry = BackupEntry(name: header.name), entry != .description else {
                throw damaged(source.path, "\(header.name) belongs in no backup.")
            }
            if entry == .sums {
                told = try readSums(header)
                continue
            }
            guard sums[header.name] == nil else {
                throw damaged(source.path, "\(header.name) is in it twice.")
            }
            guard sums.count < BackupLimit.entriesMax else {
                throw damaged(
                    source.path, "It has more than \(BackupLimit.entriesMax) entries.")
            }
            sums[header.name] = try pass(entry, to: receiver)
            switch entry {
            case .database(let service): contents.databases.append(service)
            default: contents.attachments += 1
            }
        }
        contents.sums = sums
        contents.problems = compare(found: sums, told: told ?? [:], contents)
        return contents
    }

    private func readDescription() throws -> (BackupDescription, sum: String) {
        // An unreadable header and any other entry are reported alike.
        guard let header = try? reader.next(), header.name == BackupEntry.description.name,
            header.size <= BackupDescription.bytesMax
        else {
            throw damaged(
                source.path,
                "It does not begin like a backup: it is another file, or its beginning is damaged.")
        }
        let bytes = try content()
        guard let found = try? JSONCoding.decodeDocument(BackupDescription.self, from: bytes)
        else { throw damaged(source.path, "What it says of itself cannot be read.") }
        guard found.format == BackupDescription.formatOfNow else {
            throw BackupRefusal(
                .validationFailed, "\(source.path) has a form that this version does not know",
                reason:
                    "Form \(found.format); this version knows \(BackupDescription.formatOfNow).",
                remedy: "Take the version that made it, or a later one.")
        }
        return (found, SHA256Digest(of: bytes).hex)
    }

    private func content() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try reader.readPiece() { bytes += piece }
        return bytes
    }

    /// Passes an entry's content to the receiver and returns its SHA-256 sum.
    private func pass(_ entry: BackupEntry, to receiver: any EntryReceiver) throws -> String {
        let sum = SHA256Stream()
        try receiver.begin(entry)
        while let piece = try reader.readPiece() {
            sum.update(piece)
            try receiver.take(piece)
        }
        try receiver.finish(entry)
        return sum.hex()
    }

    private func readSums(_ header: TarHeader) throws -> [String: String] {
        guard header.size <= Int64(Self.sumsBytesMax) else {
            throw damaged(source.path, "Its list of sums is too long.")
        }
        var sums: [String: String] = [:]
        for line in String(decoding: try content(), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else {
                throw damaged(source.path, "Its list of sums cannot be read.")
            }
            sums[String(parts[1].drop { $0 == " " })] = String(parts[0])
        }
        return sums
    }

    private func compare(
        found: [String: String], told: [String: String], _ contents: BackupContents
    ) -> [String] {
        var problems: [String] = []
        for name in found.keys.sorted() {
            guard let sum = told[name] else {
                problems.append("\(name) is not in the list of sums")
                continue
            }
            if sum != found[name] { problems.append("\(name) is not what was backed up") }
        }
        for name in told.keys.sorted() where found[name] == nil {
            problems.append("\(name) is missing")
        }
        let present = Set(contents.databases.map(\.rawValue))
        for service in contents.description.services where !present.contains(service) {
            problems.append("the database of \(service) is missing")
        }
        return problems
    }
}
