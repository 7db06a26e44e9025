import Foundation
import Support
import Glibc
import Testing

@testable import ZeroMQ

@Suite struct EndpointTests {
    let folder = SocketFolder()

    @Test func tcpIsRefusedWithTheRemedy() {
        let error = #expect(throws: ZeroMQError.self) { try Endpoint("tcp://127.0.0.1:5555") }
        #expect(error?.code == .endpointRefused)
        #expect(error?.message.contains("ipc://") == true)
    }

    @Test(arguments: [
        "", "ipc://", "ipc://relative", "ipc:///", "ipc:///a/", "udp://x", "inproc://", "/run/x",
        "ipc:///a\u{0}b",
    ])
    func whatIsNoEndpointIsRefused(_ text: String) {
        #expect(throws: ZeroMQError.self) { try Endpoint(text) }
    }

    @Test func aPathOf107BytesIsTakenAndOneMoreIsNot() throws {
        let path = "/" + String(repeating: "p", count: Endpoint.pathBytesMax - 1)
        #expect(try Endpoint("ipc://" + path).path == path)
        #expect(throws: ZeroMQError.self) { try Endpoint("ipc://" + path + "p") }
    }

    @Test func theDirectoryIsMadePrivate() throws {
        let endpoint = try Endpoint("ipc://\(folder.path)/run/b.ipc")
        try endpoint.prepareDirectory()
        #expect(folder.mode(of: "run") == 0o700)
        try endpoint.prepareDirectory()
    }

    @Test func aDirectoryThatIsOpenToOthersIsRefused() throws {
        folder.makeDirectory("run", mode: 0o750)
        let endpoint = try Endpoint("ipc://\(folder.path)/run/b.ipc")
        let error = #expect(throws: ZeroMQError.self) { try endpoint.prepareDirectory() }
        #expect(error?.code == .directoryRefused)
    }

    @Test func aMissingParentOfTheDirectoryIsRefused() throws {
        let endpoint = try Endpoint("ipc://\(folder.path)/a/b/c.ipc")
        let error = #expect(throws: ZeroMQError.self) { try endpoint.prepareDirectory() }
        #expect(error?.code == .directoryRefused)
    }
}
