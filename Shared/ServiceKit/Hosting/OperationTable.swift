import Contracts

/// The operations of a service and their handlers, by name.
struct OperationTable: Sendable {
    /// A type-erased operation.
    struct Entry: Sendable {
        let operation: any Operation.Type
        /// The operation's own access, with the further roles that may call it here.
        var access: Access
        let failureText: String?
        let handle: @Sendable (CallContext, [UInt8], @escaping @Sendable (Outcome) -> Void) -> Void
    }

    private(set) var entries: [String: Entry] = [:]

    /// Allows further roles to call a registered operation for members of a family.
    mutating func allow<Op: Operation>(_ roles: Set<Role>, toCall operation: Op.Type) {
        guard case .family(let present, let refusal)? = entries[Op.name]?.access else {
            preconditionFailure("\(Op.name) is not served here, or for no family")
        }
        entries[Op.name]?.access = .family(present.union(roles), refusal: refusal)
    }

    /// Adds a handler; traps if the operation already has one.
    mutating func add<Op: Operation>(
        _ operation: Op.Type,
        _ handler: @escaping @Sendable (IncomingCall<Op>, Responder<Op>) -> Void
    ) {
        precondition(entries[Op.name] == nil, "\(Op.name) has two handlers in one service")
        entries[Op.name] = Entry(
            operation: operation, access: Op.access, failureText: Op.failureText
        ) { context, payload, deliver in
            handler(IncomingCall(context: context, payload: payload), Responder(deliver))
        }
    }
}
