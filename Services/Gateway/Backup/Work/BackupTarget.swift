import CommandKit
import Contracts
import Foundation
import Glibc
import ServiceKit

/// The place of a new backup: a folder, and the name of the file if one was given.
struct BackupTarget {
    let folder: String
    /// The file's name; if nil, it is named after its instant.
    let name: String?
    /// Whether the folder is made for this backup, which is below one that is there.
    private let isNew: Bool

    private init(_ folder: String, name: String? = nil, isNew: Bool = false) {
        self.folder = folder
        self.name = name
        self.isNew = isNew
    }

    /// Reads what `--to` names: a folder that is there, a new one if the path ends in a slash, and
    /// else a new file. Without it, the home's own folder is taken, and made if it is missing.
    init(_ to: String?, in home: CompassHome, keep: Int?) throws(BackupRefusal) {
        guard let to else {
            do {
                try CompassHome.makePrivateFolder(home.backupFolder)
            } catch {
                throw BackupRefusal(
                    .validationFailed, "\(home.backupFolder) cannot be used",
                    reason: error.description)
            }
            self.init(home.backupFolder)
            return
        }
        let path = BackupFolder(to).path
        var isFolder: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else {
                throw BackupRefusal(
                    .conflict, "\(QuotedText.path(path)) exists already",
                    reason: "Nothing was written.",
                    remedy: "Name a folder or another file with --to.")
            }
            self.init(path)
            return
        }
        let isFile = !to.hasSuffix("/")
        guard keep == nil || !isFile else {
            throw BackupRefusal(
                .validationFailed, "--keep counts the backups of a folder",
                remedy: "Name one that is there with --to, or a new one with / at its end.")
        }
        let url = URL(fileURLWithPath: path)
        let parent = url.deletingLastPathComponent().path
        guard RawFile.exists(parent) else {
            throw BackupRefusal(
                .notFound, "The folder \(QuotedText.path(parent)) is not there",
                remedy: "Make it, or name another one with --to.")
        }
        if isFile {
            self.init(parent, name: url.lastPathComponent)
        } else {
            self.init(path, isNew: true)
        }
    }

    /// Makes the folder, with mode 0700, if it is a new one.
    func makeFolder() throws(BackupRefusal) {
        guard isNew else { return }
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw RawFile.refusal(folder, errno)
        }
        try RawFile.syncFolder(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
    }
}
