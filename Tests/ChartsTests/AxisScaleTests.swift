import Testing

@testable import Charts

@Suite struct AxisScaleTests {
    @Test(arguments: [
        ([3.0, 9.0], [0, 2, 4, 6, 8, 10]), ([1], [0, 0.5, 1]), ([0, 0], [0, 0.5, 1]),
        ([], [0, 0.5, 1]),
        ([-4, 6], [-5, 0, 5, 10]), ([42], [0, 10, 20, 30, 40, 50]),
    ])
    func aLinearAxisGoesFromRoundToRound(values: [Double], ticks: [Double]) {
        let scale = AxisScale(.linear, holding: values)
        #expect(scale.ticks.map { ($0 * 1_000).rounded() / 1_000 } == ticks)
        for value in values { #expect(scale.share(of: value) != nil) }
    }

    @Test func aLogarithmicAxisHoldsPowersOfTen() {
        let scale = AxisScale(.logarithmic, holding: [0.3, 40, 0, -1])
        #expect((scale.lower * 1_000).rounded() == 100 && (scale.upper).rounded() == 100)
        #expect(scale.share(of: 0) == nil && scale.share(of: -1) == nil)
        #expect(abs((scale.share(of: 1) ?? 0) - 1 / 3) < 1e-9)
        #expect(scale.ticks.count == 10)
        #expect(AxisScale(.logarithmic, holding: []).ticks == [1, 2, 5, 10])
    }

    @Test(arguments: [AxisScale.Kind.linear, .logarithmic])
    func noValueMakesAnAxisFail(kind: AxisScale.Kind) {
        let odd: [Double] = [
            .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, -0.0,
            -.greatestFiniteMagnitude,
        ]
        for first in odd {
            for second in odd {
                let scale = AxisScale(kind, holding: [first, second])
                #expect(scale.upper > scale.lower)
                #expect((1...AxisScale.ticksMax * 3).contains(scale.ticks.count))
                for value in odd {
                    if let share = scale.share(of: value) { #expect((0...1).contains(share)) }
                }
            }
        }
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (0.5, "0.5"), (12.34, "12.3"), (1_234, "1234"), (12_340, "12.3 k"),
        (2_000_000, "2 M"), (3.2e9, "3.2 G"), (0.001, "0.001"), (-4.256, "-4.26"), (.nan, ""),
        (1e-7, "1e-07"), (1e300, "1e+300"),
    ])
    func valuesAreShort(value: Double, text: String) {
        #expect(ValueText.short(value) == text)
    }
}
