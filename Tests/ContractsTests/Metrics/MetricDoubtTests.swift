import Contracts
import Testing

// N-63
@Suite struct MetricDoubtTests {
    @Test(arguments: MetricKind.allCases)
    func knownTypesRaiseNoDoubt(kind: MetricKind) {
        #expect(MetricDoubt.newType(kind.rawValue, besides: []) == nil)
    }

    @Test(arguments: [
        ("exit-velo", "exit_velo (Exit Velocity)"), ("Exit Velocity", "exit_velo (Exit Velocity)"),
        ("pop tme", "pop_time (Pop Time)"), ("fastball", "velocity (Fastball Velocity)"),
        ("grip strenght", "grip strength"),
    ])
    func aNearMissNamesWhatIsMeant(typed: String, meant: String) {
        #expect(
            MetricDoubt.newType(typed, besides: ["grip strength"])
                == "\"\(typed)\" is a new type of metric. Did you mean \(meant)?")
    }

    @Test func anyOtherNewTypeIsNamedOnce() {
        #expect(
            MetricDoubt.newType("vertical_jump", besides: [])
                == "\"vertical_jump\" is a new type of metric.")
        #expect(MetricDoubt.newType("vertical_jump", besides: ["vertical_jump"]) == nil)
    }

    @Test(arguments: [
        ("velocity", 30, 110), ("exit_velo", 30, 130), ("sixty_time", 5.5, 12),
        ("pop_time", 1.5, 4), ("batting_avg", 0, 1), ("era", 0, 50), ("strikeouts", 0, 500),
    ])
    func valuesAreUsualUpToBothLimits(type: String, least: Double, most: Double) throws {
        let kind = try #require(MetricKind(rawValue: type))
        func doubt(_ value: Double) -> String? {
            MetricDoubt.unusualValue(of: type, value, kind.unit)
        }
        #expect(doubt(least) == nil && doubt(most) == nil)
        #expect(doubt(least.nextDown) != nil && doubt(most.nextUp) != nil)
        #expect(MetricDoubt.unusualValue(of: type, 100_000, "furlong") == nil)
    }

    @Test func theWarningSaysWhatIsUsual() {
        #expect(
            MetricDoubt.unusualValue(of: "velocity", 925, "mph")
                == "925 mph is unusual for Fastball Velocity: it is 30 to 110 as a rule.")
        #expect(MetricDoubt.unusualValue(of: "other", 1e9, "unit") == nil)
        #expect(MetricDoubt.unusualValue(of: "grip", 1e9, "unit") == nil)
    }
}
