/// Names of JSON keys.
enum KeyName {
    /// Returns a lower camel case name in snake case. A run of capitals is one word, also with a
    /// plural s at the end: `familyUnitID` becomes `family_unit_id`, `postURLText` becomes
    /// `post_url_text`, and `coachIDs` becomes `coach_ids`.
    static func snakeCase(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (place, letter) in letters.enumerated() {
            if letter.isUppercase, place > 0 {
                let followsCapital = letters[place - 1].isUppercase
                let rest = String(letters[(place + 1)...])
                let beginsWord = rest.first?.isLowercase == true && rest != "s"
                if !followsCapital || beginsWord { result.append("_") }
            }
            result.append(contentsOf: letter.lowercased())
        }
        return result
    }
}
