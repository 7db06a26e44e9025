import Testing

@testable import Sodium

/// One test vector of RFC 8032, section 7.1.
struct Ed25519Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seed: String
    let publicKey: String
    let message: String
    let signature: String

    static let all = [
        Ed25519Vector(
            testDescription: "TEST 1, empty message",
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """),
        Ed25519Vector(
            testDescription: "TEST 2, one byte",
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """),
        Ed25519Vector(
            testDescription: "TEST 3, two bytes",
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: """
                6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
                18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
                """),
    ]
}

@Suite struct SigningKeyTests {
    @Test(arguments: Ed25519Vector.all)
    func agreesWithRFC8032(vector: Ed25519Vector) throws {
        let key = try SigningKey(seed: SecretBytes(bytes(hex: vector.seed)))
        let signature = try key.signature(of: bytes(hex: vector.message))
        #expect(key.verifyingKey.bytes == bytes(hex: vector.publicKey))
        #expect(signature == bytes(hex: vector.signature))
        #expect(key.verifyingKey.isValid(signature: signature, for: bytes(hex: vector.message)))
    }

    @Test func aSignatureFitsOneMessageAndOneKeyOnly() throws {
        let key = try SigningKey()
        let signature = try key.signature(of: [1, 2, 3])
        #expect(key.verifyingKey.isValid(signature: signature, for: [1, 2, 3]))
        #expect(!key.verifyingKey.isValid(signature: signature, for: [1, 2]))
        #expect(try !SigningKey().verifyingKey.isValid(signature: signature, for: [1, 2, 3]))
    }

    @Test func everyFlippedBitOfASignatureIsRefused() throws {
        let key = try SigningKey()
        let signature = try key.signature(of: [7])
        for bit in 0..<(signature.count * 8) {
            var forged = signature
            forged[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.verifyingKey.isValid(signature: forged, for: [7]))
        }
    }

    @Test(arguments: [0, 63, 65])
    func aSignatureOfAnotherLengthIsRefused(length: Int) throws {
        let key = try SigningKey()
        #expect(!key.verifyingKey.isValid(signature: [UInt8](repeating: 0, count: length), for: []))
    }

    @Test func aStoredSeedGivesTheSameKey() throws {
        let key = try SigningKey()
        let again = try SigningKey(seed: key.seed)
        #expect(again.verifyingKey == key.verifyingKey)
        #expect(try again.signature(of: [9]) == key.signature(of: [9]))
    }

    @Test(arguments: [31, 33])
    func seedsAndPublicKeysOfAnotherLengthAreRefused(length: Int) {
        let wrong = [UInt8](repeating: 1, count: length)
        #expect { try SigningKey(seed: SecretBytes(wrong)) } throws: {
            ($0 as? SodiumError)?.code == .wrongLength
        }
        #expect { try VerifyingKey(wrong) } throws: {
            ($0 as? SodiumError)?.code == .wrongLength
        }
    }

    @Test func aKeyOfSmallOrderVerifiesNothing() throws {
        // The identity point: a naive verifier accepts signatures under it for any message.
        var identity = [UInt8](repeating: 0, count: VerifyingKey.byteCount)
        identity[0] = 1
        var signature = [UInt8](repeating: 0, count: SigningKey.signatureByteCount)
        signature[0] = 1
        #expect(try !VerifyingKey(identity).isValid(signature: signature, for: [1, 2, 3]))
    }
}
