import Storage

extension Migration {
    /// Admits notifications about change hooks.
    static let hookAlerts = notifications(
        "hook alerts", admitting: NotificationTable.firstTypes + ["new_device", "hook_off"])
}
