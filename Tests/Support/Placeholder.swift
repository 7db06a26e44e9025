// Fixtures shared by the test targets.
