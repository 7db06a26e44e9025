import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension RenameFamily {
    static func handle(
        _ name: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, before) = try CurrentCaller.family(context, in: unit.transaction)
        let version = try family.set("name", to: name, in: unit.transaction)
        var renamed = before
        renamed.name = name
        try unit.recordFamily(IdentityFeed.familyChanged, renamed, version: version)
        return Response(family: renamed)
    }
}

extension SetFamilyZone {
    static func handle(
        _ zone: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try Response(setting: \.timeZone, "time_zone", to: zone, context, unit)
    }
}

extension SetParentsLog {
    static func handle(
        _ parentsLog: Bool, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try Response(setting: \.parentsLog, "parents_log", to: parentsLog, context, unit)
    }
}

extension RenameFamily.Response {
    /// Sets a property of the caller's family and its column unless it has the value.
    fileprivate init<Value: Equatable & SQLBindable>(
        setting property: WritableKeyPath<Membership, Value>, _ column: StaticString,
        to value: Value, _ context: CallContext, _ unit: UnitOfWork
    ) throws {
        let (_, family, present) = try CurrentCaller.family(context, in: unit.transaction)
        var membership = present
        if membership[keyPath: property] != value {
            membership[keyPath: property] = value
            let version = try family.set(column, to: value, in: unit.transaction)
            try unit.recordFamily(IdentityFeed.familyChanged, membership, version: version)
        }
        self.init(family: membership)
    }
}
