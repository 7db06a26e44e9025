import Contracts
import Foundation

/// A response of `interactions.list`, parsed as plain JSON.
struct ListAnswer {
    let object: [String: Any]
    let rows: [[String: Any]]

    init(_ json: [UInt8]) throws {
        let root = try JSONSerialization.jsonObject(with: Data(json))
        object = root as? [String: Any] ?? [:]
        rows = object["interactions"] as? [[String: Any]] ?? []
    }

    /// The differences from the expected page. Only the first `first` records are compared in full.
    func differences(
        from page: ListOracle.Page, records: [String: String], first: Int = .max
    ) throws -> [String] {
        var found: [String] = []
        func compare(_ what: String, _ got: some Equatable, _ wanted: some Equatable) {
            if "\(got)" != "\(wanted)" { found.append("\(what): \(got), not \(wanted)") }
        }
        let figures = object["analytics"] as? [String: Int] ?? [:]
        let wanted = [
            "total": page.figures.total, "outbound": page.figures.outbound,
            "inbound": page.figures.inbound, "this_week": page.figures.thisWeek,
        ]
        for name in Set(figures.keys).union(wanted.keys).sorted() {
            compare(name, figures[name] ?? -1, wanted[name] ?? -1)
        }
        let ids = rows.map { $0["id"] as? String ?? "" }
        if ids != page.ids {
            found.append("\(ids.count) rows, not \(page.ids.count), or in another order")
            found.append("first difference at \(Self.firstDifference(ids, page.ids))")
        }
        compare(
            "has_active_filters", object["has_active_filters"] as? Bool ?? false,
            page.hasActiveFilters)
        let chips = object["active_filters"] as? [[String: Any]] ?? []
        compare(
            "active_filters", chips.map { $0["name"] as? String ?? "" },
            page.activeFilterNames)
        compare("title", object["title"] as? String ?? "", page.title)
        let options = (object["logged_by_options"] as? [[String: String]])?
            .map { "\($0["id"] ?? "") \($0["label"] ?? "")" }
        compare("logged_by_options", options, page.loggedByOptions)
        for row in rows.prefix(first) {
            guard let record = records[row["id"] as? String ?? ""] else { continue }
            let got = try canonical(row)
            if got != record { found.append("record \(got)\n      not \(record)") }
        }
        return found
    }

    private static func firstDifference(_ left: [String], _ right: [String]) -> String {
        let index =
            zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(left.count, right.count)
        func at(_ list: [String]) -> String { index < list.count ? list[index] : "the end" }
        return "\(index): \(at(left)), not \(at(right))"
    }
}
