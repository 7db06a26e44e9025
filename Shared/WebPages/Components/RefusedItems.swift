import Contracts
import HTML

/// A part of a page's address that its list does not take.
struct RefusedItem: Hashable, Sendable {
    /// The most characters of the value on the page.
    static let valueShownMax = 40

    let name: String
    let value: String
    /// What is wrong, and what the list takes.
    let reason: String

    /// The part as the address has it; of one that is there several times the name.
    fileprivate var text: String {
        guard reason != RepeatedItem.refusal(of: name) else { return name }
        return "\(name)=\(value.shortened(to: Self.valueShownMax))"
    }
}

extension FilterForm {
    /// The parts of the address that an answer refuses, in the order of the page; empty if it
    /// failed for another reason.
    func refused(by error: ServiceError) -> [RefusedItem] {
        guard error.code == .validationFailed else { return [] }
        var items = request.values.compactMap { filter, value in
            error.errors[filter.rawValue].map {
                RefusedItem(name: filter.flagName, value: value, reason: $0)
            }
        }
        if let sort = request.sort.value, let reason = error.errors["sort"] {
            items.append(RefusedItem(name: "sort", value: sort, reason: reason))
        }
        return items
    }

    /// Whether a list refuses parts of the address.
    func isRefused<Rows>(by result: Result<Rows, ServiceError>) -> Bool {
        guard case .failure(let error) = result else { return false }
        return !refused(by: error).isEmpty
    }

    /// The filters without some parts of the address.
    func without(_ refused: [RefusedItem]) -> FilterForm {
        var kept = request
        for item in refused {
            if let filter = Filter.allCases.first(where: { $0.flagName == item.name }) {
                kept[filter] = nil
            } else {
                kept.sort = FormField(nil)
            }
        }
        return FilterForm(kept, controls)
    }
}

extension HTMLWriter {
    /// Writes the banner of a list whose address has parts that it does not take, with the way to
    /// the list without them.
    mutating func refusal(of items: [RefusedItem], without address: WebAddress) {
        banner(
            .bad, title: "Not valid: " + items.map(\.text).joined(separator: ", "),
            items.map { $0.reason + "." }.joined(separator: " "),
            action: (items.count == 1 ? "Leave it out" : "Leave them out", address))
    }
}
