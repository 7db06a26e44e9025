import Foundation
import HTML

/// The name and the drawings of the brand: a compass.
enum Brand {
    static let name = "Recruiting Compass"
}

extension HTMLWriter {
    /// Writes the mark: a ring with a needle.
    mutating func mark() {
        self(.svg, .class("mark"), .viewBox("0 0 28 28"), .ariaHidden(true)) { html in
            html(.circle, .cx(14), .cy(14), .r(12))
            html(.path, .pathData("M14 2v3.500M14 22.500V26M2 14h3.500M22.5 14H26"))
            html(.path, .class("n"), .pathData("M20 8l-4.2 7.8-3.6-3.600z"))
            html(.path, .class("s"), .pathData("M8 20l4.2-7.8 3.6 3.600z"))
        }
    }

    /// Writes a half dial. Its needle points up, or aside if nothing matched.
    mutating func dial(isAside: Bool) {
        self(.svg, .class("dial"), .viewBox("0 0 120 68"), .ariaHidden(true)) { html in
            html(.path, .pathData("M8 60h8M112 60h-8M8 60a52 52 0 0 1 104 0"))
            html(.path, .pathData(Self.ticks(count: 16, centre: (60, 60), from: 46, to: 52)))
            html(
                .path, .class("needle"),
                .pathData(isAside ? "M60 60 88 36" : "M60 60V22"))
            html(.circle, .class("hub"), .cx(60), .cy(60), .r(4.5))
        }
    }

    /// Writes the compass card behind the sign-in.
    mutating func rose() {
        self(.svg, .class("rose"), .viewBox("0 0 100 100"), .ariaHidden(true)) { html in
            html(.circle, .cx(50), .cy(50), .r(49))
            html(.circle, .cx(50), .cy(50), .r(31))
            html(
                .path,
                .pathData(Self.ticks(count: 72, centre: (50, 50), from: 46.5, to: 48.5, turns: 1)))
            html(
                .path, .strokeWidth(1),
                .pathData(Self.ticks(count: 12, centre: (50, 50), from: 44, to: 48.5, turns: 1)))
            html(.path, .class("n"), .pathData("M70 18 55 49.5 45 44.500z"))
            html(.path, .class("s"), .pathData("M30 82 55 49.5 45 44.500z"))
            html(.circle, .class("hub"), .cx(50), .cy(50), .r(2))
        }
    }

    /// The commands of short lines towards a centre, over half a turn or a whole one.
    private static func ticks(
        count: Int, centre: (x: Double, y: Double), from inner: Double, to outer: Double,
        turns: Double = 0.5
    ) -> String {
        func place(_ radius: Double, _ angle: Double) -> String {
            let x = centre.x - radius * cos(angle)
            let y = centre.y - radius * sin(angle)
            return "\((x * 100).rounded() / 100) \((y * 100).rounded() / 100)"
        }
        return (0...count).map { tick in
            let angle = Double(tick) / Double(count) * turns * 2 * .pi
            return "M\(place(inner, angle))L\(place(outer, angle))"
        }
        .joined()
    }
}
