import Contracts
import HTML

@testable import WebPages

/// The pages on which an account and a family begin, in their states.
extension SamplePages {
    static let family: [(name: String, write: Writing)] = [
        ("sign-up", { SignUpPage().write(to: &$0) }),
        (
            "sign-up-refused",
            {
                SignUpPage(
                    SignUpEntry(
                        fullName: hostile, email: "maya@rivera", role: "player",
                        timeZone: "Pacific/Auckland"),
                    error: ServiceError(
                        .validationFailed, "Please check the form",
                        errors: [
                            "email": "Please enter an e-mail address",
                            "password": "A password has at least 15 characters",
                        ])
                ).write(to: &$0)
            }
        ),
        ("join", { join(.player, hasFamily: false).write(to: &$0) }),
        ("join-another", { join(.parent, hasFamily: true).write(to: &$0) }),
        (
            "join-refused",
            {
                join(
                    .player, hasFamily: false,
                    .init(code: "FAM-1", error: .invalid("code", FamilyCode.refusal))
                ).write(to: &$0)
            }
        ),
        ("family", { page(.player, codes: codes).write(to: &$0) }),
        ("family-parent", { page(.parent, codes: nil).write(to: &$0) }),
    ]

    private static let hostile = "<script>alert(\"1\")</script> & 'Co'"

    static let codes = FamilyCodes(parentCode: "FAM-7KQ2WX", playerCode: "FAM-ABC234")

    static func join(
        _ role: Role, hasFamily: Bool, _ entry: JoinPage.Entry = JoinPage.Entry()
    ) -> JoinPage {
        let user = User(
            id: Samples.context().userID, email: "maya@rivera.example", fullName: "Maya Rivera",
            role: role, timeZone: "America/New_York", createdAt: Samples.now)
        return JoinPage(
            user, hasFamily: hasFamily, entry, token: "token",
            key: IdempotencyKey(high: 1, low: 1))
    }

    static func page(_ role: Role, codes: FamilyCodes?) -> FamilyPage {
        let context = Samples.context(role)
        let family = Membership(
            familyUnitID: context.family.id, name: hostile, role: role,
            timeZone: "America/New_York")
        let members = [
            ("Maya Rivera", Role.player, context.userID),
            ("מאיה לוי", .player, UserID(high: 7, low: 1)),
            (hostile, .parent, UserID(high: 7, low: 2)),
        ].map { name, role, id in
            Member(userID: id, fullName: name, role: role, joinedAt: Samples.now)
        }
        return FamilyPage(.init(family: family, members: members), codes: codes, context)
    }
}
