extension String {
    /// Returns the text with what `replacement` returns in place of each scalar, unless that is
    /// nil.
    public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var output = ""
        output.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                output += text
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
