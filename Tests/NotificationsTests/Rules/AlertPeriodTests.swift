import Contracts
import Testing

@testable import Notifications

@Suite("Alert periods: when a member is to be told (D-45)")
struct AlertPeriodTests {
    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds)
    }

    private static func user(_ number: UInt64) -> UserID { UserID(high: 1, low: number) }

    @Test(arguments: [
        (999, false), (1_000, true), (1_001, true), (1_999, true), (2_000, false),
    ])
    func aSpellHasItsBeginningAndNotItsEnd(milliseconds: Int64, isCovered: Bool) {
        let period = AlertPeriod(
            userID: Self.user(1), role: .parent, begins: Self.at(1_000), ends: Self.at(2_000))
        #expect(period.covers(Self.at(milliseconds)) == isCovered)
    }

    @Test func aSpellThatLastsHasNoEnd() {
        let period = AlertPeriod(
            userID: Self.user(1), role: .parent, begins: Self.at(1_000), ends: nil)
        #expect(period.covers(.latest))
        #expect(!period.covers(Self.at(999)))
    }

    @Test func everyUserIsNamedOnce() {
        let periods = [
            AlertPeriod(userID: Self.user(3), role: .parent, begins: Self.at(0), ends: nil),
            AlertPeriod(userID: Self.user(2), role: .parent, begins: Self.at(0), ends: Self.at(9)),
            AlertPeriod(userID: Self.user(2), role: .parent, begins: Self.at(5), ends: nil),
            AlertPeriod(userID: Self.user(1), role: .parent, begins: Self.at(6), ends: nil),
        ]
        func told(_ periods: [AlertPeriod]) -> [UserID] {
            AlertPeriod.users(of: periods, at: Self.at(5), author: Self.user(2))
        }
        #expect(told(periods) == [Self.user(2), Self.user(3)])
        #expect(told([]).isEmpty)
    }

    @Test func amongPlayersTheAuthorAloneIsNamed() {
        let periods = (1...4).map { number in
            AlertPeriod(
                userID: Self.user(number), role: number == 4 ? .parent : .player,
                begins: Self.at(0), ends: nil)
        }
        let told = AlertPeriod.users(of: periods, at: Self.at(5), author: Self.user(2))
        #expect(told == [Self.user(2), Self.user(4)])
    }

    @Test func aSpellBeginsAndEndsOnce() {
        let turn = AlertPeriod.turn
        #expect(turn(nil, true, Self.at(5)) == .begins(Self.at(5)))
        #expect(turn(Self.at(5), true, Self.at(7)) == .stays)
        #expect(turn(Self.at(5), false, Self.at(7)) == .ends(Self.at(7)))
        #expect(turn(nil, false, Self.at(7)) == .stays)
    }

    @Test func aClockThatWasSetBackEndsASpellWhereItBegan() {
        #expect(
            AlertPeriod.turn(lasting: Self.at(5), wantsAlerts: false, at: Self.at(3))
                == .ends(Self.at(5)))
    }
}
