import Testing

@testable import Base

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("list", "list", 0), ("lits", "list", 1), ("lst", "list", 1), ("", "abc", 3),
        ("abc", "", 3), ("kitten", "sitting", 3), ("abcd", "badc", 2),
    ])
    func countsEditsAndSwaps(left: String, right: String, distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }

    @Test func suggestsWithinTwoEditsAndNoFurther() {
        #expect(EditDistance.suggestions(for: "interacton", among: ["interactions"]) != [])
        #expect(EditDistance.suggestions(for: "interact", among: ["coaches"]) == [])
        #expect(
            EditDistance.suggestions(for: "schols", among: ["schools", "shows"]).first == "schools")
        #expect(EditDistance.suggestions(for: "xx", among: ["dm", "ab"]) == [])
        #expect(
            EditDistance.suggestions(for: String(repeating: "a", count: 65), among: ["a"]) == [])
    }
}
