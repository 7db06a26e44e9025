// MARK: What the script reads

extension Attribute {
    /// Names what a form stores, so that a draft finds its form again.
    @inlinable public static var dataKey: TextAttribute { .init(" data-key") }
    @inlinable public static var dataName: TextAttribute { .init(" data-name") }
    @inlinable public static var dataAction: TextAttribute { .init(" data-action") }
    @inlinable public static var dataRecord: TextAttribute { .init(" data-record") }
    /// The id of the school that a group of coaches belongs to.
    @inlinable public static var dataSchool: TextAttribute { .init(" data-school") }
    /// What a choice among nothing says.
    @inlinable public static var dataNone: TextAttribute { .init(" data-none") }
    @inlinable public static var dataSince: TextAttribute { .init(" data-since") }
    /// The number of characters that a counter allows, or of bytes that a part of a file has.
    @inlinable public static var dataMax: NumberAttribute { .init(" data-max") }
    @inlinable public static var dataCount: NumberAttribute { .init(" data-count") }
}
