import Contracts

/// What the catalogue says of a school that changes from season to season.
struct SchoolFacts: Hashable, Sendable {
    var division: Division?
    var conference: String?
}
