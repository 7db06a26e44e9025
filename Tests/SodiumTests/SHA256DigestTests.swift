import Testing

@testable import Sodium

/// FIPS 180-4; the messages and digests are those of NIST's example file for SHA-256.
@Suite struct SHA256DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func givesThePublishedDigest(message: String, digest: String) {
        #expect(hex(SHA256Digest(of: Array(message.utf8)).bytes) == digest)
    }

    @Test func givesThePublishedDigestOfAMillionTimesA() {
        let message = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(
            hex(SHA256Digest(of: message).bytes)
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func partsGiveTheDigestOfTheirJoin() {
        let whole = SHA256Digest(of: Array("abcdef".utf8))
        let parts = SHA256Digest(ofParts: [Array("ab".utf8), [], Array("cdef".utf8)])
        #expect(parts == whole)
        #expect(whole.bytes.count == SHA256Digest.byteCount)
    }
}
