import CTerminal
import Glibc

/// The process of a program that another program starts, with an order on stdin and a report on
/// stdout. It is killed when the other program dies, since nobody would read its report.
public enum StartedProcess {
    /// Prepares the process and parses the command line of a program with this name and
    /// one-sentence description. With `--help` or a wrong flag, the process ends.
    @discardableResult
    public static func invocation(
        of name: String, _ sentence: String, flags: [Flag] = []
    ) -> Invocation {
        CoreFiles.forbid()
        OutputChannel.reserveStandardDescriptors()
        OutputChannel.ignoreBrokenPipes()
        endWithParent()
        // Ignoring the signal makes a file size limit an error (EFBIG), reported like a full disk.
        _ = signal(SIGXFSZ, SIG_IGN)
        do {
            let program = FlatProgram(name, sentence, flags: flags)
            switch try program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help(let text): end(.success, Array(text.utf8))
            case .run(let invocation): return invocation
            }
        } catch {
            let errors = OutputChannel(descriptor: STDERR_FILENO)
            for line in error.lines { errors.line(line) }
            errors.flush()
            exit(error.exitCode.rawValue)
        }
    }

    /// Has the system kill the process when its parent dies. The thread that started it must wait
    /// for its end, as `SiblingProgram.run` does: the system takes that thread for the parent.
    private static func endWithParent() {
        _ = compass_end_with_parent()
        // A parent that died before that has closed its end of the pipe.
        guard OutputChannel(descriptor: STDOUT_FILENO).isRead(after: .zero) else {
            exit(ExitCode.failure.rawValue)
        }
    }

    /// Writes the report and ends the process, as failed if the report cannot be written.
    public static func end(_ code: ExitCode, _ report: [UInt8]) -> Never {
        let channel = OutputChannel(descriptor: STDOUT_FILENO)
        channel.write(report)
        channel.flush()
        exit(channel.problem == nil ? code.rawValue : ExitCode.failure.rawValue)
    }
}
