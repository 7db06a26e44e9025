import Contracts

/// The operations of a service and their handlers, by name.
struct OperationTable: Sendable {
    /// A type-erased operation.
    struct Entry: Sendable {
        let name: String
        let summary: String
        let isReadOnly: Bool
        /// Whether access tokens may call it.
        let admitsTokens: Bool
        /// Whether calendar links may call it.
        let admitsCalendarLinks: Bool
        /// Whether passports of digests may call it.
        let admitsDigests: Bool
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
            name: Op.name, summary: Op.summary, isReadOnly: Op.isReadOnly,
            admitsTokens: Op.admitsTokens, admitsCalendarLinks: Op.admitsCalendarLinks,
            admitsDigests: Op.admitsDigests, access: Op.access, failureText: Op.failureText
        ) { context, payload, deliver in
            handler(IncomingCall(context: context, payload: payload), Responder(deliver))
        }
    }
}
