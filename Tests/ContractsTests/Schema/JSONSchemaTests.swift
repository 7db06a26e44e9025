import Testing

@testable import Contracts

@Suite struct JSONSchemaTests {
    private func text(_ schema: JSONSchema) throws -> String {
        try JSONCoding.encodedText(schema)
    }

    @Test func everyKindIsWrittenAsTheDraftWantsIt() throws {
        #expect(try text(.anything) == "{}")
        #expect(try text(.boolean) == #"{"type":"boolean"}"#)
        #expect(try text(.number) == #"{"type":"number"}"#)
        #expect(try text(.integers([7, 14])) == #"{"enum":[7,14],"type":"integer"}"#)
        #expect(
            try text(.nullable(.formatted("uuid")))
                == #"{"format":"uuid","type":["string","null"]}"#)
        #expect(
            try text(.nullable(.words(["a"]))) == #"{"enum":["a",null],"type":["string","null"]}"#)
        #expect(try text(.array(.text)) == #"{"items":{"type":"string"},"type":"array"}"#)
        #expect(
            try text(.map(.integer))
                == #"{"additionalProperties":{"type":"integer"},"type":"object"}"#)
        let object = JSONSchema.object(
            ["a": .init(.text, isRequired: true), "b": .init(.boolean, isRequired: false)],
            isClosed: false)
        let members =
            #""properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"#
            + #""required":["a"],"type":"object"}"#
        #expect(try text(object) == "{" + members)
        #expect(try text(object.closed) == #"{"additionalProperties":false,"# + members)
        #expect(object.closed.properties == object.properties)
        #expect(JSONSchema.text.closed == .text)
    }

    @Test func everySchemaOfTheCatalogueReadsBack() throws {
        for operation in OperationCatalogue.all {
            for schema in [operation.requestSchema, operation.responseSchema] {
                let json = try JSONCoding.encode(schema)
                #expect(try JSONCoding.decodeResponse(JSONSchema.self, from: json) == schema)
            }
        }
    }

    @Test(arguments: [
        JSONSchema.anything, .boolean, .integer, .number, .text, .formatted("uuid"),
        .words(["a", "b"]), .integers([1]), .array(.nullable(.text)), .map(.number),
        .object([:], isClosed: true), .nullable(.words(["a"])), .nullable(.integers([2])),
        .nullable(.map(.anything)),
    ])
    func everyKindReadsBack(schema: JSONSchema) throws {
        let json = try JSONCoding.encode(schema)
        #expect(try JSONCoding.decodeResponse(JSONSchema.self, from: json) == schema)
    }

    @Test func otherTypesDoNotRead() {
        #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse(
                JSONSchema.self, from: Array(#"{"type":"date"}"#.utf8))
        }
    }

    @Test func schemasAreReadOffTheTypes() throws {
        let schema = try SchemaProbe.schema(of: Interaction.self).properties
        #expect(schema["id"] == .init(.formatted("uuid"), isRequired: true))
        #expect(schema["coach_id"] == .init(.nullable(.formatted("uuid")), isRequired: false))
        #expect(
            schema["occurred_at"] == .init(.nullable(.formatted("date-time")), isRequired: false))
        #expect(
            schema["direction"] == .init(.words(["outbound", "inbound"]), isRequired: true))
        #expect(schema["attachments"] == .init(.array(.text), isRequired: true))
        #expect(schema["attachment_count"] == .init(.integer, isRequired: true))
        #expect(
            schema["interest_answers"]
                == .init(
                    .nullable(.array(.words(InterestSignal.allCases.map(\.rawValue)))),
                    isRequired: false))
        #expect(schema["entered_by"] == .init(.nullable(.formatted("uuid")), isRequired: false))
        #expect(schema.count == 26)
    }

    @Test func formFieldsMayBeNullOrMissing() throws {
        let schema = try SchemaProbe.schema(of: UpdatePreferences.Request.self)
        #expect(
            schema.properties == [
                "inbound_alerts": .init(.nullable(.boolean), isRequired: false),
                "follow_up_reminders": .init(.nullable(.boolean), isRequired: false),
                "weekly_digest": .init(.nullable(.boolean), isRequired: false),
                "time_zone": .init(.nullable(.text), isRequired: false),
            ])
    }

    private enum Level: Int, Codable, CaseIterable {
        case low = 7
        case high = 14
    }

    @Test func enumerationsOfNumbersAreListed() throws {
        #expect(try SchemaProbe.schema(of: Level.self) == .integers([7, 14]))
        #expect(try SchemaProbe.schema(of: [String: Level].self) == .map(.integers([7, 14])))
    }

    private struct Handmade: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer()
        }
    }

    @Test func typesThatReadASingleValueMustDescribeThemselves() {
        #expect(throws: SchemaProbe.Failure.self) { try SchemaProbe.schema(of: Handmade.self) }
    }
}
