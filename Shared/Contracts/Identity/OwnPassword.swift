/// The caller's password, which operations about the account's security ask for.
@JSONObject
public struct OwnPassword: OperationRequest {
    var password: FormField<String>

    public func validated() throws(ServiceError) -> String {
        try FieldErrors.check { $0.knownPassword(password, named: "password") }
    }
}
