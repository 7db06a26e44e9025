/// Adds a hook of the caller's and returns its secret, once.
public enum AddHook: Operation {
    public static let definition = OperationDefinition(
        "hooks.add", of: .hooks, .write, .players("add change hooks"),
        "Have the family's changes sent to an address", carriesSecrets: true)

    /// The texts of refusals.
    public enum Refusal {
        static let records =
            "Records must be some of " + HookRecord.allCases.map(\.rawValue).joined(separator: ", ")

        /// The refusal of a hook that the player has already.
        public static func same(_ hook: Hook) -> String {
            "You have this change hook already: \(hook.id.text). "
                + (hook.switchedOffAt == nil ? "" : "It is off; replaying it switches it on. ")
                + "Remove it first if you need a new secret, or choose other records"
        }
    }

    /// The address and the records.
    @JSONObject
    public struct Request: OperationRequest {
        /// An address with `https`.
        public var address: FormField<String>
        /// Some of `HookRecord`; all if absent.
        public var records: FormField<[String]>

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let text = errors.requiredText(
                address, named: "address", length: HookLimit.addressLength, HookAddress.refusal)
            let address = HookAddress(text)
            if address == nil { errors.refuse("address", HookAddress.refusal) }
            let words = records.value ?? HookRecord.allCases.map(\.rawValue)
            let chosen = HookRecord.allCases.filter { words.contains($0.rawValue) }
            if records.isMalformed || chosen.isEmpty
                || !words.allSatisfy({ HookRecord(rawValue: $0) != nil })
            {
                errors.refuse("records", Refusal.records)
            }
            try errors.throwIfAny()
            guard let address else { throw .invalid("address", HookAddress.refusal) }
            return Input(address: address, records: chosen)
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let address: HookAddress
        /// The records in the order of `HookRecord`.
        public let records: [HookRecord]
    }

    /// The hook with its secret.
    @JSONObject
    public struct Response {
        /// The secret with which deliveries are signed. It is returned only here.
        public var secret: String
        public var hook: Hook
    }
}

/// Lists hooks: a player's own, and all of the family's for parents.
public enum ListHooks: Operation {
    public static let definition = OperationDefinition.list(
        "hooks", of: .hooks, "List change hooks")

    /// The hooks, oldest first.
    @JSONObject
    public struct Response {
        public var hooks: [Hook]
    }
}

/// Lists the newest deliveries of one of the caller's hooks.
public enum ListHookDeliveries: Operation {
    public static let definition = OperationDefinition(
        "hooks.deliveries", of: .hooks, .read, .players("list deliveries"),
        "List the deliveries of a change hook", http: .get("/hooks/{id}/deliveries"))

    /// The hook, and which deliveries.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: HookID
        /// Only deliveries in this state, one of `HookDeliveryState`; all if absent.
        public var state: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    id: id,
                    state: $0.optionalWord(
                        state, named: "state", "State must be waiting, delivered or failed"))
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let id: HookID
        /// Only deliveries in this state.
        public let state: HookDeliveryState?
    }

    /// The deliveries, newest first, at most `HookLimit.listedMax`.
    @JSONObject
    public struct Response {
        public var deliveries: [HookDelivery]
    }
}

/// Sends a test message to one of the caller's hooks, after all that waits.
public enum TestHook: Operation {
    public static let definition = OperationDefinition(
        "hooks.test", of: .hooks, .write, .players("test change hooks"),
        "Send a test message to a change hook", http: .post("/hooks/{id}/test"))

    public typealias Request = RecordRequest<HookTag>

    /// The delivery that will be attempted.
    @JSONObject
    public struct Response {
        public var delivery: HookDelivery
    }
}

/// Sends deliveries of one of the caller's hooks again, with the same ids and in their order, and
/// switches the hook on if it is off.
public enum ReplayHook: Operation {
    public static let definition = OperationDefinition(
        "hooks.replay", of: .hooks, .write, .players("replay change hooks"),
        "Send deliveries of a change hook again", http: .post("/hooks/{id}/replay"))

    /// The hook, and from where.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: HookID
        /// All deliveries after this number, delivered or not; only those that failed if absent.
        public var after: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                let after = $0.optionalNumber(after, named: "after", title: "After", from: 0)
                return Input(id: id, after: after.map(Int64.init))
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let id: HookID
        /// All deliveries after this number; nil for those that failed.
        public let after: Int64?
    }

    /// What is sent again.
    @JSONObject
    public struct Response {
        public var hook: Hook
        /// The number of deliveries that wait again.
        public var queued: Int
    }
}

/// Removes one of the caller's hooks with its deliveries.
public enum RemoveHook: Operation {
    public static let definition = OperationDefinition(
        "hooks.remove", of: .hooks, .write, .players("remove change hooks"), "Remove a change hook",
        http: .delete("/hooks/{id}"))

    public typealias Request = RecordRequest<HookTag>

    /// The hook as it was.
    public typealias Response = Removed<Hook>
}
