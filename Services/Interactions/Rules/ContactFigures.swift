import Contracts
import Foundation

/// A contact as figures count it.
struct LoggedContact: Hashable {
    let at: Instant
    let direction: Direction
    /// The interest, if the calibration was answered.
    let interest: InterestLevel?
}

extension TimelineFigures {
    /// Computes the figures of contacts up to today, which are newest first (N-43, N-44).
    init(_ contacts: [LoggedContact], on today: CivilDay, in zone: TimeZone) {
        let count = TimelineLimit.months
        var months = (0..<count).map { place in
            TimelineMonth(
                month: today.firstOfMonth(later: place + 1 - count), outbound: 0, inbound: 0)
        }
        let begin = months[0].month
        for contact in contacts {
            let day = WallClock.day(of: contact.at, in: zone)
            guard day >= begin else { break }
            guard let place = months.lastIndex(where: { $0.month <= day }) else { continue }
            switch contact.direction {
            case .outbound: months[place].outbound += 1
            case .inbound: months[place].inbound += 1
            }
        }
        let outbound = months.reduce(0) { $0 + $1.outbound }
        let inbound = months.reduce(0) { $0 + $1.inbound }
        let first = contacts.last.map { WallClock.day(of: $0.at, in: zone) }
        let calibrated = contacts.lazy.compactMap(\.interest).prefix(2)
        let (interest, before) = (calibrated.first, calibrated.dropFirst().first)
        let answer = contacts.first { $0.direction == .inbound }
        let silence = answer.map {
            Int(today.daysSince1970 - WallClock.day(of: $0.at, in: zone).daysSince1970)
        }
        self.init(
            months: months, outbound: outbound, inbound: inbound,
            frequency: Self.frequency(
                of: outbound + inbound, from: max(begin, first ?? begin), to: today),
            lastOutboundAt: contacts.first { $0.direction == .outbound }?.at,
            lastInboundAt: answer?.at, interest: interest, interestBefore: before,
            trend: InterestTrend(from: before, to: interest),
            quietDays: silence.flatMap { $0 >= TimelineLimit.quietDays ? $0 : nil })
    }

    /// The contacts in `TimelineLimit.frequencyDays` days, with one decimal. A span that is shorter
    /// counts as that long, so that two contacts on the first day are not many.
    static func frequency(of count: Int, from first: CivilDay, to today: CivilDay) -> Double {
        let days = max(
            Int(today.daysSince1970 - first.daysSince1970) + 1, TimelineLimit.frequencyDays)
        let exact = Double(count * TimelineLimit.frequencyDays) / Double(days)
        return (exact * 10).rounded() / 10
    }
}
