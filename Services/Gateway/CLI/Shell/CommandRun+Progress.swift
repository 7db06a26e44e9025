import CommandKit
import Contracts

extension CommandRun {
    /// The batches of a file after which its progress is shown; most files are done before that.
    var quietBatchesMax: Int { 3 }

    /// The progress of a file's transfer on stderr. Nothing is shown with `-q`, or for a file of a
    /// single chunk.
    func progress(of name: String, total: Int) -> ProgressLine {
        progressLine(name, total: total, isShown: total > AttachmentLimit.chunkBytesMax)
    }

    /// The number of rows read so far, on stderr of a person's terminal.
    func progress(of unit: String) -> ProgressLine {
        progressLine(unit, total: nil, isShown: isForPeople)
    }

    private func progressLine(_ label: String, total: Int?, isShown: Bool) -> ProgressLine {
        ProgressLine(
            label, total: total, on: isShown && !isQuiet ? console.noteTraits : .pipe,
            write: console.writeNote)
    }
}
