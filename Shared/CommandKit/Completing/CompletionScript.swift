/// The scripts with which shells ask the program for completions.
public enum CompletionScript: String, CaseIterable, Sendable {
    /// GNU bash 4 or newer.
    case bash
    case zsh
    /// fish 3.4 or newer.
    case fish

    /// Returns the script for a program that answers `PROGRAM __complete WORDS…` with lines of
    /// `word<TAB>meaning`. A line with the meaning `files` and no word requests the shell's own
    /// completion of file names.
    public func text(program: String) -> String {
        let function = "_" + program.replacing("-", with: "_")
        switch self {
        case .bash:
            return """
                # \(program) completion for bash: source <(\(program) completion bash)
                \(function)() {
                    local line
                    COMPREPLY=()
                    while IFS= read -r line; do
                        if [[ $line == $'\\tfiles' ]]; then
                            compopt -o default
                            return
                        fi
                        COMPREPLY+=("$(printf '%q' "${line%%$'\\t'*}")")
                    done < <(\(program) __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                }
                complete -F \(function) \(program)

                """
        case .zsh:
            return """
                #compdef \(program)
                # \(program) completion for zsh: source <(\(program) completion zsh)
                \(function)() {
                    local -a found
                    local line word meaning
                    for line in "${(@f)$(\(program) __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                        if [[ "$line" == $'\\tfiles' ]]; then
                            compset -P '-*='
                            _files
                            return
                        fi
                        word="${line%%$'\\t'*}"
                        meaning="${line#*$'\\t'}"
                        [[ -n "$word" ]] && found+=("${word//:/\\\\:}:$meaning")
                    done
                    _describe '\(program)' found
                }
                compdef \(function) \(program)

                """
        case .fish:
            return """
                # \(program) completion for fish: \(program) completion fish | source
                function \(function)
                    set -l found (\(program) __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
                    if test "$found" = \\tfiles
                        set -l flag "$(string match -r -- '^-[^=]*=' (commandline -ct))"
                        set -l typed (string replace -- "$flag" '' (commandline -ct))
                        printf '%s\\n' "$flag"(__fish_complete_path "$typed")
                    else
                        printf '%s\\n' $found
                    end
                end
                complete -c \(program) -f -a '(\(function))'

                """
        }
    }
}
