import Contracts

/// The buckets of the chart as days of the reader, and where each lies on the axis of UTC (T-02,
/// T-03, T-04).
struct ChartAxis {
    /// A stretch of time whose local days all lie in one bucket; times are milliseconds since 1970.
    /// A bucket has several where the clock goes back over its border.
    struct Stretch: Hashable {
        /// The bucket; -1 for what lies before the first one.
        let bucket: Int
        let start: Int64
        let end: Int64
    }

    /// What a bucket is.
    let kind: AnalyticsBucket
    /// The first day of each bucket, counted since 1970, and then the day after today.
    let days: [Int64]

    /// The last `count` calendar days up to today.
    init(last count: Int, today: Int64) {
        kind = .day
        days = Array(today - Int64(count) + 1...today + 1)
    }

    /// From the day of the first post to today. Posts that all lie ahead leave today alone.
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
                // Every month has its 32nd day in the next one.
                day = Self.firstOfMonth(day + 31)
            }
        }
        self.days = days + [today + 1]
    }

    /// How many buckets there are.
    var count: Int { days.count - 1 }

    /// The stretches of time from an instant to the end of today, in their order.
    func stretches(from start: Int64, in zone: ZoneTable) -> [Stretch] {
        var stretches: [Stretch] = []
        // Whatever the offset, today is over then.
        let last = (days[count] + 1) * RollupPeriod.dayLength
        for span in zone.spans where span.end > start && span.start < last {
            var time = max(span.start, start)
            var bucket = place(ofDay: floorDay(time + span.offset))
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

    private func floorDay(_ local: Int64) -> Int64 {
        local >= 0 ? local / RollupPeriod.dayLength : (local + 1) / RollupPeriod.dayLength - 1
    }

    /// The Monday of a day's week. The day 0 was a Thursday.
    private static func monday(of day: Int64) -> Int64 { day - ((day + 3) % 7 + 7) % 7 }

    private static func firstOfMonth(_ day: Int64) -> Int64 {
        day - Int64(CivilDay(daysSince1970: day).day) + 1
    }

    // MARK: Text

    /// `YYYY-MM-DD`.
    static func date(_ day: Int64) -> String {
        CivilDay(daysSince1970: day).text
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Feb 3", "Feb 3, 2026" for weeks, "Feb 2026" for months (SA-19). An answer has up to a
    /// hundred of them: they are put together from short texts, which costs no memory.
    func label(_ day: Int64) -> String {
        let civil = CivilDay(daysSince1970: day)
        var label = Self.months[(civil.month - 1) % Self.months.count]
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
