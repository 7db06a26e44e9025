import Contracts
import DataServiceKit
import ServiceKit

extension RenameFamily {
    static func handle(
        _ name: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, before) = try CurrentCaller.family(context, in: unit.transaction)
        let version = try family.rename(to: name, in: unit.transaction)
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
        try Response(setting: \.timeZone, to: zone, context, unit) {
            try $0.set(timeZone: zone, in: unit.transaction)
        }
    }
}

extension SetParentsLog {
    static func handle(
        _ parentsLog: Bool, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try Response(setting: \.parentsLog, to: parentsLog, context, unit) {
            try $0.set(parentsLog: parentsLog, in: unit.transaction)
        }
    }
}

extension RenameFamily.Response {
    /// Sets a property of the caller's family unless it has the value. `store` writes it and
    /// returns the family's new version.
    fileprivate init<Value: Equatable>(
        setting property: WritableKeyPath<Membership, Value>, to value: Value,
        _ context: CallContext, _ unit: UnitOfWork, store: (FamilyRepository) throws -> Int64
    ) throws {
        let (_, family, present) = try CurrentCaller.family(context, in: unit.transaction)
        var membership = present
        if membership[keyPath: property] != value {
            membership[keyPath: property] = value
            try unit.recordFamily(
                IdentityFeed.familyChanged, membership, version: try store(family))
        }
        self.init(family: membership)
    }
}
