import Testing

@testable import Outbound

@Suite("Which networks are public (N-117)")
struct NetworkAddressTests {
    /// The bytes of four numbers, or of eight groups.
    private func address(_ text: String) throws -> NetworkAddress {
        let bytes: [UInt8] =
            text.contains(":")
            ? text.split(separator: ":").flatMap { group -> [UInt8] in
                let number = UInt16(group, radix: 16) ?? 0
                return [UInt8(number >> 8), UInt8(number & 0xFF)]
            } : text.split(separator: ".").compactMap { UInt8($0) }
        return try #require(NetworkAddress(bytes: bytes), "\(text)")
    }

    // N-117: the first and the last address of each block, and its neighbors.
    @Test(arguments: [
        ("0.0.0.0", false), ("0.255.255.255", false), ("1.0.0.0", true),
        ("9.255.255.255", true), ("10.0.0.0", false), ("10.255.255.255", false),
        ("11.0.0.0", true),
        ("100.63.255.255", true), ("100.64.0.0", false), ("100.127.255.255", false),
        ("100.128.0.0", true),
        ("126.255.255.255", true), ("127.0.0.1", false), ("127.255.255.255", false),
        ("128.0.0.0", true),
        ("169.253.255.255", true), ("169.254.169.254", false), ("169.255.0.0", true),
        ("172.15.255.255", true), ("172.16.0.0", false), ("172.31.255.255", false),
        ("172.32.0.0", true),
        ("192.0.0.8", false), ("192.0.1.0", true), ("192.0.2.1", false), ("192.0.3.0", true),
        ("192.88.99.1", false), ("192.167.255.255", true), ("192.168.0.1", false),
        ("192.169.0.0", true),
        ("198.17.255.255", true), ("198.18.0.0", false), ("198.19.255.255", false),
        ("198.20.0.0", true), ("198.51.100.7", false), ("203.0.113.7", false),
        ("223.255.255.255", true), ("224.0.0.1", false), ("255.255.255.255", false),
        ("8.8.8.8", true),
    ])
    func ofVersion4(text: String, isPublic: Bool) throws {
        #expect(try address(text).isPublic == isPublic)
    }

    // N-117
    @Test(arguments: [
        ("0:0:0:0:0:0:0:0", false), ("0:0:0:0:0:0:0:1", false),
        // One of version 4, as it is and translated.
        ("0:0:0:0:0:ffff:808:808", false), ("64:ff9b:0:0:0:0:808:808", false),
        ("1fff:ffff:0:0:0:0:0:1", false), ("2001:0:0:0:0:0:0:1", false),
        ("2001:1ff:0:0:0:0:0:1", false), ("2001:200:0:0:0:0:0:1", true),
        ("2001:db8:0:0:0:0:0:1", false), ("2001:db9:0:0:0:0:0:1", true),
        ("2002:a00:1:0:0:0:0:1", false), ("2003:0:0:0:0:0:0:1", true),
        ("2606:4700:4700:0:0:0:0:1111", true), ("3fff:0:0:0:0:0:0:1", false),
        ("3fff:1000:0:0:0:0:0:1", true), ("4000:0:0:0:0:0:0:1", false),
        // Unique local ones, with that of a cloud's metadata; link-local; multicast.
        ("fc00:0:0:0:0:0:0:1", false), ("fd00:ec2:0:0:0:0:0:254", false),
        ("fe80:0:0:0:0:0:0:1", false), ("ff02:0:0:0:0:0:0:1", false),
    ])
    func ofVersion6(text: String, isPublic: Bool) throws {
        #expect(try address(text).isPublic == isPublic)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func otherLengthsAreNoAddresses(count: Int) {
        #expect(NetworkAddress(bytes: [UInt8](repeating: 8, count: count)) == nil)
    }
}
