import CommandKit

/// `interactions …`; one file a command.
enum InteractionCommands {
    static let all = [list, show, add, export, delete]
}
