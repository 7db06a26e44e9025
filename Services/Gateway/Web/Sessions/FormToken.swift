import HTTP
import Sodium

/// The proof that a form comes from a page of this session: other sites cannot read it.
enum FormToken {
    /// Returns the proof for a session.
    static func of(_ token: String) -> String {
        SHA256Digest(of: Array("form \(token)".utf8)).hex
    }

    /// Throws 403 unless a form carries the session's proof.
    static func require(_ form: FormItems, _ token: String) throws(HTTPFailure) {
        let proof = Array((form["token"] ?? "").utf8)
        guard ConstantTime.equal(proof, Array(of(token).utf8)) else {
            throw .oldPage
        }
    }
}

extension HTTPFailure {
    /// The refusal of a form whose page is not one of this session, or shows a family that the
    /// reader is no longer in.
    static let oldPage = HTTPFailure(.forbidden, "The page is too old; load it again.")
}
