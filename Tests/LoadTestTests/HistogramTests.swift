import Testing

@testable import LoadTest

@Suite("Histogram")
struct HistogramTests {
    /// Durations of every size, as a load test brings them.
    private func samples(_ count: Int, seed: UInt64) -> [Int] {
        var numbers = SeededSequence(seed: seed)
        return (0..<count).map { _ in
            let bits = numbers.below(26)
            return min(numbers.below(1 << bits) + 1, Histogram.microsecondsMax)
        }
    }

    @Test
    func everyDurationKeepsThreeDigits() {
        for value in samples(20_000, seed: 1) + [0, 1, 2_047, 2_048, 2_049, 59_999_999, 60_000_000]
        {
            let bounds = Histogram.bounds(of: Histogram.bucket(of: value))
            #expect(bounds.contains(value))
            #expect(Double(bounds.upperBound - bounds.lowerBound) <= Double(value) / 1_000)
        }
    }

    @Test
    func bucketsFollowOneAnotherWithoutGaps() {
        var next = 0
        for bucket in 0...Histogram.bucket(of: Histogram.microsecondsMax) {
            let bounds = Histogram.bounds(of: bucket)
            #expect(bounds.lowerBound == next)
            next = bounds.upperBound + 1
        }
        #expect(next > Histogram.microsecondsMax)
    }

    @Test
    func longestDurationIsSixtySeconds() {
        var histogram = Histogram()
        histogram.record(Histogram.microsecondsMax)
        histogram.record(Histogram.microsecondsMax + 1)
        histogram.record(.max)
        histogram.record(-1)
        #expect(histogram.max == 60_000_000)
        #expect(histogram.min == 0)
        #expect(histogram.count == 4)
        #expect(histogram.counts.last == 3)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func percentilesAreThoseOfTheSortedDurations(seed: UInt64) {
        let values = samples(5_000, seed: seed)
        var histogram = Histogram()
        for value in values { histogram.record(value) }
        let sorted = values.sorted()
        for percentile in [0, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100] {
            let rank = max(1, Int(percentile * Double(sorted.count) / 100 + 0.5))
            let exact = sorted[rank - 1]
            let told = histogram.percentile(percentile)
            #expect(told >= exact)
            #expect(Double(told - exact) <= Double(exact) / 1_000)
        }
        #expect(histogram.sum == values.reduce(0, +))
    }

    @Test(arguments: [UInt64(6), 7, 8])
    func histogramsOfPartsAddUpToThatOfAll(seed: UInt64) {
        let values = samples(3_000, seed: seed)
        var whole = Histogram()
        var parts = [Histogram(), Histogram(), Histogram()]
        for (place, value) in values.enumerated() {
            whole.record(value)
            parts[place % 3].record(value)
        }
        var sum = Histogram()
        for part in parts + [Histogram()] { sum.add(part) }
        #expect(sum == whole)
    }

    @Test
    func nothingHasNoPercentiles() {
        let histogram = Histogram()
        #expect(histogram.percentile(99) == 0)
        #expect(histogram.mean == 0)
        #expect(histogram.deviation == 0)
        #expect(histogram.spectrum().isEmpty)
        #expect(histogram.count(over: 0) == 0)
    }

    @Test
    func spectrumRisesToAllOfThem() throws {
        var histogram = Histogram()
        for value in samples(10_000, seed: 9) { histogram.record(value) }
        let spectrum = histogram.spectrum()
        for (one, next) in zip(spectrum, spectrum.dropFirst()) {
            #expect(one.value <= next.value)
            #expect(one.percentile < next.percentile || next.percentile == 100)
            #expect(one.count <= next.count)
        }
        for point in spectrum {
            #expect(
                point.value == histogram.percentile(point.percentile) || point.percentile == 0
                    || Double(point.count) >= point.percentile / 100 * 10_000)
        }
        let last = try #require(spectrum.last)
        #expect(last.percentile == 100)
        #expect(last.count == 10_000)
    }

    @Test
    func textFormHasMillisecondsAndSums() {
        var histogram = Histogram()
        for value in [1_000, 2_000, 3_000, 4_000] { histogram.record(value) }
        let lines = histogram.hgrm().split(separator: "\n").map(String.init)
        #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
        #expect(lines[1] == "       1.000 0.000000000000          1           1.00")
        #expect(lines.contains("       4.001 1.000000000000          4"))
        #expect(lines.contains("#[Mean    =        2.500, StdDeviation   =        1.118]"))
        #expect(lines.contains("#[Max     =        4.001, Total count    =            4]"))
    }

    @Test
    func durationsOverALimitAreCounted() {
        var histogram = Histogram()
        for value in 1...100 { histogram.record(value) }
        #expect(histogram.count(over: 90) == 10)
        #expect(histogram.count(over: 100) == 0)
    }
}
