/// The form for adding or editing a school. With a catalogue id, the catalogue supplies the absent
/// fields.
public typealias SchoolForm = RecordForm<School>

public typealias SchoolInput = RecordInput<School>

extension RecordForm<School> {
    /// Creates a form whose other fields are absent.
    public init(catalogueID: String? = nil, name: String? = nil) {
        self.init([\.catalogueID: catalogueID, \.name: name])
    }
}
