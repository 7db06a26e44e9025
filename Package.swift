// swift-tools-version: 6.3
import CompilerPluginSupport
import Foundation
import PackageDescription

// Layout and import directions are explained in docs/architecture.md and held by `make lint`.

// MARK: Ground: C libraries of the system, one Swift target in front of each

let systemLibraries: [Target] = [
    .systemLibrary(
        name: "CZeroMQ", path: "Shared/CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .systemLibrary(
        name: "CSQLite", path: "Shared/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CSodium", path: "Shared/CSodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "COATH", path: "Shared/COATH", providers: [.apt(["liboath-dev"])]),
    .systemLibrary(
        name: "CPango", path: "Shared/CPango",
        providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),
    .systemLibrary(
        name: "CMicroHTTPD", path: "Shared/CMicroHTTPD",
        providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CZlib", path: "Shared/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZip", path: "Shared/CZip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(
        name: "CExpat", path: "Shared/CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
        name: "CCurl", path: "Shared/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CTerminal", path: "Shared/CTerminal"),
    .target(name: "CSystem", path: "Shared/CSystem"),
    .target(
        name: "CAssets", path: "Shared/CAssets",
        exclude: [
            "app-icon.png", "app-icon.svg", "compass.css", "compass.js", "icons.svg", "mark.svg",
            "service-worker.js",
        ]),
]

let ground: [Target] = [
    .target(name: "Base", dependencies: ["CSystem", "Macros"], path: "Shared/Base"),
    .target(name: "Contracts", dependencies: ["Base", "Macros"], path: "Shared/Contracts"),
    .target(name: "ZeroMQ", dependencies: ["Base", "CSystem", "CZeroMQ"], path: "Shared/ZeroMQ"),
    .target(name: "Majordomo", dependencies: ["Base", "ZeroMQ"], path: "Shared/Majordomo"),
    .target(name: "Sodium", dependencies: ["Base", "CSodium"], path: "Shared/Sodium"),
    .target(name: "OATH", dependencies: ["COATH"], path: "Shared/OATH"),
    .target(
        name: "SQLite", dependencies: ["Base", "CSQLite", "CSystem"], path: "Shared/SQLite"),
    .target(name: "Storage", dependencies: ["Base", "SQLite"], path: "Shared/Storage"),
    .target(name: "Charts", dependencies: ["Base"], path: "Shared/Charts"),
    .target(name: "HTML", dependencies: ["Base"], path: "Shared/HTML"),
    .target(name: "Letters", dependencies: ["Contracts", "HTML"], path: "Shared/Letters"),
    .target(name: "Pages", dependencies: ["Base", "CPango"], path: "Shared/Pages"),
    .target(
        name: "HTTP", dependencies: ["Base", "CMicroHTTPD", "CSystem", "CZlib"],
        path: "Shared/HTTP"),
    .target(name: "Zip", dependencies: ["CZip"], path: "Shared/Zip"),
    .target(name: "Workbooks", dependencies: ["Base", "CExpat", "Zip"], path: "Shared/Workbooks"),
    .target(name: "Programs", dependencies: ["CSystem"], path: "Shared/Programs"),
    .target(name: "Outbound", dependencies: ["CCurl"], path: "Shared/Outbound"),
    .target(name: "CommandKit", dependencies: ["Base", "CTerminal"], path: "Shared/CommandKit"),
    .target(
        name: "ServiceKit",
        dependencies: ["Base", "Contracts", "Majordomo", "Sodium", "CommandKit"],
        path: "Shared/ServiceKit"),
    .target(
        name: "DataServiceKit", dependencies: ["Contracts", "ServiceKit", "Storage"],
        path: "Shared/DataServiceKit"),
    .target(
        name: "Imports", dependencies: ["Contracts", "Programs"], path: "Shared/Imports"),
    .target(
        name: "WebPages", dependencies: ["Contracts", "CAssets", "HTML", "Imports"],
        path: "Shared/WebPages"),
]

// MARK: Macros

// A program that the compiler runs. It uses the SwiftSyntax modules that are part of the toolchain,
// in `lib/swift/host`. The process that reads this file has loaded the Swift runtime from the
// toolchain; the swiftc in PATH may be a stand-in that chooses one.
let loadedFiles = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
let runtimeSuffix = "/linux/libswiftCore.so"
let runtime = String(decoding: loadedFiles, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    .first { $0.hasSuffix(runtimeSuffix) }
let toolchainModules =
    runtime.map { "\($0.dropLast(runtimeSuffix.count))/host" }
    ?? "/usr/lib/swift/host"

let macros: [Target] = [
    .macro(
        name: "Macros", path: "Shared/Macros",
        swiftSettings: [.unsafeFlags(["-I", toolchainModules])],
        linkerSettings: [
            .unsafeFlags([
                "-L", toolchainModules, "-Xlinker", "-rpath", "-Xlinker", toolchainModules,
            ]),
            .linkedLibrary("SwiftSyntax"),
            .linkedLibrary("SwiftSyntaxBuilder"),
            .linkedLibrary("SwiftSyntaxMacros"),
            .linkedLibrary("SwiftCompilerPluginMessageHandling"),
        ])
]

// MARK: Programs: one executable each

let dataServiceDependencies: [Target.Dependency] = [
    "Contracts", "ServiceKit", "DataServiceKit", "Storage",
]

/// The services with a database, and what each needs besides the rest.
let dataServices: [(name: String, further: [Target.Dependency])] = [
    ("Identity", ["Sodium", "OATH"]),
    ("Coaches", []),
    ("Interactions", []),
    ("Events", []),
    ("Notifications", ["Letters", "Programs"]),
    ("Analytics", []),
    ("Hooks", ["Outbound", "Sodium"]),
]

/// The broker, which keeps nothing, and what fronts the services, which serves no operation.
let otherServices: [Target] = [
    .executableTarget(
        name: "Broker", dependencies: ["Majordomo", "ServiceKit"], path: "Services/Broker"),
    .executableTarget(
        name: "Gateway",
        dependencies: [
            "Charts", "Contracts", "Imports", "Letters", "Programs", "ServiceKit", "CommandKit",
        ],
        path: "Services/Gateway/CLI"),
    .executableTarget(
        name: "Web",
        dependencies: [
            "Base", "CSystem", "Contracts", "HTML", "HTTP", "Imports", "Programs", "ServiceKit",
            "Sodium", "WebPages",
        ],
        path: "Services/Gateway/Web"),
    .executableTarget(
        name: "PDF", dependencies: ["Contracts", "CommandKit", "Pages"],
        path: "Services/Gateway/PDF"),
    .executableTarget(
        name: "Archive", dependencies: ["Contracts", "CommandKit", "Imports", "Zip"],
        path: "Services/Gateway/Archive"),
    .executableTarget(
        name: "Sheet", dependencies: ["Contracts", "CommandKit", "Imports", "Workbooks"],
        path: "Services/Gateway/Sheet"),
    .executableTarget(
        name: "Backup",
        dependencies: dataServiceDependencies + ["Base", "Sodium", "CommandKit", "CSystem"],
        path: "Services/Gateway/Backup"),
]

let services: [Target] =
    otherServices
    + dataServices.map { service in
        .executableTarget(
            name: service.name, dependencies: dataServiceDependencies + service.further,
            path: "Services/\(service.name)")
    }

// MARK: Tests

/// A test target for one subject, with the shared fixtures.
func tests(_ subject: String, _ further: Target.Dependency...) -> Target {
    tests(subject, further)
}

/// The same with a list.
func tests(_ subject: String, _ further: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(subject)Tests",
        dependencies: [.target(name: subject), "Support"] + further,
        path: "Tests/\(subject)Tests")
}

let serviceTests = dataServices.map { tests($0.name, dataServiceDependencies + $0.further) }

let moduleTests: [Target] = [
    .target(
        name: "Support", dependencies: ["Contracts", "ServiceKit", "DataServiceKit", "Storage"],
        path: "Tests/Support"),
    tests("Base"),
    // The earlier document of the API is read from its folder.
    .testTarget(
        name: "ContractsTests", dependencies: ["Contracts", "Support"],
        path: "Tests/ContractsTests", exclude: ["Schema/openapi-1.0.json"]),
    tests("ZeroMQ"),
    tests("Majordomo", "ZeroMQ"),
    tests("Sodium"),
    tests("OATH"),
    tests("SQLite"),
    tests("Storage", "SQLite"),
    tests("Charts"),
    tests("HTML"),
    tests("Imports", "Contracts"),
    tests("Sheet", "Contracts", "Imports", "Workbooks"),
    tests("Letters", "Contracts", "HTML"),
    tests("WebPages", "Contracts", "HTML", "Imports"),
    tests("Pages"),
    tests("Zip"),
    tests("Workbooks", "Zip"),
    .testTarget(
        name: "OutboundTests", dependencies: ["HTTP", "Outbound"], path: "Tests/OutboundTests"),
    .testTarget(
        name: "HTTPTests", dependencies: ["HTTP", "Support"], path: "Tests/HTTPTests"),
    tests("PDF", "Contracts", "Pages"),
    tests("Backup", dataServiceDependencies + ["Sodium"]),
    tests("CommandKit"),
    tests("ServiceKit", "CommandKit", "Contracts", "Majordomo", "Sodium"),
    tests("DataServiceKit", "Contracts", "ServiceKit", "Storage"),
    tests("Gateway", "Contracts", "Imports", "ServiceKit", "CommandKit"),
    tests("Web", "Contracts", "HTTP", "ServiceKit", "Sodium"),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "Contracts", "ServiceKit", "DataServiceKit", "HTTP", "SQLite", "Sodium", "OATH",
            "Support", "Zip",
        ],
        path: "Tests/EndToEndTests"),
]

// MARK: The load test: a program of its own, over the same wire as everybody

let loadTest: [Target] = [
    .executableTarget(
        name: "LoadTest",
        dependencies: [
            "Base", "Contracts", "ServiceKit", "Majordomo", "ZeroMQ", "CommandKit", "Charts",
        ],
        path: "Tests/LoadTest"),
    tests("LoadTest", "Majordomo", "ZeroMQ", "Contracts", "CommandKit", "ServiceKit"),
]

// MARK: Benchmarks: not part of the tests

let benchmarks: [Target] = [
    .executableTarget(
        name: "Benchmarks",
        dependencies: ["Contracts", "HTML", "Majordomo", "ServiceKit", "WebPages"],
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

let swiftTargets = ground + services + moduleTests + serviceTests + loadTest + benchmarks
for target in macros + swiftTargets {
    target.swiftSettings = settings + (target.swiftSettings ?? [])
}

// MARK: The way of a message

// The state of sockets and of the broker belongs to one thread each. Debug builds, and with them
// all tests, verify that no access overlaps another one; to look again at each access of a release
// takes a tenth of the broker's time.
for target in swiftTargets where ["ZeroMQ", "Majordomo"].contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)))
}

// MARK: Hardening of every program

// The loader resolves every symbol at the start and then takes away the right to write the tables
// (full RELRO), so that an overflow finds no function pointer there to overwrite. Swift already
// makes programs whose addresses are random (PIE). `Tests/Deploy/hardening_tests.py` looks.
for target in swiftTargets where target.type == .executable {
    target.linkerSettings = [
        .unsafeFlags(["relro", "now"].flatMap { ["-Xlinker", "-z", "-Xlinker", $0] })
    ]
}

// MARK: Start of the command line

// For release, `compass` contains the Swift libraries instead of loading them, because loading
// takes longer than most commands. Those behind Foundation are named: the compiler's own list
// assumes that they are loaded. Tests load them, since the flags would apply to the tests too.
let librariesBehindFoundation = [
    "CoreFoundation", "FoundationInternationalization", "_FoundationICU", "_FoundationCShims",
    "_FoundationCollections", "stdc++",
]
for target in swiftTargets where target.name == "Gateway" {
    target.linkerSettings?.append(
        .unsafeFlags(
            ["-static-stdlib"] + librariesBehindFoundation.flatMap { ["-Xlinker", "-l\($0)"] },
            .when(configuration: .release)))
}

// MARK: Headers of pango and cairo

// They lie in folders of their own. `pkgConfig` would find them too, but warns of a flag of
// theirs that it does not take at every build.
let pangoHeaders =
    ["pango-1.0", "cairo", "harfbuzz", "glib-2.0"].map { "/usr/include/\($0)" }
    + ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/glib-2.0/include" }
for target in swiftTargets where ["Pages", "PDF", "PagesTests", "PDFTests"].contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(pangoHeaders.flatMap { ["-Xcc", "-I\($0)"] }))
}

// MARK: Programs by the names of their files

let programs: [(name: String, target: String)] =
    dataServices.map { ("compass-\($0.name.lowercased())", $0.name) } + [
        ("compass-broker", "Broker"),
        ("compass", "Gateway"),
        ("compass-web", "Web"),
        ("compass-pdf", "PDF"),
        ("compass-archive", "Archive"),
        ("compass-sheet", "Sheet"),
        ("compass-backup", "Backup"),
        ("compass-loadtest", "LoadTest"),
        ("compass-bench", "Benchmarks"),
    ]

// MARK: Parts of the package

/// The names of the target `name` and of those on which it depends.
func needed(by name: String, of targets: [Target]) -> Set<String> {
    var names: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
        guard names.insert(next).inserted, let target = targets.first(where: { $0.name == next })
        else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
            default: break
            }
        }
    }
    return names
}

let everything = systemLibraries + macros + swiftTargets
let testedModule = Context.environment["COMPASS_TESTS_OF"]
// `make test T=coaches` builds the tests of one module, and nothing that they do not need. `make
// build` leaves out the programs that only measure, which take a tenth of its time.
let neededByTests = testedModule.map { needed(by: "\($0)Tests", of: everything) }
let leavesTestsOut = Context.environment["COMPASS_BUILD"] == "product"
let built = everything.filter { target in
    if let neededByTests { return neededByTests.contains(target.name) }
    return !leavesTestsOut || target.path?.hasPrefix("Tests/") != true
}
let builtPrograms =
    testedModule == nil
    ? programs.filter { program in built.contains { $0.name == program.target } } : []

let package = Package(
    name: "RecruitingCompass",
    products: builtPrograms.map { .executable(name: $0.name, targets: [$0.target]) },
    targets: built,
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
