import Storage

extension Migration {
    /// Admits notifications about sign-ins.
    static let deviceAlerts = notifications(
        "device alerts", admitting: NotificationTable.firstTypes + ["new_device"])
}
