import Contracts

/// The order of a family's members in lists.
enum MemberOrder {
    /// Players first, then by folded name, then by id.
    static func sorted(_ members: [Member]) -> [Member] {
        members.sorted { left, right in
            if left.role != right.role { return left.role == .player }
            let names = (CaseFolding.fold(left.fullName), CaseFolding.fold(right.fullName))
            return names.0 != names.1 ? names.0 < names.1 : left.userID < right.userID
        }
    }
}
