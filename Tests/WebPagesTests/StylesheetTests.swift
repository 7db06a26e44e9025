import Foundation
import HTML
import Support
import Testing

@testable import WebPages

/// The colours of the stylesheet, as a reader with the light or the dark theme sees them.
struct Palette {
    /// The light and the dark colour of each token, as red, green and blue.
    let tokens: [String: (light: [Double], dark: [Double])]

    init(_ style: String) {
        var tokens: [String: (light: [Double], dark: [Double])] = [:]
        let pair = /--([a-z-]+):light-dark\(#([0-9A-F]{6}),#([0-9A-F]{6})\)/
        for match in style.matches(of: pair) {
            tokens[String(match.1)] = (Self.parts(match.2), Self.parts(match.3))
        }
        for match in style.matches(of: /--([a-z-]+):#([0-9A-F]{6})[;}]/) {
            tokens[String(match.1)] = (Self.parts(match.2), Self.parts(match.2))
        }
        self.tokens = tokens
    }

    private static func parts(_ hex: Substring) -> [Double] {
        let value = Int(hex, radix: 16) ?? 0
        return [value >> 16, value >> 8 & 255, value & 255].map { Double($0) / 255 }
    }

    /// The contrast of WCAG 2.2 in the light and in the dark theme.
    func contrasts(_ first: String, _ second: String) throws -> [Double] {
        let (one, two) = (try #require(tokens[first]), try #require(tokens[second]))
        return [
            Self.contrast(one.light, two.light), Self.contrast(one.dark, two.dark),
        ]
    }

    private static func contrast(_ first: [Double], _ second: [Double]) -> Double {
        let (one, two) = (luminance(first), luminance(second))
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    private static func luminance(_ colour: [Double]) -> Double {
        let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}

@Suite
struct StylesheetTests {
    private static let style = String(decoding: Asset.stylesheet.bytes, as: UTF8.self)
    private static let palette = Palette(style)

    /// Texts and what they stand on.
    static let texts: [(String, [String])] = [
        ("ink", ["page", "surface", "sunken"]), ("soft", ["page", "surface", "sunken"]),
        ("faint", ["page", "surface", "sunken"]), ("accent", ["page", "surface"]),
        ("accent-strong", ["page", "surface"]), ("on-accent", ["accent", "accent-strong"]),
        ("accent-ink", ["accent-soft"]), ("ink", ["accent-soft"]), ("soft", ["accent-soft"]),
        ("danger", ["page", "surface"]),
        ("surface", ["danger", "needle"]), ("page", ["ink"]),
        ("blue-text", ["blue-back", "blue-tint"]), ("green-text", ["green-back", "green-tint"]),
        ("purple-text", ["purple-back", "purple-tint"]),
        ("amber-text", ["amber-back", "amber-tint", "surface"]), ("red-text", ["red-back"]),
        ("gray-text", ["gray-back"]),
        ("soft", ["blue-tint", "green-tint", "purple-tint", "amber-tint"]),
        ("on-face", ["face", "face-end"]), ("on-band", ["band"]), ("band-soft", ["band"]),
    ]

    /// Edges, icons and bars, and what they stand on.
    static let fills: [(String, [String])] = [
        ("edge", ["page", "surface"]), ("focus", ["page", "surface"]), ("needle", ["page"]),
        ("outbound", ["surface", "sunken"]), ("inbound", ["surface", "sunken"]),
        ("middling", ["surface", "sunken"]), ("negative", ["surface", "sunken"]),
        ("neutral", ["surface", "sunken"]), ("twitter", ["surface"]), ("instagram", ["surface"]),
        (
            "on-disc",
            [
                "disc-blue", "disc-purple", "disc-green", "disc-orange", "disc-indigo", "disc-pink",
                "disc-cyan", "disc-gray", "outbound", "inbound",
            ]
        ),
        ("accent", ["sunken", "surface"]), ("edge", ["surface"]), ("band-needle", ["band"]),
    ]

    @Test(arguments: texts)
    func textHasAContrastOfFourAndAHalf(_ text: String, _ grounds: [String]) throws {
        for ground in grounds {
            for contrast in try Self.palette.contrasts(text, ground) {
                #expect(contrast >= 4.5, "\(text) on \(ground): \(contrast)")
            }
        }
    }

    @Test(arguments: fills)
    func fillsAndEdgesHaveAContrastOfThree(_ fill: String, _ grounds: [String]) throws {
        for ground in grounds {
            for contrast in try Self.palette.contrasts(fill, ground) {
                #expect(contrast >= 3, "\(fill) on \(ground): \(contrast)")
            }
        }
    }

    /// Decoration needs no contrast; everything else is in one of the tables.
    @Test
    func everyColourIsInATable() {
        let decoration: Set = ["line", "band-line"]
        let named = Set((Self.texts + Self.fills).flatMap { [$0.0] + $0.1 })
        #expect(Set(Self.palette.tokens.keys).subtracting(named) == decoration)
        #expect(Self.palette.tokens.count >= 56)
    }

    @Test
    func coloursStandOnlyInTheTokens() throws {
        let rest = try #require(Self.style.firstRange(of: "--pad:1rem}"))
        let rules = Self.style[rest.upperBound...]
        #expect(rules.matches(of: /#[0-9a-fA-F]{3,8}\b/).isEmpty)
        #expect(rules.matches(of: /rgb\(/).count == 1, "the shade behind a dialog")
    }

    @Test
    func everyVariableIsDefined() {
        for match in Self.style.matches(of: /var\(--([a-z-]+)\)/) {
            #expect(Self.style.contains("--\(match.1):"), "\(match.1)")
        }
    }

    @Test
    func theStyleHasNoCommentsAndBalancedBraces() {
        #expect(!Self.style.contains("/*") && !Self.style.contains("\n"))
        #expect(Self.style.count { $0 == "{" } == Self.style.count { $0 == "}" })
    }

    /// The limit of the design is 10,000 bytes, its aim 7,000.
    @Test
    func theCompressedStyleIsSmall() throws {
        let size = try Compressed.size(of: Asset.stylesheet.bytes)
        #expect(size > 1_000 && size <= 10_000, "\(size) bytes")
    }

    /// Every class that the pages write has a rule, so that a misspelt one is found.
    @Test
    func everyClassHasARule() throws {
        let bare: Set = ["type", "words", "main", "danger"]
        var missing: Set<String> = []
        for (_, write) in SamplePages.all {
            for node in try Samples.document(write).nodes {
                for name in node["class"]?.split(separator: " ") ?? [] {
                    let rule = try Regex("\\.\(name)(?![a-z-])")
                    if Self.style.firstMatch(of: rule) == nil { missing.insert(String(name)) }
                }
            }
        }
        #expect(missing.subtracting(bare) == [])
    }
}

@Suite
struct AssetTests {
    @Test
    func everyIconIsInTheFile() throws {
        let file = String(decoding: Asset.icons.bytes, as: UTF8.self)
        let ids = file.matches(of: /<symbol id="([a-z]+)" viewBox="0 0 24 24">/).map {
            String($0.1)
        }
        #expect(ids == Icon.allCases.map(\.name))
    }

    @Test
    func anAddressChangesWithTheContent() {
        #expect(
            Asset.stylesheet.address.text.wholeMatch(of: /\/assets\/compass-[0-9a-f]{16}\.css/)
                != nil)
        #expect(Set(Asset.all.map(\.address)).count == Asset.all.count)
        #expect(Icon.mail.address.text == Asset.icons.address.text + "#mail")
    }
}
