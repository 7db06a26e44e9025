import SwiftSyntax
import SwiftSyntaxMacros

/// Expands `@Key`, `@Written`, `@OmittedIfNil` and `@Field` to nothing: the macro of the struct
/// reads them.
enum MarkerMacro: PeerMacro {
    static let formatMode = FormatMode.disabled

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
