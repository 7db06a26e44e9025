import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListProfiles {
    /// Returns the caller's profile whole, and of the others' what is for the family (N-67).
    static func handle(_ scope: FamilyScope, _ transaction: ReadTransaction) throws -> Response {
        let profiles = try ProfileRepository(scope, transaction).list().map {
            $0.userID == scope.userID ? $0 : $0.shown(to: .family)
        }
        return Response(profiles: profiles)
    }
}

extension EditProfile {
    /// Sets the fields in the form and clears those that the form clears. The version, if given,
    /// must be the current one; it is 0 before the first edit. Writes nothing if no field changes.
    /// The change in the feed has what is for the family only, because the family can read the
    /// history.
    static func handle(
        _ input: RecordInput<PlayerProfile>, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let old = try input.current(.profile) { id in
            guard id == ProfileID(of: scope.userID) else { return nil }
            return try ProfileRepository(scope, unit.transaction).own(at: unit.now)
        }
        var profile = old
        input.apply(to: &profile)
        let changes = try profile.changes(since: old)
        guard !changes.isEmpty else { return Response(old, changes: []) }
        profile.advance(at: unit.now)
        try PlayerProfile.table.store(profile, unit.transaction)
        try unit.record(
            NewChange(
                EventsFeed.profileChanged, of: PlayerProfile.Tag.noun, profile.id,
                version: Int64(profile.version), family: scope.familyID,
                payload: profile.shown(to: .family)))
        return Response(profile, changes: changes)
    }
}
