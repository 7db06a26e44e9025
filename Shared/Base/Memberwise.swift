/// Adds a memberwise initializer with the access level of the struct. Initial values of properties
/// become default values of parameters.
///
/// - Parameter labels: Whether all parameters have the names of their properties as labels. Those
///   with default values always have.
@attached(member, names: named(init))
public macro Memberwise(labels: Bool = true) =
    #externalMacro(module: "Macros", type: "MemberwiseMacro")
