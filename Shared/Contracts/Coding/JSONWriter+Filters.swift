extension JSONWriter {
    /// Writes the active filters of a list reply, with the same bytes as
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
