import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization

@testable import Gateway

/// The attachments of one interaction, kept in memory as the service would, with failures that a
/// test asks for.
final class FileShelf: Sendable {
    struct State {
        var files: [(file: Contracts.Attachment, bytes: [UInt8])] = []
        var uploads: [AttachmentID: (request: BeginAttachment.Request, bytes: [UInt8])] = [:]
        /// Calls of these operations that fail, and with what.
        var failures: [(operation: String, error: ServiceError)] = []
        /// Calls of these operations that take effect, and whose answer is lost.
        var lost: [String] = []
        var began = 0
        /// Bytes of each appended part.
        var parts: [Int] = []
        var fetches: [Int] = []
    }

    let state = Mutex(State())
    static let row = Fixture.full.id

    /// Puts a file on the shelf.
    @discardableResult
    func put(_ name: String, _ bytes: [UInt8], as type: AttachmentType = .text)
        -> Contracts.Attachment
    {
        state.withLock { Self.put(name, bytes, type, in: &$0) }
    }

    private static func put(
        _ name: String, _ bytes: [UInt8], _ type: AttachmentType, in state: inout State
    ) -> Contracts.Attachment {
        let file = Contracts.Attachment(
            id: Fixture.id(0xF11E_0000 + UInt64(state.files.count)), interactionID: row,
            name: AttachmentName.free(name, among: state.files.map(\.file.name)),
            mediaType: type, size: bytes.count, sha256: ContentHash(of: bytes).hex,
            createdAt: Fixture.created)
        state.files.append((file, bytes))
        return file
    }

    /// The next call of this operation fails.
    func fail(_ operation: String, _ error: ServiceError, times: Int = 1) {
        state.withLock { state in
            for _ in 0..<times { state.failures.append((operation, error)) }
        }
    }

    /// The answer to the next call of this operation is lost.
    func lose(_ operation: String) { state.withLock { $0.lost.append(operation) } }

    var script: ScriptedTransport.Script {
        { [self] call in
            guard call.operation.hasPrefix("attachments.") else { return Fixture.script(call) }
            return state.withLock { state in
                if let index = state.failures.firstIndex(where: { $0.operation == call.operation })
                {
                    return .failure(state.failures.remove(at: index).error, executed: .no)
                }
                do {
                    let answer = try Self.answer(call, &state)
                    guard let index = state.lost.firstIndex(of: call.operation) else {
                        return answer
                    }
                    state.lost.remove(at: index)
                    return Fixture.refusal(.timeout, "lost", executed: .unknown)
                } catch {
                    return Fixture.refusal(.internal, "\(error)")
                }
            }
        }
    }

    private static func answer(_ call: OutgoingCall, _ state: inout State) throws -> Outcome {
        func request<Request: OperationRequest>(_ type: Request.Type) throws -> Request {
            try JSONCoding.decodeRequest(type, from: call.payload)
        }
        switch call.operation {
        case "attachments.begin": return begin(try request(BeginAttachment.Request.self), &state)
        case "attachments.append":
            return try append(request(AppendAttachment.Request.self).validated(), &state)
        case "attachments.finish":
            return finish(try request(FinishAttachment.Request.self).attachmentID, &state)
        case "attachments.list":
            return Fixture.answer(
                ListAttachments.Response(
                    interactionID: row, attachments: state.files.map(\.file)))
        case "attachments.fetch":
            let input = try request(FetchAttachment.Request.self).validated()
            state.fetches.append(input.offset)
            guard let found = state.files.first(where: { $0.file.id == input.attachmentID }) else {
                return Fixture.missing(.attachment)
            }
            let end = min(input.offset + input.length, found.bytes.count)
            return Fixture.answer(
                FetchAttachment.Response(
                    of: found.file, offset: input.offset,
                    bytes: Array(found.bytes[min(input.offset, end)..<end])))
        case "attachments.remove":
            return Fixture.answer(
                RemoveAttachment.Response(
                    deleted: ["attachments": 1], message: "Attachment removed",
                    operationID: Fixture.operationID))
        default: return Fixture.refusal(.unimplemented, call.operation)
        }
    }

    private static func begin(_ request: BeginAttachment.Request, _ state: inout State) -> Outcome {
        state.began += 1
        let same = state.uploads.first { $0.value.request.sha256 == request.sha256 }
        let id = same?.key ?? Fixture.id(0xB000_0000 + UInt64(state.began))
        if same == nil { state.uploads[id] = (request, []) }
        return Fixture.answer(
            BeginAttachment.Response(
                attachmentID: id, nextOffset: same?.value.bytes.count ?? 0,
                size: request.size.value ?? 0))
    }

    private static func append(
        _ input: AppendAttachment.Input, _ state: inout State
    ) throws -> Outcome {
        guard var upload = state.uploads[input.attachmentID] else {
            return Fixture.missing(.upload)
        }
        if input.offset == upload.bytes.count { upload.bytes += input.bytes }
        state.uploads[input.attachmentID] = upload
        state.parts.append(input.bytes.count)
        return Fixture.answer(
            AppendAttachment.Response(
                attachmentID: input.attachmentID, nextOffset: upload.bytes.count))
    }

    private static func finish(_ id: AttachmentID, _ state: inout State) -> Outcome {
        guard let upload = state.uploads.removeValue(forKey: id) else {
            return Fixture.missing(.upload)
        }
        let name = upload.request.fileName.value ?? ""
        let file = put(name, upload.bytes, AttachmentType(fileName: name) ?? .text, in: &state)
        var record = Fixture.full
        record.attachments = state.files.map(\.file.path)
        return Fixture.answer(FinishAttachment.Response(attachment: file, interaction: record))
    }
}

extension CompassHarness {
    /// A signed-in player before a shelf.
    static func withShelf(_ shelf: FileShelf) throws -> CompassHarness {
        try CompassHarness.signedIn(shelf.script)
    }

    /// Makes a file in the harness's folder; answers its path.
    func makeFile(_ name: String, _ bytes: [UInt8]) throws -> String {
        try folder.makeFile(name, bytes)
    }

    /// The calls of attachment operations, in their order.
    var attachmentCalls: [String] {
        transport.seen.map(\.operation).filter { $0.hasPrefix("attachments.") }
    }
}
