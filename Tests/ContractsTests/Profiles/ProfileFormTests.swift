import Testing

@testable import Contracts

@Suite struct ProfileFormTests {
    private static let id = #""id":"00000000-0000-0001-0000-000000000001""#
    private static let player = UserID(high: 1, low: 1)

    private func errors(_ more: String) -> [String: String] {
        refusedFields(EditProfile.self, "{\(Self.id),\(more)}")
    }

    private func edited(_ more: String) throws -> PlayerProfile {
        let input = try accepted(EditProfile.self, "{\(Self.id),\(more)}")
        var profile = PlayerProfile(of: Self.player, in: .zero, at: .earliest)
        input.apply(to: &profile)
        return profile
    }

    // N-66: heights as people type them, in one form.
    @Test(arguments: [
        (#"6'2\""#, #"6'2""#), ("6'2", #"6'2""#), ("6-2", #"6'2""#), ("6 ft 2 in", #"6'2""#),
        ("6 feet 2 inches", #"6'2""#), ("74", #"6'2""#), ("74 in.", #"6'2""#), ("6’2”", #"6'2""#),
        ("6'", #"6'0""#), ("188 cm", #"6'2""#), ("5'11", #"5'11""#), ("3'0", #"3'0""#),
        ("8'0", #"8'0""#), ("36", #"3'0""#), ("96", #"8'0""#),
    ])
    func heightsAreRead(typed: String, stored: String) throws {
        #expect(try edited(#""height":"\#(typed)""#).height == stored)
    }

    @Test(arguments: [
        "2'11", "8'1", "35", "97", "6'12", "tall", "6.2", "600 cm", "-6'2", "'", "6''2",
    ])
    func otherHeightsAreRefused(typed: String) {
        #expect(
            errors(#""height":"\#(typed)""#) == [
                "height": #"Height must be 3'0" to 8'0", such as 6'2", 74 in or 188 cm"#
            ])
    }

    /// To look for its marks among so many blanks would take minutes.
    @Test(.timeLimit(.minutes(1))) func aLongHeightIsNotRead() {
        let blanks = String(repeating: " ", count: 200_000)
        #expect(errors("\"height\":\"6\(blanks)2\"").keys.sorted() == ["height"])
    }

    // N-66: each limit, and the first value beyond it.
    @Test func limitsHold() throws {
        for year in [2_000, 2_100] {
            #expect(try edited(#""graduation_year":\#(year)"#).graduationYear == year)
        }
        for year in ["1999", "2101", "2027.5", #""soon""#] {
            #expect(errors(#""graduation_year":\#(year)"#).keys.sorted() == ["graduation_year"])
        }
        for pounds in [50, 500] { #expect(try edited(#""weight":\#(pounds)"#).weight == pounds) }
        for pounds in [49, 501] {
            #expect(
                errors(#""weight":\#(pounds)"#) == ["weight": "Weight must be 50 to 500 pounds"])
        }
        for average in [0, 3.85, 6] {
            #expect(try edited(#""gpa":\#(average)"#).gpa == average)
        }
        for average in ["-0.01", "6.01", "3.855"] {
            #expect(errors(#""gpa":\#(average)"#).keys.sorted() == ["gpa"])
        }
        let most = String(repeating: "é", count: ProfileLimit.positionsMax)
        #expect(try edited(#""positions":"\#(most)""#).positions == most)
        #expect(errors(#""positions":"\#(most)x""#).keys.sorted() == ["positions"])
    }

    // N-66
    @Test func linksAreWebAddressesOneOnALine() throws {
        let links = (1...ProfileLimit.linksMax).map { "https://video.example/\($0)" }
        let typed = links.joined(separator: #" \n "#)
        #expect(try edited(#""video_links":"\#(typed)""#).videos == links)
        #expect(
            errors(#""video_links":"\#(typed)\nhttps://video.example/11""#) == [
                "video_links": "At most 10 links to video are kept"
            ])
        #expect(
            try edited(#""video_links":"video.example/a""#).videos == ["https://video.example/a"])
        for address in ["video", "javascript:alert(1)", "ftp://video.example/a"] {
            #expect(
                errors(#""video_links":"https://a.example/b\n\#(address)""#).keys.sorted()
                    == ["video_links"], "\(address)")
        }
    }

    @Test func anEditClearsWhatIsEmpty() throws {
        var profile = try edited(
            #""height":"6'2","weight":185,"gpa":3.5,"video_links":"https://a.example/b""#)
        #expect(!profile.isEmpty)
        try accepted(
            EditProfile.self,
            "{\(Self.id)," + #""height":"","video_links":" ","clear":["weight","gpa"]}"#
        ).apply(to: &profile)
        #expect(profile.isEmpty)
    }

    // N-67: each audience sees what is for it, and a narrower one's fields stay hidden.
    @Test func audiencesSeeWhatIsForThem() throws {
        let fields = [
            ("positions", #""SS""#), ("graduation_year", "2027"), ("height", #""6'2""#),
            ("weight", "185"), ("gpa", "3.5"), ("video_links", #""https://a.example/b""#),
        ]
        let all = fields.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
        for audience in ProfileAudience.allCases {
            let marks = fields.map { #""\#($0.0)_for":"\#(audience.rawValue)""# }
            let profile = try edited(all + "," + marks.joined(separator: ","))
            #expect(profile.shown(to: .me) == profile && profile.facts.count == fields.count)
            #expect(profile.shown(to: .family).isEmpty == (audience == .me))
            #expect(profile.shown(to: .coaches).isEmpty == (audience != .coaches))
        }
        for (field, _) in fields {
            let profile = try edited(all + #","\#(field)_for":"me""#)
            #expect(profile.shown(to: .family).facts.count == fields.count - 1, "\(field)")
        }
        #expect(errors(#""gpa_for":"everybody""#) == ["gpa_for": ProfileAudience.refusal])
        #expect(errors(#""gpa_for":"""#) == ["gpa_for": ProfileAudience.refusal])
        // The GPA alone is not for coaches unless its player says so.
        #expect(try edited(all).shown(to: .coaches).gpa == nil)
        #expect(try edited(all).shown(to: .coaches).facts.count == fields.count - 1)
    }

    @Test func factsReadAsPeopleWriteThem() throws {
        let profile = try edited(
            #""positions":"SS, 2B","graduation_year":2027,"height":"74","weight":185,"gpa":4"#)
        #expect(
            profile.facts.map { "\($0.label): \($0.text)" } == [
                "Positions: SS, 2B", "Class of: 2027", "Height: 6'2\"", "Weight: 185 lb",
                "GPA: 4.0",
            ])
    }
}
