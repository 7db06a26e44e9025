@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The macros of Contracts, which the compiler looks up by type name.
private struct Macros: PluginProvider {
    private let macros: [any Macro.Type] = [
        JSONObjectMacro.self, MemberwiseMacro.self, MarkerMacro.self,
    ]
    let features: [PluginFeature] = []

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let macro = macros.first(where: { "\($0)" == typeName }) else {
            throw MacroMisuse("there is no macro \(moduleName).\(typeName)")
        }
        return macro
    }

    func loadPluginLibrary(libraryPath: String, moduleName: String) throws {
        throw MacroMisuse("this plugin loads no libraries")
    }
}

// The compiler starts this program and sends it the declarations to expand.
try CompilerPluginMessageListener(
    connection: StandardIOMessageConnection(), provider: Macros()
).main()
