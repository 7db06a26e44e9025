import Contracts
import HTTP
import ServiceKit

/// The keys of the calls that one form makes. They follow from the form's own, so that a form that
/// is sent twice at once stores once.
struct FormKeys {
    private let key: IdempotencyKey
    private var count = 0

    /// The keys of a form that changes something.
    init(following key: IdempotencyKey) { self.key = key }

    /// The keys of calls that prepare a change. They follow from the whole form, which a reader who
    /// goes back may send once more with something else in it.
    init(following key: IdempotencyKey, _ form: FormItems) {
        var text = key.text
        for item in form.all {
            text += "\n\(item.name.utf8.count) \(item.name) \(item.value.utf8.count) \(item.value)"
        }
        self.init(following: IdempotencyKey(hashing: Array(text.utf8)))
    }

    /// Those of a form that stores nothing.
    static var random: FormKeys { FormKeys(following: .random()) }

    mutating func next() -> IdempotencyKey {
        count += 1
        return self[count]
    }

    /// The key at a place, counted from 1; the keys of a page's other forms follow its own.
    subscript(place: Int) -> IdempotencyKey {
        IdempotencyKey(high: ~key.high, low: key.low &+ UInt64(place))
    }
}
