import DataServiceKit
import Storage

/// The schema of the coaches service.
enum CoachesSchema {
    /// "RCco" in ASCII (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x5243_636F

    /// Ordered, oldest first.
    static let migrations: [Migration] = [
        .schools, .coaches, .imports, .lists, .contacts, .stagedNames, .deletions,
        .deletedContacts, .goneAgain, .search, .contactData, .merges, .schoolMerges,
        .stagedAddresses, .schoolTexts, .foldingAccents(in: ["schools", "coaches"]), .nameKeys,
        .lostReferences, .stagedDuplicates, .foldingApostrophes(in: ["schools", "coaches"]),
        .nameKeysWithoutApostrophes, .searchWords,
    ]
}
