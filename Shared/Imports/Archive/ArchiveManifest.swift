public import Contracts

/// When an archive was made, by whom and of which family. Records that are read back get their keys
/// from its id, so that reading it twice stores nothing twice.
@JSONObject
public struct ArchiveManifest: Codable, Hashable, Sendable {
    /// The value of `format` in every archive.
    public static let format = "recruiting-compass-archive"
    /// The version that is written and read.
    public static let version = 1

    public var format: String = ArchiveManifest.format
    public var version: Int = ArchiveManifest.version
    /// Identifies the archive.
    public var id: String
    public var familyUnitID: FamilyID
    public var familyName: String
    /// The name of the member who made it, who saw what is in it.
    public var exportedBy: String
    public var role: Role
    /// Nothing that was stored before is missing.
    public var startedAt: Instant
    /// Nothing that was stored later is in it.
    public var finishedAt: Instant
    /// The zone of the member, in which the days of follow-ups count.
    public var timeZone: String
    /// The number of records of each table, by its name.
    public var counts: [String: Int]

    /// Reads the manifest of an archive.
    public static func read(_ bytes: [UInt8]) throws(ArchiveRefusal) -> ArchiveManifest {
        let manifest: ArchiveManifest
        do {
            manifest = try JSONCoding.decodeDocument(ArchiveManifest.self, from: bytes)
        } catch {
            throw ArchiveRefusal(
                code: .validationFailed, message: "\(ArchiveName.manifest) cannot be read")
        }
        guard manifest.format == format, manifest.version == version else {
            throw ArchiveRefusal(
                code: .validationFailed,
                message: "\(ArchiveName.manifest) is of another program or a newer version")
        }
        return manifest
    }
}
