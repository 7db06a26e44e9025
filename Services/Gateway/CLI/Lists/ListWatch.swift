import CommandKit
import Contracts

/// `--watch`: repeats a list and shows what changed.
///
/// On a terminal that can draw, the page fills the screen and is redrawn when the answer or the
/// window size changes. Everywhere else the list is written once, then each row that enters it;
/// rows that leave it are not reported.
struct ListWatch {
    /// The time between two requests.
    static let interval = Duration.seconds(2)
    /// The time between two checks of the window size and the reader.
    static let tick = Duration.milliseconds(250)

    /// The number of checks between two requests.
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
                "--watch and --output json cannot be combined",
                reason: "A single JSON document cannot be streamed.", remedy: "Try: --output jsonl")
        }
        self.compass = compass
        self.command = command
        self.run = run
        self.format = format
    }

    private var watching: Console.Watching { run.console.watching }

    /// Watches until the reader is gone; Ctrl-C ends the process. A first failure, or one that
    /// cannot be retried, ends the watch; a temporary one does not.
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
            if isAway { run.note("Connected again") }
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
                status = "Refreshing every \(Self.interval.components.seconds) s; Ctrl-C to stop"
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
        /// Temporarily unavailable, with the message.
        case away(String)
    }

    private func look(hasSeen: Bool) throws -> Look {
        do {
            return .list(try command.run(run))
        } catch let failure as CommandFailure where hasSeen && failure.isRetryable {
            return .away("\(failure.message); trying again")
        }
    }

    /// Waits for the next request; returns false once the reader is gone.
    private func wait(_ eachTick: () throws -> Void) rethrows -> Bool {
        for _ in 0..<Self.ticks {
            guard watching.pause(Self.tick) else { return false }
            try eachTick()
        }
        return true
    }
}
