import Foundation
import Testing

@testable import Contracts

@Suite struct OpenAPITests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    private func document(_ path: String) throws -> JSONValue {
        try JSONValue(json: Array(Data(contentsOf: Self.here.appending(path: path))))
    }

    private func present(
        _ operations: [OperationDescriptor] = OperationCatalogue.all
    ) throws -> JSONValue {
        try JSONValue(json: JSONCoding.encode(OpenAPI(of: operations)))
    }

    /// To write it anew: curl the address `/api/v1/openapi.json` of a running system through
    /// `python3 -m json.tool --indent 1`.
    @Test func theCommittedDocumentIsTheServedOne() throws {
        let isEqual = try document("../../../docs/openapi.json") == present()
        #expect(isEqual, "docs/openapi.json is not what compass-web serves")
    }

    /// Programs written for the first release of version 1 go on working.
    @Test func nothingIsTakenAway() throws {
        #expect(OpenAPIChanges(from: try document("openapi-1.0.json"), to: try present()).all == [])
    }

    @Test func anOperationThatIsGoneIsFound() throws {
        let all = try present()
        let others = OperationCatalogue.all.filter { $0.name != ListCoaches.name }
        #expect(OpenAPIChanges(from: all, to: try present(others)).all == ["get /coaches is gone"])
        #expect(OpenAPIChanges(from: try present(others), to: all).all == [])
    }

    /// A document of one operation.
    private func document(parameters: String, request: String, response: String) throws -> JSONValue
    {
        try JSONValue(
            json: Array(
                """
                {"paths":{"/a":{"post":{"parameters":[\(parameters)],
                "requestBody":{"content":{"application/json":{"schema":{\(request)}}}},
                "responses":{"200":{"content":{"application/json":{"schema":{\(response)}}}}}}}}}
                """.utf8))
    }

    @Test(arguments: [
        (
            "", #""properties":{"x":{"type":"string"}}"#, #""properties":{"y":{"type":"string"}}"#,
            []
        ),
        (
            #"{"name":"p","required":true}"#, #""properties":{"x":{"type":"string"}}"#,
            #""properties":{"y":{"type":"string"}}"#, ["post /a: the parameter p is now required"]
        ),
        (
            "", #""properties":{}"#, #""properties":{"y":{"type":"string"}}"#,
            ["post /a: request.x is gone"]
        ),
        (
            "", #""properties":{"x":{"type":"string"}},"required":["x"]"#,
            #""properties":{"y":{"type":"string"}}"#, ["post /a: request.x is now required"]
        ),
        (
            "", #""properties":{"x":{"type":"integer"}}"#, #""properties":{"y":{"type":"string"}}"#,
            ["post /a: request.x has another type"]
        ),
        (
            "", #""properties":{"x":{"type":["string","null"]}}"#,
            #""properties":{"y":{"type":["string","null"]}}"#,
            ["post /a: response.y has another type"]
        ),
        (
            "", #""properties":{"x":{"type":"string"}}"#, #""properties":{}"#,
            ["post /a: response.y is gone"]
        ),
    ])
    func whatIsTakenAwayIsFound(
        parameters: String, request: String, response: String, found: [String]
    ) throws {
        let old = try document(
            parameters: "", request: #""properties":{"x":{"type":"string"}}"#,
            response: #""properties":{"y":{"type":"string"}}"#)
        let new = try document(parameters: parameters, request: request, response: response)
        #expect(OpenAPIChanges(from: old, to: new).all == found)
    }
}
