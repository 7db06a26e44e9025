extension Event {
    /// The location, address, city and state that are known, on one line. Nil for an event without
    /// any of them (EV-07, U-20). A location that only repeats the city is omitted.
    public var placeText: String? {
        let parts = [ownLocation, address, cityText].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The link to driving directions (EV-08). Nil without an address or a city (U-20), since a
    /// name alone is ambiguous.
    public var directionsURL: String? {
        let isKnown = [address, city].contains { $0?.isEmpty == false }
        guard isKnown else { return nil }
        let parts = [address == nil ? ownLocation : nil, address, cityText]
        let place = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        return "https://www.google.com/maps/dir/?api=1&destination=" + PercentEncoding.encode(place)
    }

    /// The location, unless it only repeats the city.
    private var ownLocation: String? { location == cityText ? nil : location }

    /// "Durham, NC", or the one that is known; nil for neither.
    public var cityText: String? {
        let parts = [city, state].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
