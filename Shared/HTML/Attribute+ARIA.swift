// MARK: Roles, names and descriptions

extension Attribute {
    @inlinable public static var role: WordAttribute<ARIARole> { .init(" role") }
    @inlinable public static var ariaLabel: TextAttribute { .init(" aria-label") }
    /// The ids of elements, separated by blanks.
    @inlinable public static var ariaLabelledBy: TextAttribute { .init(" aria-labelledby") }
    @inlinable public static var ariaDescribedBy: TextAttribute { .init(" aria-describedby") }
    @inlinable public static var ariaControls: TextAttribute { .init(" aria-controls") }
    @inlinable public static var ariaOwns: TextAttribute { .init(" aria-owns") }
    @inlinable public static var ariaErrorMessage: TextAttribute { .init(" aria-errormessage") }
    @inlinable public static var ariaDetails: TextAttribute { .init(" aria-details") }
    @inlinable public static var ariaValueText: TextAttribute { .init(" aria-valuetext") }
    @inlinable public static var ariaKeyShortcuts: TextAttribute { .init(" aria-keyshortcuts") }
    @inlinable public static var ariaRoleDescription: TextAttribute {
        .init(" aria-roledescription")
    }
}

// MARK: States

extension Attribute {
    @inlinable public static var ariaHidden: TruthAttribute { .init(" aria-hidden") }
    @inlinable public static var ariaInvalid: TruthAttribute { .init(" aria-invalid") }
    @inlinable public static var ariaBusy: TruthAttribute { .init(" aria-busy") }
    @inlinable public static var ariaPressed: TruthAttribute { .init(" aria-pressed") }
    @inlinable public static var ariaExpanded: TruthAttribute { .init(" aria-expanded") }
    @inlinable public static var ariaChecked: TruthAttribute { .init(" aria-checked") }
    @inlinable public static var ariaSelected: TruthAttribute { .init(" aria-selected") }
    @inlinable public static var ariaDisabled: TruthAttribute { .init(" aria-disabled") }
    @inlinable public static var ariaRequired: TruthAttribute { .init(" aria-required") }
    @inlinable public static var ariaAtomic: TruthAttribute { .init(" aria-atomic") }
    @inlinable public static var ariaModal: TruthAttribute { .init(" aria-modal") }
    @inlinable public static var ariaCurrent: WordAttribute<ARIACurrent> { .init(" aria-current") }
    @inlinable public static var ariaLive: WordAttribute<ARIALive> { .init(" aria-live") }
    @inlinable public static var ariaHasPopup: WordAttribute<ARIAPopup> { .init(" aria-haspopup") }
    @inlinable public static var ariaSort: WordAttribute<ARIASort> { .init(" aria-sort") }
}

// MARK: Numbers

extension Attribute {
    @inlinable public static var ariaValueNow: DecimalAttribute { .init(" aria-valuenow") }
    @inlinable public static var ariaValueMin: DecimalAttribute { .init(" aria-valuemin") }
    @inlinable public static var ariaValueMax: DecimalAttribute { .init(" aria-valuemax") }
    @inlinable public static var ariaLevel: NumberAttribute { .init(" aria-level") }
    @inlinable public static var ariaSetSize: NumberAttribute { .init(" aria-setsize") }
    @inlinable public static var ariaPosInSet: NumberAttribute { .init(" aria-posinset") }
}
