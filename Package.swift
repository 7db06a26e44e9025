// swift-tools-version: 6.3
import PackageDescription

// Layout and import directions are explained in docs/decisions.md and held by `make lint`.

// MARK: Ground: C libraries of the system, one Swift target in front of each

let systemLibraries: [Target] = [
    .systemLibrary(
        name: "CZeroMQ", path: "Shared/CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .systemLibrary(
        name: "CSQLite", path: "Shared/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CSodium", path: "Shared/CSodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CTerminal", path: "Shared/CTerminal"),
]

let ground: [Target] = [
    .target(name: "Contracts", path: "Shared/Contracts"),
    .target(name: "ZeroMQ", dependencies: ["CZeroMQ"], path: "Shared/ZeroMQ"),
    .target(name: "Majordomo", dependencies: ["ZeroMQ"], path: "Shared/Majordomo"),
    .target(name: "Sodium", dependencies: ["CSodium"], path: "Shared/Sodium"),
    .target(name: "SQLite", dependencies: ["CSQLite"], path: "Shared/SQLite"),
    .target(name: "Storage", dependencies: ["SQLite"], path: "Shared/Storage"),
    .target(name: "CommandKit", dependencies: ["CTerminal"], path: "Shared/CommandKit"),
    .target(
        name: "ServiceKit", dependencies: ["Contracts", "Majordomo", "Sodium", "CommandKit"],
        path: "Shared/ServiceKit"),
    .target(
        name: "DataServiceKit", dependencies: ["Contracts", "ServiceKit", "Storage"],
        path: "Shared/DataServiceKit"),
]

// MARK: Services: one executable each

let dataServiceDependencies: [Target.Dependency] = [
    "Contracts", "ServiceKit", "DataServiceKit", "Storage",
]

let services: [Target] = [
    .executableTarget(
        name: "Broker", dependencies: ["Majordomo", "ServiceKit"], path: "Services/Broker"),
    .executableTarget(
        name: "Identity", dependencies: dataServiceDependencies + ["Sodium"],
        path: "Services/Identity"),
    .executableTarget(
        name: "Coaches", dependencies: dataServiceDependencies, path: "Services/Coaches"),
    .executableTarget(
        name: "Interactions", dependencies: dataServiceDependencies, path: "Services/Interactions"),
    .executableTarget(
        name: "Notifications", dependencies: dataServiceDependencies,
        path: "Services/Notifications"),
    .executableTarget(
        name: "Gateway", dependencies: ["Contracts", "ServiceKit", "CommandKit"],
        path: "Services/Gateway"),
]

// MARK: Tests

/// A test target for one subject, with the shared fixtures.
func tests(_ subject: String, _ further: Target.Dependency...) -> Target {
    .testTarget(
        name: "\(subject)Tests",
        dependencies: [.target(name: subject), "Support"] + further,
        path: "Tests/\(subject)Tests")
}

let testTargets: [Target] = [
    .target(
        name: "Support", dependencies: ["Contracts", "ServiceKit", "DataServiceKit", "Storage"],
        path: "Tests/Support"),
    tests("Contracts"),
    tests("ZeroMQ"),
    tests("Majordomo", "ZeroMQ"),
    tests("Sodium"),
    tests("SQLite"),
    tests("Storage", "SQLite"),
    tests("CommandKit"),
    tests("ServiceKit", "CommandKit", "Contracts", "Majordomo", "Sodium"),
    tests("DataServiceKit", "Contracts", "ServiceKit", "Storage"),
    tests("Identity", "Contracts", "ServiceKit", "DataServiceKit", "Storage", "Sodium"),
    tests("Coaches", "Contracts", "ServiceKit", "DataServiceKit", "Storage"),
    tests("Interactions", "Contracts", "ServiceKit", "DataServiceKit", "Storage"),
    tests("Notifications", "Contracts", "ServiceKit", "DataServiceKit", "Storage"),
    tests("Gateway", "Contracts", "ServiceKit", "CommandKit"),
    .testTarget(
        name: "EndToEndTests", dependencies: ["Contracts", "ServiceKit", "SQLite", "Support"],
        path: "Tests/EndToEndTests"),
]

// MARK: Benchmarks: not part of the tests

let benchmarks: [Target] = [
    .executableTarget(
        name: "Benchmarks", dependencies: ["Contracts", "ServiceKit", "Majordomo"],
        path: "Tests/Benchmarks/Harness")
]

// MARK: Settings, the same for every Swift target

let settings: [SwiftSetting] = [
    // Existentials cost a box and a dynamic call: they are written out.
    .enableUpcomingFeature("ExistentialAny"),
    // A C module or a helper never leaks through a public signature by accident.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A member is visible only where its module is imported.
    .enableUpcomingFeature("MemberImportVisibility"),
    // An async function stays where its caller is unless it says otherwise.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // A conformance of an isolated type is isolated like the type.
    .enableUpcomingFeature("InferIsolatedConformances"),
    // `weak let`: a capture that nobody can reassign.
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // Every use of memory that the compiler cannot vouch for is marked `unsafe`.
    .strictMemorySafety(),
    // A warning left alone is a warning nobody reads.
    .treatAllWarnings(as: .error),
]

let swiftTargets = ground + services + testTargets + benchmarks
for target in swiftTargets {
    target.swiftSettings = settings
}

let package = Package(
    name: "RecruitingCompass",
    products: [
        .executable(name: "compass-broker", targets: ["Broker"]),
        .executable(name: "compass-identity", targets: ["Identity"]),
        .executable(name: "compass-coaches", targets: ["Coaches"]),
        .executable(name: "compass-interactions", targets: ["Interactions"]),
        .executable(name: "compass-notifications", targets: ["Notifications"]),
        .executable(name: "compass", targets: ["Gateway"]),
        .executable(name: "compass-bench", targets: ["Benchmarks"]),
    ],
    targets: systemLibraries + swiftTargets,
    swiftLanguageModes: [.v6]
)
