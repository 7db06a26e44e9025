public import Contracts
public import HTML

/// The page on which people sign in.
public struct SignInPage: Sendable {
    /// The address as it was typed; empty at first.
    private let email: String
    /// Whether the reader has said that other people use the device.
    private let isShared: Bool
    /// Why the last attempt failed.
    private let error: ServiceError?
    /// Where to go afterwards: a path of this site.
    private let destination: String?
    private let serves: @Sendable (WebAddress) -> Bool

    /// `serves` tells whether there is a page at an address.
    public init(
        email: String = "", isShared: Bool = false, error: ServiceError? = nil,
        destination: String? = nil,
        serves: @escaping @Sendable (WebAddress) -> Bool = { _ in true }
    ) {
        self.email = email
        self.isShared = isShared
        self.error = error
        self.destination = destination
        self.serves = serves
    }

    /// The field that says that other people use the device.
    public static let sharedField = "shared"

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.signInStep("Sign in", after: error, to: destination) { html in
            html.textField(
                FieldState(
                    name: "email", label: "Email", value: email, error: error?.errors["email"]),
                .email, autocomplete: .username, isRequired: true)
            html.textField(
                FieldState(
                    name: "password", label: "Password", error: error?.errors["password"]),
                .password, autocomplete: .currentPassword, isRequired: true)
            html.switchRow(
                "This is a shared computer", name: Self.sharedField, value: "true", isOn: isShared)
            html(
                .p, .class("small soft"),
                text: "On a shared computer you are signed out when the browser is closed, and "
                    + "after 30 minutes without use.")
        } foot: { html in
            if serves(Place.signUp) {
                html(.span) { html in
                    html.text("New here? ")
                    html(.a, .href(Place.signUp), text: "Create an account")
                }
            }
            if serves(Place.resetPassword) {
                html(.a, .href(Place.resetPassword), text: "Forgot your password?")
            }
        }
    }
}
