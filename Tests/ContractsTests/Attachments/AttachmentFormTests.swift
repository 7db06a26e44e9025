import Foundation
import Testing

@testable import Contracts

@Suite struct AttachmentFormTests {
    private static let id = "0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e"
    private static let hash = String(repeating: "0a", count: 32)

    private func begin(
        _ name: String = "a.pdf", size: String = "10", hash: String = hash, type: String? = nil
    ) -> String {
        let declared = type.map { ",\"media_type\":\"\($0)\"" } ?? ""
        return """
            {"interaction_id":"\(Self.id)","file_name":"\(name)","size":\(size),\
            "sha256":"\(hash)"\(declared)}
            """
    }

    // IA-37, D-17 and part 4: 10,485,760 bytes and one more.
    @Test func aFileOfTenMebibytesIsTakenAndOneByteMoreIsNot() throws {
        #expect(try accepted(BeginAttachment.self, begin(size: "10485760")).size == 10_485_760)
        let error = try #require(refusal(BeginAttachment.self, begin(size: "10485761")))
        #expect(error.code == .tooLarge)
        #expect(error.code.exitCode == 3)
        #expect(error.errors == ["size": "File exceeds 10MB limit"])
        // IA-38: file and size.
        #expect(error.message == "File exceeds 10MB limit: \"a.pdf\" has 10,485,761 bytes")
    }

    @Test(arguments: ["-1", "null", "\"10\"", "1.5", "true"])
    func aSizeIsANumberOfBytes(size: String) {
        #expect(refusedFields(BeginAttachment.self, begin(size: size)).keys.sorted() == ["size"])
    }

    // IA-36, IA-38: other types are refused with the list of those that are accepted.
    @Test func otherTypesAreRefusedWithTheAcceptedOnes() throws {
        let error = try #require(refusal(BeginAttachment.self, begin("run.exe")))
        #expect(error.code == .validationFailed)
        #expect(
            error.errors["file_name"]
                == "File type of \"run.exe\" is not accepted; accepted are "
                + "JPEG, PNG, GIF, PDF, DOC, DOCX, TXT")
    }

    // D-16: name and declared type agree.
    @Test func theDeclaredTypeAgreesWithTheName() throws {
        for declared in ["application/pdf", "APPLICATION/PDF", "application/pdf; name=x", ""] {
            #expect(try accepted(BeginAttachment.self, begin(type: declared)).type == .pdf)
        }
        #expect(try accepted(BeginAttachment.self, begin("a.jpg", type: "image/jpg")).type == .jpeg)
        for declared in ["image/png", "application/byte-stream", "nonsense"] {
            let fields = refusedFields(BeginAttachment.self, begin(type: declared))
            #expect(
                fields["media_type"] == "\"a.pdf\" is named PDF, but declared as \(declared)")
        }
    }

    @Test func aHashHas64Digits() throws {
        let upper = Self.hash.uppercased()
        #expect(try accepted(BeginAttachment.self, begin(hash: upper)).sha256.hex == Self.hash)
        for wrong in [
            "", String(Self.hash.dropLast()), Self.hash + "0", "g" + Self.hash.dropFirst(),
        ] {
            #expect(refusedFields(BeginAttachment.self, begin(hash: wrong))["sha256"] != nil)
        }
    }

    // Names of path tricks never reach the store.
    @Test func everyWrongFieldIsNamed() {
        let json = """
            {"interaction_id":"\(Self.id)","file_name":"../a.pdf","size":-5,"sha256":"x",\
            "media_type":7}
            """
        #expect(
            Set(refusedFields(BeginAttachment.self, json).keys)
                == ["file_name", "size", "sha256", "media_type"])
    }

    @Test func aPartHasAtMostOneChunkAndBeginsInsideTheLimit() throws {
        func append(_ bytes: Int, offset: Int = 0) throws -> String {
            let request = AppendAttachment.Request(
                attachmentID: try #require(AttachmentID(text: Self.id)), offset: offset,
                bytes: [UInt8](repeating: 7, count: bytes))
            return try JSONCoding.encodedText(request)
        }
        let max = AttachmentLimit.chunkBytesMax
        #expect(try accepted(AppendAttachment.self, append(max)).bytes.count == max)
        #expect(refusedFields(AppendAttachment.self, try append(max + 1))["data"] != nil)
        #expect(refusedFields(AppendAttachment.self, try append(0))["data"] != nil)
        #expect(try accepted(AppendAttachment.self, append(1, offset: 10_485_760)).offset > 0)
        #expect(refusedFields(AppendAttachment.self, try append(1, offset: -1))["offset"] != nil)
        #expect(
            refusedFields(AppendAttachment.self, try append(1, offset: 10_485_761))["offset"]
                != nil)
        // The largest request leaves room in its frame for header, passport and the rest.
        #expect(try append(max, offset: 10_485_760).utf8.count <= 262_144 - 4_096)
    }

    @Test func aPartThatIsNoBase64IsRefused() {
        for data in ["\"***\"", "7", "null", "\"YQ=\""] {
            let json = "{\"attachment_id\":\"\(Self.id)\",\"offset\":0,\"data\":\(data)}"
            #expect(refusedFields(AppendAttachment.self, json)["data"] != nil)
        }
    }

    @Test func aFetchStaysWithinTheFileLimitAndOneChunk() throws {
        func fetch(_ rest: String) -> String { "{\"attachment_id\":\"\(Self.id)\"\(rest)}" }
        let whole = try accepted(FetchAttachment.self, fetch(""))
        #expect(whole.offset == 0 && whole.length == AttachmentLimit.chunkBytesMax)
        for wrong in [
            ",\"offset\":-1", ",\"offset\":10485761", ",\"length\":0", ",\"length\":184321",
            ",\"length\":\"9\"",
        ] {
            #expect(refusal(FetchAttachment.self, fetch(wrong)) != nil, "\(wrong)")
        }
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (10_485_761, "10,485,761"),
    ])
    func numbersAreGrouped(number: Int, text: String) {
        #expect(AttachmentRefusal.grouped(number) == text)
    }
}
