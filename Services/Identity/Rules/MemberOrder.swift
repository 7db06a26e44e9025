import Contracts

/// The order in which the members of a family are shown.
enum MemberOrder {
    /// Players first, then by name as people sort names, then by id.
    static func sorted(_ members: [Member]) -> [Member] {
        members.sorted { left, right in
            if left.role != right.role { return left.role == .player }
            let names = (SearchFolding.fold(left.fullName), SearchFolding.fold(right.fullName))
            return names.0 != names.1 ? names.0 < names.1 : left.userID < right.userID
        }
    }
}
