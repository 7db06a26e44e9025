/// Families whose interactions the C program `rows` writes.
struct SeededFamilies {
    /// The number of the first family.
    var first = 1
    var count = 1
    let rowsEach: Int

    var rows: Int { count * rowsEach }
    /// The mode of the C program, with its words.
    var mode: [String] { ["seed", "\(first)", "\(count)", "\(rowsEach)"] }
}
