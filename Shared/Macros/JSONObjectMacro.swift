import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@JSONObject`.
enum JSONObjectMacro: MemberMacro, ExtensionMacro {
    static let formatMode = FormatMode.disabled

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let subject = try MacroSubject(declaration, node)
        if subject.listsCoding { return [] }
        // The compiler codes only what the extension itself says, also for a request.
        let conformances = ["Codable", "Sendable"] + (subject.isRequest ? [] : ["JSONWritable"])
        return [
            try ExtensionDeclSyntax(
                "extension \(type): \(raw: conformances.joined(separator: ", ")) {}")
        ]
    }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let subject = try MacroSubject(declaration, node)
        let properties = try StoredProperty.all(of: subject.declaration)
        let written = try StoredProperty.written(of: subject.declaration)
        var members = [keys(properties, named: "CodingKeys")]
        if !subject.declaresInitializer {
            members.append(subject.memberwiseInitializer(properties))
        }
        if subject.isRequest, !subject.conforms(to: "ImportRow") {
            members.append(
                """
                \(raw: subject.access)static var fieldNames: [String] {
                    CodingKeys.allCases.map(\\.rawValue)
                }
                """)
        }
        let fields = properties.filter { $0.fieldArguments != nil }
        if !fields.isEmpty { members.append(list(fields, subject)) }
        if !written.isEmpty { members.append(keys(written, named: "WrittenKeys")) }
        let writesNulls = writesNulls(node) || !written.isEmpty
        if writesNulls { members.append(encode(properties, written, subject)) }
        if subject.isWritable {
            members.append(write(properties + written, nulls: writesNulls, subject))
        }
        if subject.conforms(to: "JSONReadable") { members.append(read(properties, subject)) }
        if subject.conforms(to: "FlatFormRequest") { members.append(try flatForm(properties)) }
        return members
    }

    private static func keys(_ properties: [StoredProperty], named name: String) -> DeclSyntax {
        let cases = properties.map { "case \($0.name) = \"\($0.key)\"" }
        return """
            enum \(raw: name): String, CodingKey, CaseIterable {
                \(raw: cases.joined(separator: "\n"))
            }
            """
    }

    /// The list of the properties with `@Field`.
    private static func list(_ fields: [StoredProperty], _ subject: MacroSubject) -> DeclSyntax {
        let record = subject.declaration.name.text
        let entries = fields.map {
            "RecordField(\"\($0.key)\", \\\(record).\($0.name), \($0.fieldArguments ?? ""))"
        }
        return """
            \(raw: subject.access)static let fields: [RecordField<\(raw: record)>] = [
                \(raw: entries.joined(separator: ",\n"))
            ]
            """
    }

    /// Returns `encode(to:)`. `encode`, unlike `encodeIfPresent`, writes nil as `null`.
    private static func encode(
        _ properties: [StoredProperty], _ written: [StoredProperty], _ subject: MacroSubject
    ) -> DeclSyntax {
        var lines = ["var container = encoder.container(keyedBy: CodingKeys.self)"]
        lines += properties.map { property in
            let call = property.isOmittedIfNil ? "encodeIfPresent" : "encode"
            return "try container.\(call)(\(property.name), forKey: .\(property.name))"
        }
        if !written.isEmpty {
            lines.append("var further = encoder.container(keyedBy: WrittenKeys.self)")
            lines += written.map { "try further.encode(\($0.name), forKey: .\($0.name))" }
        }
        return """
            \(raw: subject.access)func encode(to encoder: any Encoder) throws {
                \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    /// Returns `write(to:)`, which writes the members in the order of their keys.
    private static func write(
        _ properties: [StoredProperty], nulls: Bool, _ subject: MacroSubject
    ) -> DeclSyntax {
        let lines = properties.sorted { $0.key < $1.key }.map { property in
            let value = property.fieldValue == nil ? property.name : "\(property.name).value"
            let isOmitted =
                (!nulls || property.isOmittedIfNil) && property.type.hasSuffix("?")
                || property.fieldValue != nil
            return isOmitted
                ? "if let value = \(value) { json.member(\"\(property.key)\", value) }"
                : "json.member(\"\(property.key)\", \(value))"
        }
        return """
            \(raw: subject.access)func write(to json: inout JSONWriter) {
                json.beginObject()
                \(raw: lines.joined(separator: "\n"))
                json.endObject()
            }
            """
    }

    /// Returns `init(reading:)`, which reads the members in the order of their keys.
    private static func read(
        _ properties: [StoredProperty], _ subject: MacroSubject
    ) -> DeclSyntax {
        let lines = properties.sorted { $0.key < $1.key }.map { property in
            let call = property.type.hasSuffix("?") ? "memberIfPresent" : "member"
            return "\(property.name) = try json.\(call)(\"\(property.key)\", of: &object, bytes)"
        }
        return """
            \(raw: subject.access)init(
                reading json: inout JSONScanner, _ bytes: Span<UInt8>
            ) throws(JSONScanner.Unusual) {
                var object = try json.beginObject(bytes)
                \(raw: lines.joined(separator: "\n"))
                try json.endObject(&object, bytes)
            }
            """
    }

    /// The initializer of a `FlatFormRequest`.
    private static func flatForm(_ properties: [StoredProperty]) throws -> DeclSyntax {
        let readers = [
            "String": "text", "Int": "integer", "Bool": "truth", "[String]": "list",
        ]
        let lines = try properties.map { property in
            guard let reader = property.fieldValue.flatMap({ readers[$0] }) else {
                throw MacroMisuse("'\(property.name)' has a type that flat forms do not support")
            }
            return "\(property.name) = form.\(reader)(\"\(property.key)\")"
        }
        return """
            init(_ form: FlatForm) {
                \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    /// Whether the attribute is `@JSONObject(nulls: true)`.
    private static func writesNulls(_ attribute: AttributeSyntax) -> Bool {
        attribute.says("nulls", "true")
    }
}

extension MacroSubject {
    /// Whether the struct declares an initializer other than that of `Decodable`.
    fileprivate var declaresInitializer: Bool {
        declaration.memberBlock.members.contains { member in
            guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
            let label = initializer.signature.parameterClause.parameters.first?.firstName.text
            return label != "from"
        }
    }

    /// Whether the declaration lists a protocol of the standard library for coding, and so decides
    /// by itself what the struct conforms to.
    fileprivate var listsCoding: Bool {
        ["Codable", "Encodable", "Decodable"].contains(where: conforms)
    }

    /// Whether the struct is the body of a request, or a row in one.
    fileprivate var isRequest: Bool {
        ["OperationRequest", "FlatFormRequest", "WatchRequest", "ImportRow"].contains(
            where: conforms)
    }

    /// Whether the struct gets `write(to:)`.
    fileprivate var isWritable: Bool {
        conforms(to: "JSONWritable") || !listsCoding && !isRequest
    }

    fileprivate func conforms(to name: String) -> Bool {
        declaration.inheritanceClause?.inheritedTypes.contains {
            $0.type.trimmedDescription == name
        } ?? false
    }
}
