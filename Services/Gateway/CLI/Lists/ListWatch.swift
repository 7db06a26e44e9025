import CommandKit
import Contracts

/// `--watch`: runs a list again and again, and shows what changed.
///
/// On a terminal that can draw, the page takes the whole screen and is drawn anew whenever the
/// answer or the window changed. Everywhere else the list comes once, then each row that enters it,
/// as it does; that a row left the list cannot be told there.
struct ListWatch {
    /// The time between two looks.
    static let interval = Duration.seconds(2)
    /// The time between two looks at the window, and whether anybody still reads.
    static let tick = Duration.milliseconds(250)

    /// How many of those lie between two looks at the list.
    static let ticks = Int(interval / tick)

    private let compass: Compass
    private let command: CompassCommand
    private let run: CommandRun
    private let format: OutputFormat

    init(
        _ compass: Compass, _ command: CompassCommand, _ run: CommandRun, _ format: OutputFormat
    ) throws {
        guard format != .json else {
            throw CommandFailure.usage(
                "--watch and --output json exclude each other",
                reason: "One JSON document cannot go on.", remedy: "Try: --output jsonl")
        }
        self.compass = compass
        self.command = command
        self.run = run
        self.format = format
    }

    private var watching: Console.Watching { run.console.watching }

    /// Watches until nobody reads any more; Ctrl-C ends the process. A list that cannot be had at
    /// all ends the watch, one that cannot be had for a while does not.
    func follow() throws {
        let drawsPage = format == .table && run.console.traits.canDraw
        watching.begin(drawsPage)
        defer { if drawsPage { watching.leaveScreen() } }
        try drawsPage ? followPage() : followRows()
    }

    // MARK: Rows

    private func followRows() throws {
        var last: CommandResult?
        var seen: Set<String> = []
        var isAway = false
        repeat {
            let look = try look(hasSeen: last != nil)
            guard case .list(let result) = look else {
                if case .away(let text) = look, !isAway { run.note(text) }
                isAway = true
                continue
            }
            if isAway { run.note("Back again") }
            isAway = false
            guard result.json != last?.json else { continue }
            let ids = try result.ids()
            if last == nil {
                try compass.show(result, format, run)
            } else {
                let places = ids.indices.filter { !seen.contains(ids[$0]) }
                if !places.isEmpty {
                    try compass.show(result.continued(at: places), format, run)
                }
            }
            seen.formUnion(ids)
            last = result
        } while wait {}
    }

    // MARK: A page

    private func followPage() throws {
        var page: CommandResult?
        var text = ""
        var status = "Loading interactions..."
        var traits = run.console.traits
        func draw() {
            let line = DisplayWidth.truncated(status, to: max(traits.columns - 1, 1))
            let frame = WholeScreen.frame(
                text, status: TextStyle.faint.applied(to: line, traits), rows: traits.rows)
            run.console.writeResult(Array(frame.utf8))
        }
        draw()
        repeat {
            let before = (text, status)
            switch try look(hasSeen: page != nil) {
            case .list(let result):
                status = "Looks every \(Self.interval.components.seconds) s, Ctrl-C ends"
                if result.json != page?.json {
                    page = result
                    text = try pageText(result, traits)
                }
            case .away(let problem): status = problem
            }
            if before != (text, status) { draw() }
        } while try wait {
            guard let now = watching.traits(), now != traits else { return }
            traits = now
            text = try page.map { try pageText($0, now) } ?? ""
            draw()
        }
    }

    private func pageText(_ result: CommandResult, _ traits: TerminalTraits) throws -> String {
        let heading = try result.heading(traits).map { $0 + "\n" }.joined()
        let footer = try result.footer(traits).map { $0 + "\n" }.joined()
        let text = try result.text(traits)
        return heading + text + (text.isEmpty ? "" : "\n") + footer
    }

    // MARK: Looking and waiting

    private enum Look {
        case list(CommandResult)
        /// Why there is none for now.
        case away(String)
    }

    private func look(hasSeen: Bool) throws -> Look {
        do {
            return .list(try command.run(run))
        } catch let failure as CommandFailure where hasSeen && failure.isRetryable {
            return .away("\(failure.message); trying again")
        }
    }

    /// Waits for the next look; false when nobody reads any more.
    private func wait(_ eachTick: () throws -> Void) rethrows -> Bool {
        for _ in 0..<Self.ticks {
            guard watching.pause(Self.tick) else { return false }
            try eachTick()
        }
        return true
    }
}
