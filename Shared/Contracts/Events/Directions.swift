extension Event {
    /// Where it is, on one line: location, address, city and state, those that are known. None is
    /// known of an event that shows no section for its place (EV-07, U-20). A location that only
    /// says the city is not said twice.
    public var placeText: String? {
        let parts = [ownLocation, address, cityText].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The map's way there (EV-08): only where an address or a city is known (U-20), since a name
    /// alone may be anywhere.
    public var directionsURL: String? {
        let isKnown = [address, city].contains { $0?.isEmpty == false }
        guard isKnown else { return nil }
        let parts = [address == nil ? ownLocation : nil, address, cityText]
        let place = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        return "https://www.google.com/maps/dir/?api=1&destination=" + Self.encoded(place)
    }

    /// The location, unless it only says the city.
    private var ownLocation: String? { location == cityText ? nil : location }

    private var cityText: String? {
        let parts = [city, state].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// A text as a value in an address's query: only unreserved characters stay (RFC 3986, 2.3).
    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, octet in
            output +=
                unreserved.contains(octet)
                ? String(UnicodeScalar(octet)) : CalendarLine.percentEncoded(octet)
        }
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
