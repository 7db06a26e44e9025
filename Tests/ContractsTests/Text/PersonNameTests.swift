import Testing

@testable import Contracts

@Suite struct PersonNameTests {
    /// The first and the last name and the title, or nil.
    private func read(_ text: String) -> [String?]? {
        PersonName(text).map { [$0.first, $0.last, $0.title] }
    }

    @Test(
        arguments: [
            ("Smith, Bob", "Bob", "Smith", nil),
            ("Robert Jones Jr.", "Robert", "Jones Jr.", nil),
            ("Carl Ripkin, Jr.", "Carl", "Ripkin Jr.", nil),
            ("Coach Ray Miller", "Ray", "Miller", nil),
            ("Juan de la Cruz", "Juan", "de la Cruz", nil),
            ("Robert Jones", "Robert", "Jones", nil),
            ("Jones Jr., Robert", "Robert", "Jones Jr.", nil),
            ("Mr. Ted Fay", "Ted", "Fay", nil),
            ("Ann Poe, RC", "Ann", "Poe", "RC"),
            ("Kim Oh - pitching coach", "Kim", "Oh", "pitching coach"),
            ("Ray Miller (HC)", "Ray", "Miller", "HC"),
            ("Mary Beth Van Dyke", "Mary Beth", "Van Dyke", nil),
            ("Miller", "", "Miller", nil),
            ("O’Brien, Pat (interim)", "Pat", "O’Brien", "interim"),
            // Others of the kind.
            ("Jones, Robert, Jr.", "Robert", "Jones Jr.", nil),
            ("Jones, Jr., Robert", "Robert", "Jones Jr.", nil),
            ("Smith, Bob Jr", "Bob", "Smith Jr", nil),
            ("Henry Ford II", "Henry", "Ford II", nil),
            ("Thurston Howell III", "Thurston", "Howell III", nil),
            ("Robert Jones V", "Robert", "Jones V", nil), ("Coach V", "", "V", nil),
            ("Van Dyke, Mary Beth", "Mary Beth", "Van Dyke", nil),
            ("Garcia Lopez, Juan", "Juan", "Garcia Lopez", nil),
            ("Cruz, Juan de la", "Juan", "de la Cruz", nil),
            ("Mark St. John", "Mark", "St. John", nil),
            ("St. John, Mark", "Mark", "St. John", nil),
            ("Maria de Souza Lima", "Maria", "de Souza Lima", nil),
            ("Coach Van Dyke", "", "Van Dyke", nil), ("Coach K", "", "K", nil),
            ("Head Coach Ray Miller", "Ray", "Miller", "Head Coach"),
            ("Asst. Coach Lee", "", "Lee", "Asst. Coach"),
            (
                "Miller, Ray (Assistant Baseball Coach / RC)", "Ray", "Miller",
                "Assistant Baseball Coach / RC"
            ),
            ("Pat Sample, Head Coach", "Pat", "Sample", "Head Coach"),
            ("Pat Sample Head Coach", "Pat", "Sample", "Head Coach"),
            ("HC: Ray Miller", "Ray", "Miller", "HC"), ("HC Miller", "", "Miller", "HC"),
            ("Dr. Ann Poe, PhD", "Ann", "Poe", nil), ("Fay, Mr. Ted", "Ted", "Fay", nil),
            ("Smith, Coach", "", "Smith", "Coach"),
            ("Mary-Kate O'Neil-Smith", "Mary-Kate", "O'Neil-Smith", nil),
            ("Robert \"Bob\" Jones", "Robert \"Bob\"", "Jones", nil),
            ("J.J. Watt", "J.J.", "Watt", nil), ("José Núñez", "José", "Núñez", nil),
            ("\u{202A}Pat\u{A0} Sample\u{200B}", "Pat", "Sample", nil),
        ] as [(String, String, String, String?)]) func namesAreRead(
            text: String, first: String, last: String, title: String?
        )
    {
        #expect(read(text) == [first, last, title])
    }

    @Test(arguments: [
        "", " ", "Pat Sample & Lee Doe", "Pat and Lee", "Smith/Jones", "Smith; Jones",
        "Pat Sample, Lee Doe", "Smith, Jones, Doe", "pat@example.edu", "Head Coach", "Coach",
        "coaching staff", "Ray Miller - Duke", "Pat Sample 919-555-0100", "Coach #2", "?", "TBD",
        "RC Poe", "Lee w/ Sample", "Coach Head",
    ]) func whatIsNotOneNameIsNotRead(text: String) {
        #expect(read(text) == nil)
    }

    // Who is meant must not depend on how the name is written.
    @Test func onePersonHasOneKey() {
        func key(_ text: String) -> String? { PersonName(text)?.key }
        let one = key("Robert Jones Jr.")
        for text in [
            "Jones Jr., Robert", "Coach Robert Jones, Jr.", "JONES, Robert JR",
            "Jones, Jr., Robert (HC)",
        ] {
            #expect(key(text) == one, "\(text)")
        }
        #expect(key("Robert Jones") != one)
        #expect(key("O'Brien, Pat") == key("Coach Pat O\u{2019}Brien"))
    }

    // What the reader says, it reads again.
    @Test(arguments: [
        "Robert Jones Jr.", "de la Cruz, Juan", "Coach Ray Miller", "Mary Beth Van Dyke (HC)",
        "Howell, Thurston III", "Mark St. John", "Fay",
    ]) func namesStayWhatTheyAre(text: String) throws {
        let name = try #require(PersonName(text))
        let again = try #require(PersonName(name.full))
        #expect([again.first, again.last] == [name.first, name.last])
        let turned = try #require(PersonName(first: name.first, last: name.last))
        #expect([turned.first, turned.last] == [name.first, name.last])
    }

    @Test func partsInTwoColumnsStayApart() {
        func read(_ first: String, _ last: String) -> [String?]? {
            PersonName(first: first, last: last).map { [$0.first, $0.last, $0.title] }
        }
        #expect(read("Coach Juan", "Garcia Lopez") == ["Juan", "Garcia Lopez", nil])
        #expect(read("Carl", "Ripkin, Jr.") == ["Carl", "Ripkin Jr.", nil])
        #expect(read("Coach", "Miller") == ["", "Miller", nil])
        #expect(read("Ray", "Miller (HC)") == ["Ray", "Miller", "HC"])
        #expect(read("", "Miller, Ray") == ["Ray", "Miller", nil])
        #expect(read("Pat & Lee", "Doe") == nil)
    }
}
