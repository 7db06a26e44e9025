# Prints the targets of a Makefile: "##@ GROUP" lines as headings, "target: … ## TEXT" lines below.
/^##@ / { printf "\n%s\n", substr($0, 5) }
/^[a-z-]+:.*## / {
    text = $0
    sub(/^[^#]*## /, "", text)
    split($0, parts, ":")
    printf "  make %-11s %s\n", parts[1], text
}
END { print "" }
