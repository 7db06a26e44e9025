import SwiftSyntax
import SwiftSyntaxMacros

/// Expands `@Memberwise`.
enum MemberwiseMacro: MemberMacro {
    static let formatMode = FormatMode.disabled

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let isLabelled = !node.says("labels", "false")
        let subject = try MacroSubject(declaration, node)
        let properties = try StoredProperty.all(of: subject.declaration)
        return [subject.memberwiseInitializer(properties, isLabelled: isLabelled)]
    }
}
