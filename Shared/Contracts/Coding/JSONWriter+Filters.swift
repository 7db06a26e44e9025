extension JSONWriter {
    /// Writes the filters in force as a list's answer has them: the octets of
    /// `JSONCoding.encode(filters)`.
    public mutating func filters(_ filters: [ActiveFilter]) {
        beginArray()
        for filter in filters {
            beginObject()
            key("label")
            string(filter.label)
            key("name")
            string(filter.name)
            key("value")
            string(filter.value)
            endObject()
        }
        endArray()
    }
}
