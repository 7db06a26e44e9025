public import Foundation

/// A contact, an event or a post in the timeline of a coach or a school.
@JSONObject(nulls: true)
public struct TimelineEntry: JSONReadable, Hashable {
    public var kind: TimelineKind
    /// The record's id.
    public var id: RecordID
    /// The place after this entry (`TimelineCursor`), at which the next page begins.
    public var cursor: String
    /// The time of a contact or a post; nil for a contact without one.
    public var at: Instant?
    /// What is known of a contact's time, if it is not the time of day.
    @OmittedIfNil public var precision: DatePrecision?
    /// The first day of an event.
    public var day: CivilDay?
    /// The last day of an event of several days.
    public var endDay: CivilDay?
    /// The word of the record's type: of an interaction, of an event, or of a network.
    public var type: String
    /// Who began a contact.
    public var direction: Direction?
    /// The subject, the name, or the author.
    public var title: String
    /// The beginning of what the record says, at most `TimelineLimit.textMax` characters.
    public var text: String?
    /// The coach of a contact, listed or not.
    public var coachName: String?
    /// The school, if it can be resolved.
    public var schoolName: String?
    /// The coach's interest, if a contact's calibration was answered.
    public var interest: InterestLevel?
    /// The family's part in an event.
    public var status: EventStatus?
    /// Who logged a contact.
    public var loggedBy: UserID?
    /// The logger's full name, if it can be resolved.
    public var loggedByName: String?
}

/// The kinds of records in a timeline.
public enum TimelineKind: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case interaction
    case event
    case post
}

/// Limits of timelines.
public enum TimelineLimit {
    /// The number of entries in an answer by default.
    public static let entriesUsual = 20
    /// The most entries in one answer.
    public static let entriesMax = 500
    /// The longest text of an entry, in characters.
    public static let textMax = 200
    /// The calendar months that the figures count, with the current one.
    public static let months = 12
    /// The days after which a coach or a school that had been in touch has gone quiet: the usual
    /// cadence twice.
    public static let quietDays = 2 * FollowUpLimit.cadenceDays
    /// The days to which the frequency refers.
    public static let frequencyDays = 30
}

/// A place in a timeline. Entries are ordered newest first, and those of the same time by id.
@Memberwise
public struct TimelineCursor: Hashable, Sendable {
    /// The time in milliseconds, negated so that newer entries come first; `undated` for a contact
    /// without a time.
    public let newestFirst: Int64
    public let id: RecordID

    /// Stands for the time of contacts that have none, which come last.
    public static let undated = Int64.max

    /// The place of a record at a time.
    public init<Tag>(_ at: Instant?, _ id: Identifier<Tag>) {
        self.init(
            newestFirst: at.map { -$0.milliseconds } ?? Self.undated,
            id: RecordID(id))
    }

    /// Parses a cursor's text; returns nil if it is not in canonical form.
    public init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int64(parts[0]),
            place == Self.undated || Instant(milliseconds: 0 &- place).milliseconds == 0 &- place,
            let id = RecordID(text: String(parts[1]))
        else { return nil }
        self.init(newestFirst: place, id: id)
        guard self.text == text else { return nil }
    }

    /// The cursor as sent.
    public var text: String { "\(newestFirst).\(id.text)" }

    /// The time; nil for contacts without one.
    public var instant: Instant? {
        newestFirst == Self.undated ? nil : Instant(milliseconds: 0 &- newestFirst)
    }
}

extension TimelineCursor: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.quoted { buffer in
            buffer.append(decimal: Int(newestFirst))
            buffer.append(UInt8(ascii: "."))
            unsafe buffer.append(count: RecordID.textLength) { unsafe id.writeText(into: $0) }
        }
    }
}

extension TimelineCursor: Comparable {
    public static func < (left: TimelineCursor, right: TimelineCursor) -> Bool {
        left.newestFirst == right.newestFirst
            ? left.id < right.id : left.newestFirst < right.newestFirst
    }
}

// MARK: Records as entries

extension TimelineEntry {
    private init(
        _ kind: TimelineKind, _ place: TimelineCursor, type: String, title: String, text: String?
    ) {
        self.init(
            kind: kind, id: place.id, cursor: place.text, at: nil, day: nil, endDay: nil,
            type: type, direction: nil, title: title,
            text: text?.shortened(to: TimelineLimit.textMax),
            coachName: nil, schoolName: nil, interest: nil, status: nil, loggedBy: nil,
            loggedByName: nil)
    }

    /// An event, at the beginning of its first day in a zone.
    public init(_ event: Event, in zone: TimeZone) {
        let place = TimelineCursor(
            Self.beginning(of: event.startDate, in: zone), event.id)
        self.init(
            .event, place, type: event.type.rawValue, title: event.name,
            text: event.performanceNotes ?? event.description)
        day = event.startDate
        endDay = event.endDate
        schoolName = event.schoolID.map { _ in
            event.schoolName ?? FilterRecord.school.unknownLabel
        }
        status = event.status
    }

    /// A post, at the time of its publication.
    public init(_ post: Post) {
        let place = TimelineCursor(post.postDate, post.id)
        self.init(
            .post, place, type: post.platform.rawValue,
            title: post.authorText ?? post.platform.label,
            text: post.postContent)
        at = post.postDate
        schoolName = post.schoolText
    }

    /// The instant at which a day begins in a zone.
    public static func beginning(of day: CivilDay, in zone: TimeZone) -> Instant {
        WallClock.instant(of: day, at: .midnight, in: zone)
    }
}
