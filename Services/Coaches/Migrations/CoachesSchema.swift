import Storage

/// The schema of the coaches service.
enum CoachesSchema {
    /// "RCco" in ASCII (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x5243_636F

    /// Ordered, oldest first.
    static let migrations = [
        Migration0001.schools, Migration0002.coaches, Migration0003.imports, Migration0004.lists,
        Migration0005.contacts, Migration0006.stagedNames, Migration0007.deletions,
        Migration0008.deletedContacts, Migration0008.goneAgain, Migration0009.search,
        Migration0010.contactData, Migration0010.merges, Migration0011.schoolMerges,
        Migration0012.stagedAddresses, Migration0013.schoolTexts, Migration0013.accents,
        Migration0014.nameKeys, Migration0015.lostReferences,
        Migration0016.stagedDuplicates,
    ]
}
