import Testing

@testable import Base

@Suite struct FlooredQuotientTests {
    @Test(
        arguments: [
            (0, 0), (1, 0), (999, 0), (1_000, 1), (-1, -1), (-999, -1), (-1_000, -1), (-1_001, -2),
            (.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
        ] as [(Int64, Int64)])
    func theQuotientIsRoundedDown(number: Int64, quotient: Int64) {
        #expect(number.flooredQuotient(by: 1_000) == quotient)
    }
}
