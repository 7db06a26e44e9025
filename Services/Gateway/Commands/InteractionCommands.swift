import CommandKit

/// `interactions …` and `undo`; one file a command.
enum InteractionCommands {
    static let all = [list, show, add, export, delete, undo]
}
