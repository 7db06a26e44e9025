public import Contracts

/// Why `compass export --all` made no archive, for the reader of the page that asked for it.
public enum ArchiveFailure {
    /// What the run prints as JSON.
    private struct Report: Decodable {
        struct Problem: Decodable {
            let code: ErrorCode
            let message: String
        }

        let error: Problem
    }

    /// The words of the C library and of `compass` for a disk or a quota without space.
    private static let fullDiskWords = [
        "No space left on device", "Disk quota exceeded", "The disk is full",
    ]

    /// The error that tells the reader what helps, and not where the files of the server lie.
    ///
    /// - Parameters:
    ///   - report: What the run printed as JSON; empty if it did not get that far.
    ///   - notes: What the run told people.
    ///   - isOverdue: Whether the run was ended because it took too long.
    ///   - isDiskFull: Whether the disk is known to be full, which may keep a run from saying so.
    public static func explained(
        report: [UInt8], notes: String, isOverdue: Bool = false, isDiskFull: Bool = false
    ) -> ServiceError {
        if isDiskFull || fullDiskWords.contains(where: { notes.contains($0) }) {
            return ServiceError(
                .unavailable, "The disk of the server is full", subject: .fullDisk)
        }
        if isOverdue {
            return ServiceError(
                .unavailable,
                "Making the archive took too long and was ended. On the command line it may take "
                    + "as long as it needs: compass export --all")
        }
        let found = try? JSONCoding.decodeDocument(Report.self, from: report)
        switch found?.error.code {
        case .unauthenticated, .forbidden, .dataLoss:
            guard let problem = found?.error else { return unknown }
            return ServiceError(problem.code, problem.message)
        case .busy, .unavailable, .timeout:
            return ServiceError(
                .unavailable,
                "A part of the system does not answer, and without it the archive would not be "
                    + "whole; please try again in a minute")
        default:
            return unknown
        }
    }

    private static let unknown = ServiceError(
        .unavailable, "The archive could not be made; please try again")
}
