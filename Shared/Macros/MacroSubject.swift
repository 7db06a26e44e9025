import SwiftSyntax
import SwiftSyntaxBuilder

/// The struct to which a macro is attached.
struct MacroSubject {
    let declaration: StructDeclSyntax
    /// The access level of the struct as a prefix of its members: `public ` or nothing.
    let access: String

    /// Throws unless the macro is attached to a struct.
    init(_ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax) throws {
        guard let subject = declaration.as(StructDeclSyntax.self) else {
            throw MacroMisuse("'\(attribute.trimmedDescription)' can only be attached to a struct")
        }
        self.declaration = subject
        let isPublic = subject.modifiers.contains { $0.name.text == "public" }
        access = isPublic ? "public " : ""
    }

    /// An initializer with a parameter for each property. The parameter of a form field takes its
    /// value, or nil, the default, for an absent field. Unless `isLabelled`, only the parameters
    /// with default values have labels.
    func memberwiseInitializer(
        _ properties: [StoredProperty], isLabelled: Bool = true
    ) -> DeclSyntax {
        let parameters = properties.map { property in
            let name = property.name
            if let value = property.fieldValue { return "\(name): \(value)? = nil" }
            guard let defaultValue = property.defaultValue else {
                return "\(isLabelled ? "" : "_ ")\(name): \(property.type)"
            }
            return "\(name): \(property.type) = \(defaultValue)"
        }
        let assignments = properties.map { property in
            let isField = property.fieldValue != nil
            return "self.\(property.name) = "
                + (isField ? "FormField(\(property.name))" : property.name)
        }
        return """
            \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {
                \(raw: assignments.joined(separator: "\n"))
            }
            """
    }
}

extension AttributeSyntax {
    /// Whether the attribute has an argument with this label and this value.
    func says(_ label: String, _ value: String) -> Bool {
        arguments?.as(LabeledExprListSyntax.self)?.contains {
            $0.label?.text == label && $0.expression.trimmedDescription == value
        } ?? false
    }
}
