/// Saves the filters of a list under a name, for the caller or for all members of the family. A
/// filter of the caller's with the same name for the same list is replaced.
public enum SaveView: Operation {
    public static let definition = OperationDefinition(
        "views.save", of: .identity, .write, .members, "Save the filters of a list under a name")

    /// The texts of refusals.
    enum Refusal {
        static let list =
            "List must be one of " + ViewedList.allCases.map(\.rawValue).joined(separator: ", ")
        static let name =
            "Name must be \(SavedViewLimit.nameLength.lowerBound) to "
            + "\(SavedViewLimit.nameLength.upperBound) characters"
        static let nothing = "Please choose a filter to save"
        static let malformed = "Filters must be given as flags with their values"
    }

    /// The list, the name and the filters.
    @JSONObject
    public struct Request: OperationRequest {
        /// One of `ViewedList`.
        public var list: FormField<String>
        public var name: FormField<String>
        /// At least one filter.
        public var filters: FormField<[SavedFilter]>
        /// Whether all members of the family may use it; they may not by default.
        public var isShared: FormField<Bool>

        public init(list: ViewedList, name: String, filters: [SavedFilter], isShared: Bool = false)
        {
            self.list = FormField(list.rawValue)
            self.name = FormField(name)
            self.filters = FormField(filters)
            self.isShared = FormField(isShared)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let list: ViewedList? = errors.requiredWord(list, named: "list", Refusal.list)
            let name = errors.requiredText(
                name, named: "name", length: SavedViewLimit.nameLength, Refusal.name)
            let isShared = errors.optionalMark(isShared, named: "is_shared") ?? false
            var chosen: [SavedFilter] = []
            if filters.isMalformed {
                errors.refuse("filters", Refusal.malformed)
            } else if let given = filters.value, !given.isEmpty {
                do {
                    chosen = try list?.normalized(given) ?? []
                } catch {
                    errors.refuse("filters", error.message)
                }
            } else {
                errors.refuse("filters", Refusal.nothing)
            }
            // The standard order alone selects nothing.
            if list != nil, chosen.isEmpty { errors.refuse("filters", Refusal.nothing) }
            try errors.throwIfAny()
            return Input(
                list: list ?? .interactions, name: name, filters: chosen,
                isShared: isShared)
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        public let list: ViewedList
        public let name: String
        /// The filters in the order of the list.
        public let filters: [SavedFilter]
        public let isShared: Bool
    }

    /// The saved filter.
    @JSONObject
    public struct Response {
        public var view: SavedView
        /// Whether it took the place of an earlier one with this name.
        public var replaced: Bool
    }
}

/// Lists the caller's saved filters and those that other members of the family share.
public enum ListViews: Operation {
    public static let definition = OperationDefinition.list(
        "views", of: .identity, "List your saved filters and those shared in the family")

    /// The list that the filters are of; all lists by default.
    @JSONObject
    public struct Request: OperationRequest {
        /// One of `ViewedList`.
        public var list: FormField<String>

        public init(list: ViewedList? = nil) {
            self.list = FormField(list?.rawValue)
        }

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(list: $0.optionalWord(list, named: "list", SaveView.Refusal.list))
            }
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        /// The only list whose filters are wanted; nil for all.
        public let list: ViewedList?
    }

    /// The saved filters.
    @JSONObject
    public struct Response {
        /// Those of each list together, the caller's own before those of others, by name.
        public var views: [SavedView]
    }
}

/// Removes one of the caller's saved filters.
public enum RemoveView: Operation {
    public static let definition = OperationDefinition(
        "views.remove", of: .identity, .write, .members, "Remove one of your saved filters")

    public typealias Request = RecordRequest<SavedViewTag>

    public typealias Response = Removed<SavedView>
}
