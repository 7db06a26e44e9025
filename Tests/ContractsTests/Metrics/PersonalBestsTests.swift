import Testing

@testable import Contracts

@Suite struct PersonalBestsTests {
    private func metric(
        _ type: String, _ value: Double, _ day: String = "2026-04-15", unit: String? = nil,
        id: UInt64 = 1
    ) throws -> Metric {
        Metric(
            id: MetricID(high: 1, low: id), familyUnitID: FamilyID(high: 1, low: 1),
            userID: UserID(high: 1, low: 1), eventID: nil, eventName: nil, metricType: type,
            value: value, unit: unit ?? MetricKind.unit(of: type),
            recordedDate: try #require(CivilDay(text: day)), notes: nil, verified: false,
            createdAt: .earliest)
    }

    @Test(arguments: [
        ("velocity", 92.0), ("exit_velo", 92), ("batting_avg", 92), ("strikeouts", 92),
        ("other", 92), ("vertical_jump", 92), ("sixty_time", 6.5), ("pop_time", 6.5), ("era", 6.5),
    ])
    func higherOrLowerIsBetterByType(type: String, best: Double) throws {
        let found = PersonalBests.of([
            try metric(type, 7), try metric(type, 92), try metric(type, 6.5),
        ])
        #expect(found.map(\.best.value) == [best])
        #expect(found.map(\.worst.value) == [best == 92 ? 6.5 : 92])
        #expect(found.map(\.lowerIsBetter) == [best != 92])
    }

    // Of the family's own types the unit tells.
    @Test func ownTypesInSecondsAreTimes() throws {
        let found = PersonalBests.of([
            try metric("shuttle", 4.4, unit: "sec"), try metric("shuttle", 4.2, unit: "sec"),
            try metric("shuttle", 9, unit: "points"),
        ])
        #expect(found.map(\.unit) == ["points", "sec"])
        #expect(found.map(\.best.value) == [9, 4.2])
    }

    @Test func equalValuesGoToTheFirst() throws {
        let found = PersonalBests.of([
            try metric("velocity", 90, "2026-05-01", id: 1),
            try metric("velocity", 90, "2026-04-01", id: 2),
            try metric("velocity", 80, "2026-06-01", id: 3),
        ])
        let best = try #require(found.first)
        #expect(best.best.id == MetricID(high: 1, low: 2) && best.count == 3)
        #expect(best.latest.value == 80 && best.average == 86.7)
    }

    @Test func knownTypesComeFirst() throws {
        let found = PersonalBests.of([
            try metric("zig", 1), try metric("abc", 1), try metric("era", 1),
            try metric("velocity", 1),
        ])
        #expect(found.map(\.displayLabel) == ["Fastball Velocity", "ERA", "abc", "zig"])
        #expect(PersonalBests.of([]) == [])
    }

    // N-62
    @Test(arguments: [
        ([1.0, 2], 1.5), ([2, 2, 3], 2.3), ([7], 7), ([7.05], 7.05), ([7.05, 7.1], 7.08),
        ([-7.05, -7.1], -7.08), ([0.25, 0.333, 0.292], 0.292), ([0.1234567], 0.1235),
        ([1, 2, 2.25], 1.75), ([1e15, 1e15], 1e15), ([1e300, 3e300], 2e300),
        ([.greatestFiniteMagnitude, .greatestFiniteMagnitude], .greatestFiniteMagnitude),
    ])
    func averagesKeepTheDecimalsOfTheValues(values: [Double], average: Double) {
        #expect(PersonalBests.average(values) == average)
    }

    @Test(arguments: [
        (92.5, "92.5"), (7, "7"), (0, "0"), (-0.0, "0"), (0.333, "0.333"), (1e20, "1e+20"),
    ])
    func valuesAreWrittenShort(value: Double, text: String) {
        #expect(MetricValue.text(value) == text)
    }
}
