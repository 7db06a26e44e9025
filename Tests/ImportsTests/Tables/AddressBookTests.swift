import Testing

@testable import Contracts
@testable import Imports

/// Address books as programs and phones export them.
@Suite struct AddressBookTests {
    /// The people of a file, each with the values that it has.
    private func people(_ text: String) throws -> [[String: String]] {
        var rest = Array(text.utf8)
        var reader = try TableReader(.coaches) {
            defer { rest = [] }
            return rest
        }
        let columns = try reader.columns(mapped: [], values: [])
        try columns.requireAll()
        var people: [[String: String]] = []
        while let row = try reader.next() {
            let values = columns.positions.keys.compactMap { field in
                columns.value(field, in: row.fields).map { (field, $0) }
            }
            people.append(Dictionary(uniqueKeysWithValues: values))
        }
        return people
    }

    private static let pat = [
        "first_name": "Pat", "last_name": "Sample", "role": "head", "school": "Duke University",
        "email": "pat.sample@duke.example", "phone": "+1 919-555-0100", "notes": "met at camp",
    ]

    @Test func theTableOfAWebMailProgramIsRead() throws {
        let people = try people(
            """
            First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,\
            Organization Name,Organization Title,Organization Department,Notes,Labels,\
            E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,\
            Phone 1 - Value,Website 1 - Label,Website 1 - Value
            Pat,,Sample,,,,,Duke University,Head Coach,Baseball,met at camp,Coaches ::: * my,\
            * Work,pat.sample@duke.example,,,Mobile,+1 919-555-0100,,
            Lee,J,Park,,Coach,Jr.,,Elon University,\
            Assistant Baseball Coach / Recruiting Coordinator,Baseball,,Coaches,* Work,\
            lee.park@elon.example ::: lp@elon.example,,,Work,\
            (336) 555-0100 ::: (336) 555-0199,,https://x.com/leepark
            ,,,,,,,,,,,Coaches,,,,,,,,

            """)
        #expect(people.count == 2)
        #expect(people.first == Self.pat)
        let lee = try #require(people.last)
        #expect(lee["first_name"] == "Lee J" && lee["last_name"] == "Park Jr.")
        #expect(lee["email"] == "lee.park@elon.example" && lee["phone"] == "(336) 555-0100")
        #expect(lee["role"] == "recruiting" && lee["twitter_handle"] == "https://x.com/leepark")
        #expect(
            lee["notes"] == """
                Title: Assistant Baseball Coach / Recruiting Coordinator
                E-mail (work): lp@elon.example
                Phone (work): (336) 555-0199
                """)
    }

    @Test func earlierTablesAreReadToo() throws {
        let people = try people(
            """
            Name,Given Name,Additional Name,Family Name,Name Prefix,Name Suffix,Notes,\
            Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,\
            Phone 2 - Type,Phone 2 - Value,Organization 1 - Name,Organization 1 - Title
            Pat Sample,Pat,,Sample,,,met at camp,Coaches,* Work,pat.sample@duke.example,Work,\
            919-555-0199,Mobile,+1 919-555-0100,Duke University,Head Coach
            Kim Oh,,,,,,,,,kim@elon.example,,,,,Elon University,

            """)
        var pat = Self.pat
        pat["notes"] = "met at camp\nPhone (work): 919-555-0199"
        #expect(people.first == pat)
        #expect(
            people.last == [
                "name": "Kim Oh", "email": "kim@elon.example", "school": "Elon University",
            ])
    }

    @Test func theTableOfAnOfficeProgramIsRead() throws {
        let people = try people(
            """
            "First Name","Middle Name","Last Name","Title","Suffix","E-mail Address",\
            "E-mail 2 Address","Business Phone","Mobile Phone","Company","Job Title","Notes"
            "Pat","","Sample","Coach","","pat.sample@duke.example","","","+1 919-555-0100",\
            "Duke University","Head Coach","met at camp"
            "Ann","","Poe","Dr.","III","ann@elon.example","ap@elon.example","336-555-0101","",\
            "Elon University","Director of Operations",""

            """)
        #expect(people.first == Self.pat)
        let ann = try #require(people.last)
        #expect(ann["first_name"] == "Dr. Ann" && ann["last_name"] == "Poe III")
        #expect(ann["phone"] == "336-555-0101" && ann["role"] == "assistant")
        #expect(ann["notes"] == "Title: Director of Operations\nE-mail: ap@elon.example")
    }

    @Test func ownTablesAreNoAddressBooks() {
        #expect(AddressBook(columns: ["First Name", "Last Name", "E-mail Address"]) == nil)
        #expect(AddressBook(columns: AddressBook.header) == nil)
    }

    // Versions 2.1, 3.0 and 4.0, with folded lines, groups and escapes.
    @Test(arguments: [
        """
        BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Pat Sample\r\nN:Sample;Pat;;;\r\nORG:Duke Univer\r\n \
        sity;Baseball\r\nitem1.EMAIL;type=INTERNET;type=pref:pat.sample@duke.example\r\n\
        item1.X-ABLabel:_$!<Work>!$_\r\nTEL;type=CELL:+1 919-555-0100\r\nTITLE:Head Coach\r\n\
        NOTE:met at camp\r\nEND:VCARD\r\n
        """,
        """
        BEGIN:VCARD\nVERSION:4.0\nFN:Pat Sample\nN:Sample;Pat;;Coach;\nORG:Duke University\n\
        EMAIL;TYPE="work":pat.sample@duke.example\nTEL;VALUE=uri;TYPE="cell,voice":\
        tel:+1 919-555-0100\nROLE:Head Coach\nNOTE:met at c\n amp\nEND:VCARD\n
        """,
        """
        BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53ample;Pat\n\
        ORG:Duke University\nTITLE:Head Coach\nTEL;CELL;PREF:+1 919-555-0100\n\
        EMAIL;INTERNET:pat.sample@duke.example\nNOTE;ENCODING=QUOTED-PRINTABLE:met =\nat=20camp\n\
        END:VCARD\n
        """,
    ])
    func cardsOfPhonesAreRead(text: String) throws {
        #expect(try people(text) == [Self.pat])
    }

    @Test func cardsKeepTheirLettersAndLines() throws {
        let text = """
            BEGIN:VCARD
            N;ENCODING=QUOTED-PRINTABLE:Garc=C3=ADa;Jos=C3=A9
            END:VCARD

            BEGIN:VCARD
            FN:Kim O\\, Jr.
            NOTE:one\\ntwo\\; three
            URL:https://elon.example/staff
            END:VCARD
            BEGIN:VCARD
            N:Cut
            """
        let people = try people(text)
        #expect(people.count == 2)
        #expect(people.first == ["first_name": "José", "last_name": "García"])
        #expect(people.last?["name"] == "Kim O, Jr.")
        #expect(
            people.last?["notes"] == "one\ntwo; three\nWeb: https://elon.example/staff")
        var rest = Array(text.utf8)
        var reader = try TableReader(.coaches) {
            defer { rest = [] }
            return rest
        }
        #expect(try reader.next()?.line == 2)
        #expect(try reader.next()?.line == 5)
    }

    @Test func anAddressBookIsOfPeople() {
        #expect(throws: ImportProblem.self) {
            try TableReader(.log) { Array("BEGIN:VCARD\nEND:VCARD\n".utf8) }
        }
    }

    @Test func limitsHoldAtTheirEdges() throws {
        let card = "BEGIN:VCARD\nFN:A\nEND:VCARD\n"
        let most = String(repeating: card, count: VCardFile.cardsMax)
        #expect(try VCardFile.rows(Array(most.utf8)).count == VCardFile.cardsMax + 1)
        #expect(throws: ImportProblem.self) { try VCardFile.rows(Array((most + card).utf8)) }
        let padding = [UInt8](repeating: 0x78, count: VCardFile.bytesMax - card.utf8.count)
        #expect(try VCardFile.rows(Array(card.utf8) + padding).count == 2)
        #expect(throws: ImportProblem.self) {
            try VCardFile.rows(Array(card.utf8) + padding + [0x78])
        }
    }
}
