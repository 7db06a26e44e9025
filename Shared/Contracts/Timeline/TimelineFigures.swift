/// Computes the figures of the contacts with a coach or a school: how often, who begins, the
/// interest and whether they have gone quiet.
///
/// Players get the figures of their own contacts, parents those of the family.
public enum ShowTimelineFigures: Operation {
    public static let definition = OperationDefinition(
        "timeline.figures", of: .interactions, .read, .members,
        "Show how often a coach or a school was in touch", http: .get("/timeline/figures"))

    /// A coach or a school, and the zone of the reader's days.
    @JSONObject
    public struct Request: FlatFormRequest {
        /// The coach; either a coach or a school is given.
        public var coachID: FormField<String>
        public var schoolID: FormField<String>
        /// The reader's IANA zone; the family's by default (T-14).
        public var timeZone: FormField<String>

        public init(_ subject: TimelineSubject, timeZone: String? = nil) {
            (coachID, schoolID) = subject.fields
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let subject = errors.timelineSubject(coachID, schoolID)
            let zone = errors.timeZone(timeZone, named: "time_zone")
            try errors.throwIfAny()
            guard let subject else { throw .invalid("coach_id", TimelineText.choiceRefusal) }
            return Input(subject: subject, timeZone: zone)
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        public let subject: TimelineSubject
        /// The reader's zone, if given.
        public let timeZone: String?
    }

    /// The figures on one day.
    @JSONObject
    public struct Response {
        public var figures: TimelineFigures
        /// The reader's day.
        public var today: CivilDay
        /// The zone of all days.
        public var timeZone: String
    }
}

/// The figures of the contacts with a coach or a school. Contacts of the future and those without
/// a time do not count.
@JSONObject(nulls: true)
public struct TimelineFigures: Hashable {
    /// The last `TimelineLimit.months` calendar months, the current one last.
    public var months: [TimelineMonth]
    /// The contacts in these months that the family began.
    public var outbound: Int
    /// The contacts in these months that the other side began.
    public var inbound: Int
    /// The contacts in `TimelineLimit.frequencyDays` days, on average over these months or since
    /// the first contact, with one decimal.
    public var frequency: Double
    /// The time of the last contact that the family began.
    public var lastOutboundAt: Instant?
    /// The time of the last contact that the other side began.
    public var lastInboundAt: Instant?
    /// The interest at the last calibration, if there is one.
    public var interest: InterestLevel?
    /// The interest at the calibration before it, if there is one.
    public var interestBefore: InterestLevel?
    public var trend: InterestTrend
    /// The civil days since the last contact that the other side began, if that was at least
    /// `TimelineLimit.quietDays` days ago; nil otherwise.
    public var quietDays: Int?
}

/// The contacts of a calendar month.
@JSONObject
public struct TimelineMonth: Hashable {
    /// The first day of the month.
    public var month: CivilDay
    public var outbound: Int
    public var inbound: Int
}

/// How the interest of the last calibration compares with the one before.
public enum InterestTrend: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case rising
    case steady
    case falling
    /// There are not two calibrations.
    case unknown

    /// Compares two calibrations.
    public init(from before: InterestLevel?, to last: InterestLevel?) {
        guard let before, let last else {
            self = .unknown
            return
        }
        self =
            before.rank == last.rank ? .steady : before.rank < last.rank ? .rising : .falling
    }
}

extension InterestLevel {
    /// The place in the order of interest, the least first.
    fileprivate var rank: Int {
        switch self {
        case .notSet: 0
        case .low: 1
        case .medium: 2
        case .high: 3
        }
    }
}
