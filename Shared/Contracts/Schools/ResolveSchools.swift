/// Limits of the names that `ResolveSchools` looks up.
public enum SchoolNameLimit {
    /// The maximum number of names in a request.
    public static let namesMax = 250
    /// The length of a name after trimming, in characters.
    public static let nameLength = 1...255
    /// The maximum number of schools listed for one name.
    public static let candidatesMax = 8
}

/// Says which school each of several names means: one that the family follows, or one of the
/// national catalogue.
///
/// A name is looked up by what schools are called: their names, usual short names, initials, web
/// sites and the family's own names, without case, accents, punctuation, "University" and the like.
/// Only a whole name is certain, and only if no other school has it.
public enum ResolveSchools: Operation {
    public static let definition = OperationDefinition(
        "schools.resolve", of: .coaches, .read, .members,
        "Find the schools that names mean", http: .post("/schools/resolve"))

    /// A name as it is written.
    @JSONObject
    public struct Name: Hashable {
        public var name: String
        /// The two letters of the state, if it is known. They decide between schools of one name.
        public var state: String?
    }

    /// The names to look up.
    @JSONObject
    public struct Request: OperationRequest {
        /// The names, at most `SchoolNameLimit.namesMax`.
        public var names: [Name]

        public func validated() throws(ServiceError) -> Request {
            guard (1...SchoolNameLimit.namesMax).contains(names.count) else {
                throw .invalid("names", "Expected 1 to \(SchoolNameLimit.namesMax) names")
            }
            var (request, errors) = (self, FieldErrors())
            for index in names.indices {
                let name = names[index].name.trimmed
                if !SchoolNameLimit.nameLength.contains(name.count) {
                    errors.refuse(
                        "names",
                        "Name \(index + 1) must have 1 to "
                            + "\(SchoolNameLimit.nameLength.upperBound) characters")
                }
                let state = errors.optionalState(FormField(names[index].state), named: "state")
                request.names[index] = Name(name: name, state: state)
            }
            try errors.throwIfAny()
            return request
        }
    }

    /// A school that may be meant.
    @JSONObject
    public struct Candidate: Hashable {
        /// The school's id, if the family follows it.
        public var schoolID: SchoolID?
        /// The school's id in the national catalogue, if it is from there.
        public var catalogueID: String?
        /// The family's name of the school, or else the official one.
        public var name: String
        /// The usual short name.
        public var shortName: String?
        public var city: String?
        /// The two letters of the state.
        public var state: String?
        public var division: Division?
    }

    /// What a name means.
    @JSONObject
    public struct Resolved: Hashable {
        /// Whether it means exactly one school, the first candidate.
        public var certain: Bool
        /// The schools that may be meant, at most `SchoolNameLimit.candidatesMax`: those that the
        /// family follows, then the one that is usually meant, then the others. If no school has
        /// the name, those with the most similar names; empty if there are none either.
        public var candidates: [Candidate]
    }

    /// What the names mean.
    @JSONObject
    public struct Response {
        /// One result for each name, in the same order.
        public var schools: [Resolved]
    }
}
