import CommandKit

/// The `interactions` commands; each has a file of its own.
enum InteractionCommands {
    static let all = [list, show, add, edit, note, export, delete]
}
