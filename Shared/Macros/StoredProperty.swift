import SwiftSyntax

/// A property of a struct as a macro sees it.
struct StoredProperty {
    let name: String
    let type: String
    /// The expression of its initial value, if any.
    let initialValue: String?
    /// The key in JSON: that of its `@Key`, or else its name in snake case.
    let key: String
    /// The arguments of its `@Field`, if any.
    let fieldArguments: String?
    let isVariable: Bool
    /// Whether it has `@OmittedIfNil`.
    let isOmittedIfNil: Bool

    /// The default value of its parameter in a memberwise initializer: its initial value, or nil
    /// for optional variables, as in Swift's own initializers.
    var defaultValue: String? {
        initialValue ?? (isVariable && type.hasSuffix("?") ? "nil" : nil)
    }

    /// The type of the value that a `FormField` contains; nil for other types.
    var fieldValue: String? {
        guard type.hasPrefix("FormField<"), type.hasSuffix(">") else { return nil }
        return String(type.dropFirst("FormField<".count).dropLast())
    }
}

extension StoredProperty {
    /// The stored properties of a struct in the order of declaration.
    static func all(of declaration: StructDeclSyntax) throws -> [StoredProperty] {
        try variables(of: declaration).filter { !$0.isComputed }.map(StoredProperty.init)
    }

    /// The computed properties that are marked with `@Written`.
    static func written(of declaration: StructDeclSyntax) throws -> [StoredProperty] {
        try variables(of: declaration).filter { $0.isComputed && $0.attribute("Written") != nil }
            .map(StoredProperty.init)
    }

    private static func variables(of declaration: StructDeclSyntax) -> [VariableDeclSyntax] {
        declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter { !$0.modifiers.contains { $0.name.text == "static" } }
    }

    private init(_ variable: VariableDeclSyntax) throws {
        guard let binding = variable.bindings.first, variable.bindings.count == 1,
            let type = binding.typeAnnotation?.type.trimmedDescription
                ?? binding.initializer?.value.literalType
        else {
            throw MacroMisuse("'\(variable.trimmedDescription)' must declare one property, typed")
        }
        name = binding.pattern.trimmedDescription
        self.type = type
        initialValue = binding.initializer?.value.trimmedDescription
        key = try variable.attribute("Key").map(Self.text) ?? KeyName.snakeCase(name)
        fieldArguments = variable.attribute("Field")?.arguments?.trimmedDescription
        isVariable = variable.bindingSpecifier.text == "var"
        isOmittedIfNil = variable.attribute("OmittedIfNil") != nil
        if initialValue != nil, !isVariable {
            throw MacroMisuse("'\(name)' must be a variable, because it has an initial value")
        }
    }

    /// The text in the parentheses of `@Key("…")`.
    private static func text(of attribute: AttributeSyntax) throws -> String {
        guard let argument = attribute.arguments?.as(LabeledExprListSyntax.self)?.first,
            let literal = argument.expression.as(StringLiteralExprSyntax.self),
            literal.segments.count == 1,
            let text = literal.segments.first?.as(StringSegmentSyntax.self)?.content.text
        else {
            throw MacroMisuse("'\(attribute.trimmedDescription)' must contain a plain string")
        }
        return text
    }
}

extension ExprSyntax {
    /// The type that Swift infers for a literal; nil for other expressions.
    fileprivate var literalType: String? {
        switch kind {
        case .booleanLiteralExpr: "Bool"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        default: nil
        }
    }
}

extension VariableDeclSyntax {
    fileprivate var isComputed: Bool { bindings.contains { $0.accessorBlock != nil } }

    fileprivate func attribute(_ name: String) -> AttributeSyntax? {
        attributes.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.trimmedDescription == name }
    }
}
