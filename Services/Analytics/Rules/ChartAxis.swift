import Contracts

/// The buckets of the chart in the reader's local days, and the UTC intervals they cover (T-02,
/// T-03, T-04).
struct ChartAxis {
    /// A time interval whose local days all belong to one bucket, in milliseconds since 1970. A
    /// bucket has several intervals if clocks are set back across its boundary.
    struct Stretch: Hashable {
        /// The bucket, or -1 for the time before the first one.
        let bucket: Int
        let start: Int64
        let end: Int64
    }

    let kind: AnalyticsBucket
    /// The first day of each bucket, counted since 1970, followed by the day after today.
    let days: [Int64]

    /// The last `count` calendar days up to today.
    init(last count: Int, today: Int64) {
        kind = .day
        days = Array(today - Int64(count) + 1...today + 1)
    }

    /// The time from the day of the first post to today. If all posts are in the future, only
    /// today.
    init(from first: Int64, today: Int64) {
        let first = min(first, today)
        let span = today - first + 1
        var days: [Int64] = []
        if span <= Int64(SocialAnalytics.dayBucketsMax) {
            kind = .day
            days = Array(first...today)
        } else if span <= Int64(SocialAnalytics.weekBucketDaysMax) {
            kind = .week
            days = Array(stride(from: Self.monday(of: first), through: today, by: 7))
        } else {
            kind = .month
            var day = Self.firstOfMonth(first)
            while day <= today {
                days.append(day)
                // The 32nd day of every month is in the next month.
                day = Self.firstOfMonth(day + 31)
            }
        }
        self.days = days + [today + 1]
    }

    /// The number of buckets.
    var count: Int { days.count - 1 }

    /// The intervals from an instant to the end of today, ascending.
    func stretches(from start: Int64, in zone: ZoneTable) -> [Stretch] {
        var stretches: [Stretch] = []
        // Today is over by then in any time zone.
        let last = (days[count] + 1) * RollupPeriod.dayLength
        for span in zone.spans where span.end > start && span.start < last {
            var time = max(span.start, start)
            let day = (time + span.offset).flooredQuotient(by: RollupPeriod.dayLength)
            var bucket = place(ofDay: day)
            while time < span.end, bucket < count {
                let border = days[bucket + 1] * RollupPeriod.dayLength - span.offset
                let end = min(border, span.end)
                if end > time {
                    stretches.append(Stretch(bucket: bucket, start: time, end: end))
                }
                time = max(end, time)
                bucket += 1
            }
        }
        return stretches
    }

    /// The bucket of a day: -1 before the first one, `count` after the last one.
    private func place(ofDay day: Int64) -> Int {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] <= day { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The Monday of a day's week. Day 0 was a Thursday.
    private static func monday(of day: Int64) -> Int64 { day - ((day + 3) % 7 + 7) % 7 }

    private static func firstOfMonth(_ day: Int64) -> Int64 {
        day - Int64(CivilDay(daysSince1970: day).day) + 1
    }

    // MARK: Text

    /// `YYYY-MM-DD`.
    static func date(_ day: Int64) -> String {
        CivilDay(daysSince1970: day).text
    }

    /// "Feb 3" for days, "Feb 3, 2026" for weeks, "Feb 2026" for months (SA-19). An answer has up
    /// to a hundred labels; they are short enough to be stored without allocation.
    func label(_ day: Int64) -> String {
        let civil = CivilDay(daysSince1970: day)
        var label = civil.monthName
        if kind != .month {
            label += " "
            label += String(civil.day)
        }
        if kind != .day {
            label += kind == .week ? ", " : " "
            label += String(civil.year)
        }
        return label
    }
}
