/// Adds a memberwise initializer with the access level of the struct. Initial values of properties
/// become default values of parameters.
@attached(member, names: named(init))
public macro Memberwise() = #externalMacro(module: "Macros", type: "MemberwiseMacro")
