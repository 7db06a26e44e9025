public import Contracts

/// What `compass-archive` is to do.
@JSONObject
public struct ArchiveOrder: Codable, Sendable {
    /// The two things that it does.
    public enum Action: String, Codable, Sendable {
        /// Packs files of a folder into a new archive.
        case pack
        /// Unpacks an archive into an empty folder, each file under its number.
        case unpack
    }

    public var action: Action
    /// The path of the archive.
    public var archive: String
    public var folder: String
    /// The files to pack: their names in the archive, and in the folder.
    public var names: [String]?
    /// The time of modification of the packed files, in seconds since 1970.
    public var modified: Int64?
}

/// What was in an archive.
@JSONObject
public struct ArchiveContents: Codable, Sendable {
    /// A file that was unpacked.
    @JSONObject
    public struct Entry: Codable, Sendable {
        /// Its name in the archive, of which `ArchiveName` approves.
        public var name: String
        /// Its name in the folder: a number.
        public var place: String
        /// Its size in bytes.
        public var size: Int
    }

    public var entries: [Entry] = []
    /// The number of files that were left packed because an archive has none of their names.
    public var otherCount: Int = 0
}

/// Why an archive was not packed or unpacked.
@JSONObject
public struct ArchiveRefusal: Codable, Sendable, Error {
    public var code: ErrorCode
    public var message: String
}
