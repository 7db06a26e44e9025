/// A code that proves possession of a second factor: six digits of an authenticator app, or a code
/// that also replaces a lost password.
public enum SecondFactorCode: Hashable, Sendable {
    /// The digits that an app shows (RFC 6238).
    case digits(String)
    /// A recovery code, or a one-time code from a parent or the operator.
    case reset(ResetCode)

    /// The number of digits that an app shows.
    public static let digitCount = 6
    /// The error text for anything else.
    public static let refusal = "Please enter the six digits, or one of your recovery codes"
    /// The error text where only the digits of the app prove anything.
    public static let digitsRefusal = "Please enter the six digits that your app shows"

    /// Reads what a person typed or an app copied; spaces, hyphens and invisible characters between
    /// digits do not count. Returns nil for anything else.
    public init?(typed: String) {
        guard typed.utf8.count <= CodeSymbols.typedBytesMax else { return nil }
        let digits = String(typed.unicodeScalars.filter { !Self.isBetweenDigits($0) })
        if digits.utf8.count == Self.digitCount,
            digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        {
            self = .digits(digits)
        } else if let code = ResetCode(typed: typed) {
            self = .reset(code)
        } else {
            return nil
        }
    }

    private static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .format: true
        default: scalar.properties.isWhitespace
        }
    }
}

/// The texts about second factors.
public enum SecondFactorText {
    /// The error text of a sign-in without the code that the account needs.
    public static let isNeeded = "This account also asks for a code from your authenticator app"
    /// The error text for a code that is wrong, late or used.
    public static let isWrong = "This code is wrong or was used before; wait for the next one"
    /// The issuer that authenticator apps show.
    static let issuer = "Recruiting Compass"
}

extension FieldErrors {
    /// Validates a code of a second factor. Returns nil if it is absent or refused.
    mutating func secondFactorCode(
        _ field: FormField<String>, named name: String, isRequired: Bool
    ) -> SecondFactorCode? {
        if !isRequired, !field.isMalformed, (field.value ?? "").isEmpty { return nil }
        let code = field.value.flatMap { SecondFactorCode(typed: $0) }
        if code == nil { refuse(name, SecondFactorCode.refusal) }
        return code
    }
}

/// Whether a user signs in with a second factor.
@JSONObject(nulls: true)
public struct SecondFactor: Hashable {
    public var isOn: Bool
    /// The time since which it is on; nil if it is off.
    public var since: Instant?
}

/// Shows whether the caller signs in with a second factor.
public enum ShowSecondFactor: Operation {
    public static let definition = OperationDefinition(
        "users.secondFactor", of: .identity, .read, .signedIn,
        "Show whether you sign in with a second factor")

    public typealias Response = SecondFactor
}

/// Creates the secret that an authenticator app needs. It counts once a code of it was confirmed. A
/// retry creates another secret, so that only that of the last reply is valid.
public enum BeginSecondFactor: Operation {
    public static let definition = OperationDefinition(
        "users.beginSecondFactor", of: .identity, .write, .signedIn,
        "Create the secret for an authenticator app", carriesSecrets: true)

    public typealias Request = OwnPassword

    /// The secret.
    @JSONObject
    public struct Response {
        /// The secret in Base32 (RFC 4648), for typing. It is returned only here.
        public var secret: String
        /// The address that an app reads from a link or picture: `otpauth://totp/…`.
        public var address: String

        /// Creates the reply for a user with this e-mail address.
        public init(secret: String, email: String) {
            self.secret = secret
            let issuer = PercentEncoding.encode(SecondFactorText.issuer)
            let account = PercentEncoding.encode(email)
            address = "otpauth://totp/\(issuer):\(account)?secret=\(secret)&issuer=\(issuer)"
        }
    }
}

extension BeginSecondFactor.Response {
    /// The number of symbols in a group of the secret.
    static let groupSize = 4

    /// The secret in groups, for people: `MZXW 6YTB`. Apps ignore the spaces.
    public var groupedSecret: String {
        var groups: [Substring] = []
        var rest = Substring(secret)
        while !rest.isEmpty {
            groups.append(rest.prefix(Self.groupSize))
            rest = rest.dropFirst(Self.groupSize)
        }
        return groups.joined(separator: " ")
    }
}

/// Turns the second factor on: from now on each sign-in needs a code.
public enum ConfirmSecondFactor: Operation {
    public static let definition = OperationDefinition(
        "users.confirmSecondFactor", of: .identity, .write, .signedIn,
        "Turn your second factor on with a first code", carriesSecrets: true)

    /// The code that the app shows.
    @JSONObject
    public struct Request: OperationRequest {
        var code: FormField<String>

        public func validated() throws(ServiceError) -> SecondFactorCode {
            let typed = code.value.flatMap { SecondFactorCode(typed: $0) }
            guard case .digits? = typed, let typed else {
                throw .invalid("code", SecondFactorCode.digitsRefusal)
            }
            return typed
        }
    }

    public typealias Response = SecondFactor
}

/// Turns the second factor off.
public enum RemoveSecondFactor: Operation {
    public static let definition = OperationDefinition(
        "users.removeSecondFactor", of: .identity, .write, .signedIn,
        "Turn your second factor off", carriesSecrets: true)

    /// The caller's password and a code.
    @JSONObject
    public struct Request: OperationRequest {
        var password: FormField<String>
        var code: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.require { errors in
                let password = errors.knownPassword(password, named: "password")
                return errors.secondFactorCode(code, named: "code", isRequired: true)
                    .map { Input(password: password, code: $0) }
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The password as typed.
        public let password: String
        public let code: SecondFactorCode
    }

    public typealias Response = SecondFactor
}
