public import Contracts

extension RecordForm {
    /// The form that edits a record. The version is only checked if it is given.
    public init(
        editing record: Record, _ version: Int? = nil, _ change: (inout RecordForm) -> Void
    ) {
        self.init()
        id = FormField(record.id.text)
        self.version = FormField(version)
        change(&self)
    }
}
