import Foundation

/// Enables seeded bugs and kill points for this process. Call it in the child of an exit test,
/// before anything reads them.
public func setHooks(_ names: String) {
    _ = unsafe setenv("COMPASS_TEST_HOOKS", names, 1)
}
