import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ImportContactWindows {
    static func handle(
        _ windows: [ContactWindow], _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let today = WallClock.day(
            of: unit.now, in: try FamilyNames(scope, unit.transaction).timeZone())
        let ordered = windows.enumerated().sorted { left, right in
            (left.element.firstDay, left.offset) < (right.element.firstDay, right.offset)
        }.map(\.element)
        let change = try ContactWindowChange(scope, unit)
        try change.replace(with: ordered, at: unit.now)
        let ahead = windows.count { $0.checkedOn > today }
        let warning = ContactWindowText.warning(
            outdated: windows.count { $0.isOutdated(on: today) })
        return Response(
            stored: windows.count, replaced: change.old.count,
            warnings: (ahead > 0 ? [isAheadWarning(ahead)] : []) + [warning].compactMap { $0 })
    }
}

extension ListContactWindows {
    static func handle(
        _ input: EmptyRequest, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        let repository = ContactWindowRepository(scope.familyID, transaction)
        let today = WallClock.day(
            of: context.now, in: try FamilyNames(scope, transaction).timeZone())
        let windows = try repository.windows()
        let warning = ContactWindowText.warning(
            outdated: windows.count { $0.isOutdated(on: today) })
        return Response(
            today: today, windows: windows, importedAt: try repository.file()?.importedAt,
            warnings: [warning].compactMap { $0 })
    }
}

extension ClearContactWindows {
    static func handle(
        _ input: EmptyRequest, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let change = try ContactWindowChange(scope, unit)
        if !change.old.isEmpty { try change.replace(with: [], at: nil) }
        return Response(removed: change.old.count)
    }
}

/// A change of the family's table, with its entry in the feed.
private struct ContactWindowChange {
    /// The rules before the change.
    let old: [ContactWindow]
    private let scope: FamilyScope
    private let unit: UnitOfWork
    private let repository: ContactWindowRepository

    init(_ scope: FamilyScope, _ unit: UnitOfWork) throws {
        self.scope = scope
        self.unit = unit
        repository = ContactWindowRepository(scope.familyID, unit.transaction)
        old = try repository.windows()
    }

    func replace(with windows: [ContactWindow], at time: Instant?) throws {
        let version = (try repository.file()?.version ?? 0) + 1
        try repository.replace(
            with: windows, version: version, at: time, in: unit.transaction)
        try unit.record(
            NewChange(
                InteractionsFeed.windowsReplaced, of: "contact_windows", scope.familyID,
                version: version, family: scope.familyID,
                payload: InteractionsFeed.ContactWindowsPayload(
                    familyUnitID: scope.familyID, windows: windows)))
    }
}
