/// Deletes several of the caller's interactions as one operation, which one undo takes back. If one
/// of them cannot be deleted, none is.
public enum DeleteInteractions: Operation {
    public static let definition = OperationDefinition(
        "interactions.deleteMany", of: .interactions, .write, DeleteInteraction.access,
        "Delete several interactions at once; one undo restores all of them",
        failureText: "Failed to delete the interactions",
        http: .post("/interactions/delete-many"))

    /// The most interactions that are deleted at once.
    public static let idsMax = 500

    /// The texts of refusals.
    public enum Refusal {
        static let nothing = "Please choose interactions"
        static let malformed = "Interactions must be given by their ids"
        /// More than `idsMax` ids.
        public static let tooMany = "At most \(idsMax) interactions can be deleted at a time"

        /// Some of the records are not there, or not the caller's.
        public static func missing(_ missing: Int, of all: Int) -> String {
            "\(missing) of \(CountedNoun.text(all, "interactions")) \(missing == 1 ? "is" : "are") "
                + "not among yours, so nothing was deleted"
        }
    }

    /// The interactions to delete.
    @JSONObject
    public struct Request: OperationRequest {
        /// The ids, 1 to `idsMax`; one that stands there twice counts once.
        public var ids: FormField<[String]>

        public init(ids: [InteractionID]) {
            self.ids = FormField(ids.map(\.text))
        }

        public func validated() throws(ServiceError) -> Input {
            guard !ids.isMalformed else { throw .invalid("ids", Refusal.malformed) }
            guard let texts = ids.value, !texts.isEmpty else {
                throw .invalid("ids", Refusal.nothing)
            }
            guard texts.count <= idsMax else { throw .invalid("ids", Refusal.tooMany) }
            var seen: Set<InteractionID> = []
            var found: [InteractionID] = []
            for text in texts {
                guard let id = InteractionID(text: text) else {
                    throw .invalid("ids", Refusal.malformed)
                }
                if seen.insert(id).inserted { found.append(id) }
            }
            return Input(ids: found)
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        /// The ids, each once.
        public let ids: [InteractionID]
    }

    public typealias Response = DeleteInteraction.Response
}
