/// Changes an interaction that the caller logged; fails if its version has changed in the meantime.
public enum EditInteraction: Operation {
    public static let definition = OperationDefinition.edit(
        "interactions", of: .interactions, "Change an interaction")

    /// The warning about answers that no longer apply (D-12).
    public static let answersDropped =
        "Interest answers are for inbound contacts with a positive sentiment; they were removed"

    /// The form. Fields that are absent stay as they are.
    public struct Request: OperationRequest {
        public var id: FormField<String>
        /// The version that the edit is based on.
        public var version = FormField<Int>(nil)
        /// The keys of the properties to clear. Blank text clears an optional property too.
        public var clear = FormField<[String]>(nil)
        public var fields = CreateInteraction.Request()

        /// Creates a form whose other fields are absent.
        public init(id: InteractionID, version: Int? = nil) {
            self.id = FormField(id.text)
            self.version = FormField(version)
        }

        public static var fieldNames: [String] {
            [FieldKey.id, .version, .clear].map(\.stringValue)
                + CreateInteraction.Request.fieldNames
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: FieldKey.self)
            id = try container.decode(FormField<String>.self, forKey: .id)
            version = try container.decode(FormField<Int>.self, forKey: .version)
            clear = try container.decode(FormField<[String]>.self, forKey: .clear)
            fields = try CreateInteraction.Request(from: decoder)
        }

        public func encode(to encoder: any Encoder) throws {
            try fields.encode(to: encoder)
            var container = encoder.container(keyedBy: FieldKey.self)
            try container.encode(id, forKey: .id)
            try container.encode(version, forKey: .version)
            try container.encode(clear, forKey: .clear)
        }

        public func validated() throws(ServiceError) -> InteractionEdit {
            try FieldErrors.check { errors in
                let id: InteractionID = errors.requiredIdentifier(
                    id, named: FieldKey.id.stringValue, InteractionTag.refusal)
                let version = errors.optionalVersion(version, named: FieldKey.version.stringValue)
                let cleared = errors.cleared(clear, of: InteractionEdit.clearable)
                return InteractionEdit(
                    id: id, version: version, fields, cleared: cleared, &errors)
            }
        }
    }

    /// The interaction as stored, with the changed fields.
    @JSONObject
    public struct Response {
        public var interaction: Interaction
        /// The fields whose values changed. If there are none, the interaction keeps its version.
        public var changes: [FieldChange]
        /// What was omitted and why, and what is probably a mistake; usually empty.
        public var warnings: [String]
    }
}
