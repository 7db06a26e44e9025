/// The caller's password, which operations about the account's security ask for.
@JSONObject
public struct OwnPassword: OperationRequest {
    var password: FormField<String>

    public func validated() throws(ServiceError) -> String {
        var errors = FieldErrors()
        let password = errors.knownPassword(password, named: "password")
        try errors.throwIfAny()
        return password
    }
}
