import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes one of the player's own interactions, or one that a parent entered for a player.
/// Other players' records are reported as not found. Attachments stay as they are.
extension EditInteraction {
    /// The version, if given, must be the current one. Writes nothing if no field changes.
    static func handle(
        _ input: InteractionEdit, _ caller: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let stored = try InteractionRepository(caller, unit.transaction).require(input.id)
        let old = stored.interaction
        let scope = try owner(of: old, editedBy: caller)
        try input.requireVersion(of: old)
        var (new, warnings) = input.applied(to: old)
        try lookUp(&new, old, scope, unit)
        let names = FamilyNames(scope, unit.transaction)
        if new.displayTime != old.displayTime,
            try CreateInteraction.isAhead(new, at: unit.now, names)
        {
            warnings.append(CreateInteraction.isAheadWarning)
        }
        let changes = new.changes(since: old)
        guard !changes.isEmpty else {
            return Response(interaction: old, changes: [], warnings: warnings)
        }
        new.version += 1
        new.updatedAt = unit.now
        try InteractionWriter(scope, unit.transaction).edit(old, to: new)
        let type =
            new.direction == old.direction ? InteractionsFeed.changed : InteractionsFeed.reversed
        try unit.record(
            InteractionChange.make(
                type, StoredInteraction(interaction: new, version: stored.version)))
        return Response(interaction: new, changes: changes, warnings: warnings)
    }

    /// The scope of the player whose record it is. A parent, who sees all of the family's records,
    /// edits only those that they entered themselves.
    private static func owner(
        of old: Interaction, editedBy caller: FamilyScope
    ) throws -> FamilyScope {
        guard caller.role == .parent, old.loggedBy != caller.userID else { return caller }
        guard old.enteredBy == caller.userID else {
            throw ServiceError.forbidden(ParentsLogText.editRefusal)
        }
        return FamilyScope(resuming: old.loggedBy, as: .player, in: caller.familyID)
    }

    /// Checks the references that the edit changes, and sets what follows from them. Those that it
    /// keeps are valid as they are: the coach may have moved to another school since.
    private static func lookUp(
        _ new: inout Interaction, _ old: Interaction, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let references = References(scope, unit.transaction)
        if new.eventID != old.eventID { try references.require(new.eventID) }
        guard new.schoolID != old.schoolID || new.coachID != old.coachID else { return }
        guard new.schoolID != nil || new.coachID != nil else {
            throw ServiceError.invalid("school_id", CreateInteraction.Refusal.school)
        }
        new.schoolID = try references.school(new.schoolID, of: new.coachID)
        let names = FamilyNames(scope, unit.transaction)
        new.schoolName = try new.schoolID.flatMap(names.school)
        new.coachName = try new.coachID.flatMap(names.coach)
    }
}
