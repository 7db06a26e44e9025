import Glibc
import Support
import Testing

@testable import ServiceKit

@Suite struct ServiceManagerTests {
    /// A datagram socket at an address as systemd has one, and what it received.
    private struct Listener: ~Copyable {
        let descriptor: Int32

        init(_ path: [UInt8]) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path) }
            let length = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
            let code = unsafe withUnsafePointer(to: &name) { name in
                unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                    unsafe bind(descriptor, name, socklen_t(length + path.count))
                }
            }
            try #require(code == 0)
        }

        deinit { close(descriptor) }

        func received() -> String {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test func aNoteReachesTheManager() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notify")
        let listener = try Listener(Array(path.utf8))
        let manager = try #require(ServiceManager(["NOTIFY_SOCKET": path]))
        manager.noteReady("Records nothing:\nthe disk is full")
        #expect(listener.received() == "READY=1\nSTATUS=Records nothing: the disk is full\n")
    }

    @Test func aNoteReachesAManagerWithoutAFile() throws {
        let name = "compass-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let listener = try Listener([0] + Array(name.utf8))
        let manager = try #require(ServiceManager(["NOTIFY_SOCKET": "@\(name)"]))
        manager.noteReady("Ready")
        #expect(listener.received() == "READY=1\nSTATUS=Ready\n")
    }

    @Test func whatCannotBeReachedIsNoManager() {
        let longest = "/" + String(repeating: "a", count: 106)
        #expect(ServiceManager(["NOTIFY_SOCKET": longest]) != nil)
        for address in [longest + "a", "", "vsock:2:1", "relative"] {
            #expect(ServiceManager(["NOTIFY_SOCKET": address]) == nil, "\(address)")
        }
        #expect(ServiceManager([:]) == nil)
        // Nobody listens there.
        ServiceManager(["NOTIFY_SOCKET": "/nowhere/notify"])?.noteReady("Ready")
    }
}
