import Foundation
import Testing

@testable import Contracts

@Suite struct AttachmentNameTests {
    // Names with path tricks, control characters, 255 and 256 bytes.
    @Test(arguments: [
        "", ".", "..", "a/b.pdf", "../x.pdf", "/etc/passwd.txt", "a\\b.txt", "nul\u{0}.txt",
        "line\n.txt", "esc\u{1b}.pdf", "c1\u{9b}.pdf", "del\u{7f}.pdf",
        // What turns "exe.jpg" around, has no width, or ends a line unseen.
        "gpj.\u{202E}exe.txt", "a\u{202D}.pdf", "a\u{2066}.pdf", "a\u{2069}.pdf", "\u{200E}a.pdf",
        "a\u{200F}.pdf", "a\u{061C}.pdf", "a\u{200B}.pdf", "\u{FEFF}a.pdf", "a\u{2060}.pdf",
        "a\u{00AD}.pdf", "a\u{2028}.pdf", "a\u{2029}.pdf", "a\u{E0061}.pdf",
    ])
    func namesThatCouldLeadElsewhereAreRefused(name: String) {
        #expect(AttachmentName.problem(name) != nil)
    }

    @Test(arguments: [
        "a.pdf", "Über uns.pdf", "-rf.txt", ".hidden.txt", "a b (2).jpg", "CON.txt", "…", "👟.png",
        "100%.txt", "שלום.pdf", "👩\u{200D}👧.png", "می\u{200C}خواهم.txt",
    ])
    func otherNamesAreData(name: String) {
        #expect(AttachmentName.problem(name) == nil)
    }

    @Test func namesHave255BytesAtMost() {
        let longest = String(repeating: "é", count: 125) + "a.pdf"
        #expect(longest.utf8.count == AttachmentLimit.nameBytesMax)
        #expect(AttachmentName.problem(longest) == nil)
        #expect(AttachmentName.problem("a" + longest)?.contains("255") == true)
    }

    // D-18: equal names get " (2)" before the extension.
    @Test func aTakenNameGetsTheNextNumber() {
        func free(_ name: String, _ taken: String...) -> String {
            AttachmentName.free(name, among: taken)
        }
        #expect(free("a.pdf") == "a.pdf")
        #expect(free("a.pdf", "b.pdf") == "a.pdf")
        #expect(free("a.pdf", "a.pdf") == "a (2).pdf")
        #expect(free("a.pdf", "a.pdf", "a (2).pdf", "a (4).pdf") == "a (3).pdf")
        #expect(free("a.tar.gz", "a.tar.gz") == "a.tar (2).gz")
        #expect(free("README", "README") == "README (2)")
        #expect(free(".txt", ".txt") == ".txt (2)")
        // One name, written with one scalar and with two.
        #expect(free("\u{e9}.pdf", "e\u{301}.pdf") == "\u{e9} (2).pdf")
        let longest = String(repeating: "é", count: 125) + "a.pdf"
        let second = free(longest, longest)
        #expect(second.hasSuffix("é (2).pdf"))
        #expect(AttachmentName.problem(second) == nil)
    }

    //
    @Test func thePathIsTheNamePercentEncoded() {
        let id = InteractionID(high: 1, low: 2)
        let start = "interactions/\(id.text)/"
        for (name, encoded) in [
            ("a.pdf", "a.pdf"), ("A-z_0.9~.txt", "A-z_0.9~.txt"), ("a b.pdf", "a%20b.pdf"),
            ("é#?&+%.png", "%C3%A9%23%3F%26%2B%25.png"), ("a(2)'.txt", "a%282%29%27.txt"),
        ] {
            #expect(AttachmentName.path(name, of: id) == start + encoded)
            #expect(
                AttachmentName.path(name, of: id).dropFirst(start.count).removingPercentEncoding
                    == name)
        }
    }

    // IA-36, D-16
    @Test func theExtensionTellsTheType() {
        for (name, type) in [
            ("a.jpg", AttachmentType.jpeg), ("a.JPEG", .jpeg), ("b.png", .png), ("c.GIF", .gif),
            ("d.pdf", .pdf), ("e.doc", .doc), ("f.docx", .docx), ("g.txt", .text),
            ("two.pdf.png", .png),
        ] {
            #expect(AttachmentType(fileName: name) == type)
        }
        for name in ["a", ".pdf", "a.", "a.exe", "a.svg", "a.html", "a.heic", "a.webp", "a.xlsx"] {
            #expect(AttachmentType(fileName: name) == nil)
        }
    }

    // ID-11
    @Test func labelsAreThoseOfTheDetailPage() {
        #expect(
            AttachmentType.allCases.map(\.label)
                == ["Image", "Image", "Image", "PDF", "Document", "Document", "Text"])
    }
}
