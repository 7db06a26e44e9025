/// Shows the plans for one entry of the queue: the player's own, or for a parent those of all
/// players.
public enum ShowFollowUps: Operation {
    public static let definition = OperationDefinition(
        "queue.show", of: .interactions, .read, .members, "Show when a coach is due and why",
        http: .get("/queue/{id}"))

    /// The coach or the contact, and the zone of the reader's days.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: FormField<String>
        /// The reader's IANA zone; the family's by default (T-14).
        public var timeZone: FormField<String>

        public init<Tag>(id: Identifier<Tag>, timeZone: String? = nil) {
            self.id = FormField(id.text)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> FollowUpTarget {
            try FieldErrors.check { $0.followUpTarget(id, FormField(nil), timeZone) }
        }
    }

    /// The plans on one day.
    @JSONObject
    public struct Response {
        /// The reader's day.
        public var today: CivilDay
        /// The zone of all days.
        public var timeZone: String
        /// The plans, by the players' names.
        public var plans: [FollowUpPlan]
    }
}

extension OperationDefinition {
    /// A change of the player's queue: `queue.set`.
    fileprivate static func queueChange(_ verb: String, _ summary: String, http: HTTPRoute) -> Self
    {
        Self(
            "queue.\(verb)", of: .interactions, .write,
            .family([.player], refusal: FollowUpText.playersOnly), summary, http: http)
    }
}

/// Sets how often or on which day the player is to contact a coach.
public enum SetFollowUp: Operation {
    public static let definition = OperationDefinition.queueChange(
        "set", "Set how often or when to contact a coach", http: .patch("/queue/{id}"))

    /// The message for a request that would change nothing.
    public static let emptyRefusal = "Give a cadence or a day, or clear one"

    /// What a request can clear. Without a cadence of its own, a coach has the usual one; without a
    /// day, and without done, skip and snooze, the last contact decides.
    public enum Clearable: String, CaseIterable, Sendable {
        case cadenceDays = "cadence_days"
        case dueOn = "due_on"
    }

    /// The settings. Those that are absent stay as they are. A contact that names no coach of the
    /// family takes a day, and no cadence.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: FormField<String>
        /// The days from a contact to the next one, in `FollowUpLimit.cadence`.
        public var cadenceDays: FormField<Int>
        /// The day of the next contact, from today on.
        public var dueOn: FormField<String>
        /// The keys of what is cleared.
        public var clear: FormField<[String]>
        /// The version that the change is based on; 0 if nothing was decided yet.
        public var version: FormField<Int>
        /// The zone of the player's days; the family's by default.
        public var timeZone: FormField<String>

        public init<Tag>(
            id: Identifier<Tag>, cadenceDays: Int? = nil, dueOn: String? = nil,
            clearing clear: [Clearable] = [], version: Int? = nil, timeZone: String? = nil
        ) {
            self.id = FormField(id.text)
            self.cadenceDays = FormField(cadenceDays)
            self.dueOn = FormField(dueOn)
            self.clear = FormField(clear.isEmpty ? nil : clear.map(\.rawValue))
            self.version = FormField(version)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check { errors in
                let target = errors.followUpTarget(id, version, timeZone)
                let cleared = (clear.value ?? []).compactMap(Clearable.init)
                if clear.isMalformed || cleared.count != clear.value?.count ?? 0 {
                    let all = Clearable.allCases.map(\.rawValue).joined(separator: ", ")
                    errors.refuse("clear", "A request can clear: \(all)")
                }
                let input = Input(
                    target: target,
                    cadenceDays: errors.optionalNumber(
                        cadenceDays, named: "cadence_days", from: FollowUpLimit.cadence.lowerBound,
                        to: FollowUpLimit.cadence.upperBound),
                    dueOn: errors.day(dueOn, named: "due_on", isOptional: true),
                    cleared: Set(cleared))
                if input.cadenceDays != nil, cleared.contains(.cadenceDays) {
                    errors.refuse("cadence_days", FieldErrors.clearedValueRefusal)
                }
                if input.dueOn != nil, cleared.contains(.dueOn) {
                    errors.refuse("due_on", FieldErrors.clearedValueRefusal)
                }
                let isEmpty = input.cadenceDays == nil && input.dueOn == nil && cleared.isEmpty
                if isEmpty, errors.errors.isEmpty {
                    errors.refuse("cadence_days", emptyRefusal)
                }
                return input
            }
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        public let target: FollowUpTarget
        public let cadenceDays: Int?
        /// The day of the next contact; whether it is from today on depends on the zone.
        public let dueOn: CivilDay?
        public let cleared: Set<Clearable>
    }

    public typealias Response = FollowUpAnswer
}

/// Postpones the next contact with a coach.
public enum SnoozeFollowUp: Operation {
    public static let definition = OperationDefinition.queueChange(
        "snooze", "Postpone the next contact with a coach",
        http: .post("/queue/{id}/snooze"))

    /// The message for a request with neither or with both.
    public static let choiceRefusal = "Give either a day or a number of days"

    /// The coach or the contact, and either a day or a number of days from today.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: FormField<String>
        /// The number of days from today, 1 to `FollowUpLimit.plannedDaysMax`.
        public var days: FormField<Int>
        /// The day, after today.
        public var until: FormField<String>
        /// The version that the change is based on; 0 if nothing was decided yet.
        public var version: FormField<Int>
        /// The zone of the player's days; the family's by default.
        public var timeZone: FormField<String>

        public init<Tag>(
            id: Identifier<Tag>, days: Int? = nil, until: String? = nil, version: Int? = nil,
            timeZone: String? = nil
        ) {
            self.id = FormField(id.text)
            self.days = FormField(days)
            self.until = FormField(until)
            self.version = FormField(version)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check { errors in
                let target = errors.followUpTarget(id, version, timeZone)
                let input = Input(
                    target: target,
                    days: errors.optionalNumber(
                        days, named: "days", from: 1, to: FollowUpLimit.plannedDaysMax),
                    until: errors.day(until, named: "until", isOptional: true))
                let areBoth = input.days != nil && input.until != nil
                let isNeither = input.days == nil && input.until == nil
                if areBoth || isNeither, errors.errors.isEmpty {
                    errors.refuse("days", choiceRefusal)
                }
                return input
            }
        }
    }

    /// The validated request; one of `days` and `until` is nil.
    public struct Input: Hashable, Sendable {
        public let target: FollowUpTarget
        public let days: Int?
        /// The day; whether it is after today depends on the zone.
        public let until: CivilDay?
    }

    public typealias Response = FollowUpAnswer
}

/// A request that only names the coach or the contact.
@JSONObject
public struct FollowUpRequest: OperationRequest {
    public var id: FormField<String>
    /// The version that the change is based on; 0 if nothing was decided yet.
    public var version: FormField<Int>
    /// The zone of the player's days; the family's by default.
    public var timeZone: FormField<String>

    public init<Tag>(id: Identifier<Tag>, version: Int? = nil, timeZone: String? = nil) {
        self.id = FormField(id.text)
        self.version = FormField(version)
        self.timeZone = FormField(timeZone)
    }

    public func validated() throws(ServiceError) -> FollowUpTarget {
        try FieldErrors.check { $0.followUpTarget(id, version, timeZone) }
    }
}

/// Notes that the player followed up, without a contact in the log: the cadence counts from today.
/// A contact that names no coach of the family waits no longer.
public enum FinishFollowUp: Operation {
    public static let definition = OperationDefinition.queueChange(
        "done", "Note that a coach was followed up today", http: .post("/queue/{id}/done"))

    public typealias Request = FollowUpRequest
    public typealias Response = FollowUpAnswer
}

/// Skips the next contact: the due day moves by the cadence until it is after today. A contact that
/// names no coach of the family waits no longer.
public enum SkipFollowUp: Operation {
    public static let definition = OperationDefinition.queueChange(
        "skip", "Skip the next contact with a coach", http: .post("/queue/{id}/skip"))

    public typealias Request = FollowUpRequest
    public typealias Response = FollowUpAnswer
}
