/// Makes a struct a JSON object: adds `CodingKeys` with the names of its stored properties in snake
/// case and, unless the struct declares an initializer other than `init(from:)`, a memberwise one.
/// An `OperationRequest` also gets its `fieldNames`.
///
/// The struct also conforms to `Codable`, `JSONWritable` and `Sendable`, but a request only to
/// `Codable` and `Sendable`. A struct whose declaration lists `Codable`, `Encodable` or `Decodable`
/// conforms to nothing that is not listed.
///
/// Initial values of properties become default values of parameters, and a parameter for a
/// `FormField` takes the field's value. As in Swift's own initializers, optional variables are nil
/// by default.
///
/// Properties with `@Field` are listed in `fields`. A struct whose declaration lists
/// `JSONReadable` or `FlatFormRequest` gets what the protocol requires, as does one that is
/// `JSONWritable`.
///
/// - Parameter nulls: Whether absent values are written as `null` rather than omitted.
@attached(
    member, names: named(CodingKeys), named(WrittenKeys), named(init), named(fieldNames),
    named(encode), named(fields), named(write))
@attached(extension, conformances: Codable, JSONWritable, Sendable)
public macro JSONObject(nulls: Bool = false) =
    #externalMacro(module: "Macros", type: "JSONObjectMacro")

/// Names the JSON key of a property, where it is not the property's name in snake case.
@attached(peer)
public macro Key(_ name: String) = #externalMacro(module: "Macros", type: "MarkerMacro")

/// Includes a computed property when a `JSONObject` is written. Such objects write absent values
/// as `null`.
@attached(peer)
public macro Written() = #externalMacro(module: "Macros", type: "MarkerMacro")

/// Leaves out an absent value in a `JSONObject` that writes the others as `null`: for properties
/// that few records have.
@attached(peer)
public macro OmittedIfNil() = #externalMacro(module: "Macros", type: "MarkerMacro")

/// Declares a property that people fill in.
///
/// - Parameters:
///   - kind: How the values are validated; see `FieldKind`.
///   - help: What the property is, for people.
///   - label: What stands beside the field on a page; by default `help`.
///   - flag: The name of the command line's flag; by default the key with hyphens.
///   - placeholder: The placeholder for the flag's value in help.
///   - columns: Other names of the column in people's files: only letters and digits, in lower
///     case.
@attached(peer)
macro Field<Value>(
    _ kind: FieldKind<Value>, _ help: String, label: String? = nil, flag: String? = nil,
    placeholder: String = "TEXT", columns: String...
) = #externalMacro(module: "Macros", type: "MarkerMacro")

/// Declares a property that people fill in, as records of several kinds do.
@attached(peer)
macro Field<Value: Encodable & Sendable>(_ field: SharedField<Value>) =
    #externalMacro(module: "Macros", type: "MarkerMacro")
