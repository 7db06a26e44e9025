/// The words that families write in their tables for words of the services. Spelling does not
/// count; see `ImportWords.plain`.
enum ImportSynonyms {
    typealias Table = [(word: String, label: String)]

    static let types = table([
        "email": ["Mail", "Emailed", "Email Message", "Newsletter"],
        "phone_call": [
            "Phone", "Call", "Called", "Telephone", "Telephone Call", "Voicemail", "Cell",
        ],
        "text": ["Texted", "Text Message", "SMS", "iMessage", "WhatsApp"],
        "in_person_visit": [
            "Visit", "In Person", "Campus Visit", "Official Visit", "Unofficial Visit",
            "Home Visit",
        ],
        "virtual_meeting": ["Video Call", "Video", "Zoom", "FaceTime", "Teams", "Virtual"],
        "camp": ["Clinic", "Prospect Camp"],
        "tweet": ["X", "X Post", "Twitter"],
        "dm": ["Instagram", "Instagram DM", "Twitter DM", "Private Message"],
        "game": ["Match"],
    ])

    static let directions = table([
        "outbound": ["Out", "Sent", "Outgoing", "To Coach", "From Us", "Us", "We"],
        "inbound": ["In", "Received", "Incoming", "From Coach", "To Us", "Them", "They"],
    ])

    static let sentiments = table([
        "very_positive": ["Great", "Excellent", "Very Good", "Fantastic"],
        "positive": ["Good", "Warm", "Interested"],
        "neutral": ["OK", "Okay", "Fine", "Mixed", "Average"],
        "negative": ["Bad", "Poor", "Cold", "Not Interested"],
    ])

    static let divisions = table([
        "D1": ["Division 1", "Division I", "Div 1", "Div I", "DI", "NCAA D1", "NCAA Division I"],
        "D2": [
            "Division 2", "Division II", "Div 2", "Div II", "DII", "NCAA D2", "NCAA Division II",
        ],
        "D3": [
            "Division 3", "Division III", "Div 3", "Div III", "DIII", "NCAA D3",
            "NCAA Division III",
        ],
        "JUCO": ["NJCAA", "Junior College", "Community College"],
    ])

    static let roles = table([
        "head": ["HC"],
        "assistant": ["AC", "Asst", "Asst Coach", "Associate Head Coach"],
        "recruiting": ["Recruiting Coordinator", "RC", "Recruiter"],
    ])

    static let eventTypes = table([
        "showcase": [
            "Combine", "Tournament", "Tourney", "Showcase Tournament", "Exposure Event",
            "Exposure Tournament", "Talent ID", "Tryout",
        ],
        "camp": [
            "Clinic", "Prospect Camp", "Prospect Day", "ID Camp", "ID Clinic", "ID Day",
            "Elite Camp", "Skills Camp", "Team Camp", "Summer Camp", "Winter Camp",
            "Satellite Camp", "Day Camp", "Overnight Camp", "Recruiting Camp",
        ],
        "official_visit": ["Official", "OV"],
        "unofficial_visit": [
            "Unofficial", "Junior Day", "Campus Visit", "UV", "Open House", "Campus Tour",
        ],
        "game": ["Match", "Scrimmage", "League Game"],
    ])

    static let platforms = table([
        "twitter": ["X", "Tweet"],
        "instagram": ["IG", "Insta"],
    ])

    /// The names of the states and territories with their two letters, as the postal service of the
    /// United States abbreviates them.
    static let states = table([
        "AL": ["Alabama"], "AK": ["Alaska"], "AZ": ["Arizona"], "AR": ["Arkansas"],
        "CA": ["California"], "CO": ["Colorado"], "CT": ["Connecticut"], "DE": ["Delaware"],
        "DC": ["District of Columbia", "Washington DC"], "FL": ["Florida"], "GA": ["Georgia"],
        "HI": ["Hawaii"], "ID": ["Idaho"], "IL": ["Illinois"], "IN": ["Indiana"], "IA": ["Iowa"],
        "KS": ["Kansas"], "KY": ["Kentucky"], "LA": ["Louisiana"], "ME": ["Maine"],
        "MD": ["Maryland"], "MA": ["Massachusetts"], "MI": ["Michigan"], "MN": ["Minnesota"],
        "MS": ["Mississippi"], "MO": ["Missouri"], "MT": ["Montana"], "NE": ["Nebraska"],
        "NV": ["Nevada"], "NH": ["New Hampshire"], "NJ": ["New Jersey"], "NM": ["New Mexico"],
        "NY": ["New York"], "NC": ["North Carolina"], "ND": ["North Dakota"], "OH": ["Ohio"],
        "OK": ["Oklahoma"], "OR": ["Oregon"], "PA": ["Pennsylvania"], "RI": ["Rhode Island"],
        "SC": ["South Carolina"], "SD": ["South Dakota"], "TN": ["Tennessee"], "TX": ["Texas"],
        "UT": ["Utah"], "VT": ["Vermont"], "VA": ["Virginia"], "WA": ["Washington"],
        "WV": ["West Virginia"], "WI": ["Wisconsin"], "WY": ["Wyoming"], "PR": ["Puerto Rico"],
        "GU": ["Guam"], "VI": ["Virgin Islands"], "AS": ["American Samoa"],
        "MP": ["Northern Mariana Islands"],
    ])

    private static func table(_ words: KeyValuePairs<String, [String]>) -> Table {
        words.flatMap { word, labels in labels.map { (word, $0) } }
    }
}
