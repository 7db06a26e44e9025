import CommandKit
import Contracts
import Foundation
import Support
import Testing

@testable import ServiceKit

@Suite("Configuration")
struct ConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The environment of a service's program; the pages' unless another one is named.
    private func environment(
        of service: String = "web", flags: [String] = [], _ variables: [String: String] = [:],
        file: String? = nil
    ) throws -> ServiceEnvironment {
        if let file {
            try Data(file.utf8).write(to: URL(fileURLWithPath: folder.url.path + "/compass.json"))
        }
        let program = FlatProgram("compass-test", "Test.", flags: ConfigurationKey.flags)
        guard case .run(let invocation) = try program.parse(flags) else {
            throw PrivateFile.Failure(description: "help")
        }
        var variables = variables
        variables["COMPASS_HOME"] = variables["COMPASS_HOME"] ?? folder.url.path
        return try ServiceEnvironment(
            service: service, invocation: invocation, environment: variables)
    }

    @Test
    func signUpsAreANumberFromOneToAHundredThousand() throws {
        #expect(try environment(of: "identity").signUpsAtOnce == 20)
        #expect(try environment(of: "identity", ["COMPASS_SIGNUPS": "1"]).signUpsAtOnce == 1)
        #expect(
            try environment(of: "identity", ["COMPASS_SIGNUPS": "100000"]).signUpsAtOnce == 100_000)
        for wrong in ["0", "100001", "many", ""] {
            #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(of: "identity", ["COMPASS_SIGNUPS": wrong])
            }
        }
    }

    @Test
    func whoMaySignUpIsOneOfThreeWords() throws {
        #expect(try environment(of: "identity").signUpMode == .open)
        for mode in SignUpMode.allCases {
            let file = "{\"signups.mode\": \"\(mode.rawValue)\"}"
            #expect(try environment(of: "identity", file: file).signUpMode == mode)
            #expect(try environment(of: "web", file: file).signUpMode == mode)
        }
        let wrong = #"{"signups.mode": "invite"}"#
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(of: "identity", file: wrong)
        }
        #expect(
            failure?.description == "signups.mode is 'invite'; use open, invitation or closed")
        #expect(try environment(of: "coaches", file: wrong).signUpMode == .open)
    }

    @Test
    func aSurveySaysWhatHoldsAndWhereItComesFrom() throws {
        let file = #"{"signups": 3, "readers": "5", "web.address": "0.0.0.0"}"#
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder.url.path + "/compass.json"))
        let survey = try ConfigurationSurvey(
            of: CompassHome(path: folder.url.path), environment: ["COMPASS_READERS": "7"])
        func line(_ key: String) -> String? {
            survey.lines.first { $0.key == key }
                .map { "\($0.value ?? "none") \($0.source.rawValue)" }
        }
        #expect(line("signups") == "3 file" && line("readers") == "7 environment")
        #expect(line("log.level") == "info default" && line("web.host") == "none default")
        #expect(line("home") == nil)
        #expect(survey.lines.map(\.key) == survey.lines.map(\.key).sorted())
        #expect(survey.problems.map(\.program) == ["web"])
        #expect(survey.problems.first?.text.hasPrefix("web.address is '0.0.0.0'") == true)
    }

    /// What a survey shows as the default is what a program takes.
    @Test
    func defaultsAreThoseOfTheSurvey() throws {
        let survey = try ConfigurationSurvey(
            of: CompassHome(path: folder.url.path), environment: [:])
        #expect(survey.problems.isEmpty)
        for line in survey.lines {
            guard let value = line.value else { continue }
            let variable = "COMPASS_" + line.key.uppercased().replacing(".", with: "_")
            let set = try environment(of: "identity", [variable: value])
            let unset = try environment(of: "identity")
            #expect(set.readers == unset.readers && set.signUpsAtOnce == unset.signUpsAtOnce)
            #expect(set.signUpMode == unset.signUpMode)
        }
    }

    @Test
    func thePagesAreServedToThisMachineOnly() throws {
        #expect(try environment().web.address == "127.0.0.1")
        #expect(try environment(file: #"{"web.address": "::1"}"#).web.address == "::1")
        for wrong in ["0.0.0.0", "::", "192.168.0.2", "localhost", ""] {
            #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(["COMPASS_WEB_ADDRESS": wrong])
            }
        }
        #expect(try environment().web.port == nil)
        for port in [0, 1, 65_535] {
            #expect(try environment(["COMPASS_WEB_PORT": "\(port)"]).web.port == UInt16(port))
        }
        for wrong in ["65536", "-1", "http", ""] {
            #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(["COMPASS_WEB_PORT": wrong])
            }
        }
    }

    @Test
    func metricsAreServedToThisMachineUnlessAnAddressIsSet() throws {
        let usual = try environment().metrics
        #expect(usual.address == "127.0.0.1" && usual.port == nil)
        #expect(usual.backupFolder == folder.url.path + "/backups")
        for address in ["::1", "10.0.0.5", "fd00::1"] {
            #expect(
                try environment(["COMPASS_METRICS_ADDRESS": address]).metrics.address == address)
        }
        for wrong in ["localhost", "", "0.0.0.0", "::", "0::0"] {
            let failure = #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(["COMPASS_METRICS_ADDRESS": wrong])
            }
            #expect(failure?.description.contains("metrics.address is '\(wrong)'") == true)
        }
        for port in [0, 1, 65_535] {
            let set = try environment(file: "{\"metrics.port\": \(port)}").metrics
            #expect(set.port == UInt16(port))
        }
        for wrong in ["65536", "-1", "http", ""] {
            #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(["COMPASS_METRICS_PORT": wrong])
            }
        }
        let elsewhere = try environment(["COMPASS_METRICS_BACKUPS": "/mnt/disk"]).metrics
        #expect(elsewhere.backupFolder == "/mnt/disk")
        #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(["COMPASS_METRICS_BACKUPS": "backups"])
        }
    }

    @Test
    func thePagesLeaveTheMachineOverTLSOnly() throws {
        let host = ["COMPASS_WEB_HOST": "Compass.Example.org", "COMPASS_WEB_ADDRESS": "::"]
        let files = ["COMPASS_WEB_CERTIFICATE": "/chain.pem", "COMPASS_WEB_KEY": "/key.pem"]
        let proxy = ["COMPASS_WEB_PROXY": "10.0.0.2"]
        let own = try environment(host.merging(files) { $1 }).web
        #expect(own.isSecure && own.address == "::" && own.host == "compass.example.org")
        #expect(own.certificate == .init(chainFile: "/chain.pem", keyFile: "/key.pem"))
        let behind = try environment(host.merging(proxy) { $1 }).web
        #expect(behind.isSecure && behind.proxy == "10.0.0.2" && behind.certificate == nil)
        let wrong: [([String: String], String)] = [
            (host, "web.address is '::'"), (files, "web.host is missing"),
            (proxy, "web.host is missing"),
            (["COMPASS_WEB_KEY": "/key.pem"], "web.certificate is not"),
            (["COMPASS_WEB_CERTIFICATE": "/chain.pem"], "web.key is not"),
            (host.merging(files) { $1 }.merging(proxy) { $1 }, "exclude each other"),
            (host.merging(["COMPASS_WEB_PROXY": "localhost"]) { $1 }, "web.proxy is"),
        ]
        for (variables, text) in wrong {
            let failure = #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(variables)
            }
            #expect(failure?.description.contains(text) == true, "\(failure as Any)")
        }
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "a", count: 63), true),
        (String(repeating: "a", count: 64), false), ("a-b.c", true), ("-a", false), ("a-", false),
        ("a..b", false), ("a_b", false), ("https://a", false), ("a:1", false), ("", false),
        (String(repeating: "a.", count: 126) + "a", true),
        (String(repeating: "a.", count: 126) + "aa", false),
    ])
    func aHostIsAName(text: String, isValid: Bool) throws {
        if isValid {
            #expect(try environment(["COMPASS_WEB_HOST": text]).web.host == text)
        } else {
            #expect(throws: ServiceEnvironment.Failure.self) {
                try environment(["COMPASS_WEB_HOST": text])
            }
        }
    }

    @Test
    func flagWinsOverEnvironmentOverFileOverDefault() throws {
        let file = #"{"broker.endpoint": "ipc:///file"}"#
        let variables = ["COMPASS_BROKER_ENDPOINT": "ipc:///environment"]
        #expect(try environment().brokerEndpoint == "ipc://\(folder.url.path)/run/broker.ipc")
        #expect(try environment(file: file).brokerEndpoint == "ipc:///file")
        #expect(try environment(variables, file: file).brokerEndpoint == "ipc:///environment")
        let all = try environment(
            flags: ["--broker-endpoint", "ipc:///flag"], variables, file: file)
        #expect(all.brokerEndpoint == "ipc:///flag")
    }

    // R-02: parents may not log unless the server says so, in any of the three spellings.
    @Test
    func parentsMayLogIfTheServerSaysSo() throws {
        try check(
            "interactions", \.parentsMayLog, "parents_may_log", "COMPASS_PARENTS_MAY_LOG",
            "--parents-may-log", refused: "yes")
    }

    /// What is off unless the server says so, in any of the three spellings.
    private func check(
        _ service: String, _ isOn: KeyPath<ServiceEnvironment, Bool>, _ name: String,
        _ variable: String, _ flag: String, refused word: String
    ) throws {
        #expect(try !environment(of: service)[keyPath: isOn])
        #expect(try environment(of: service, flags: [flag, "true"])[keyPath: isOn])
        #expect(try environment(of: service, [variable: "true"])[keyPath: isOn])
        #expect(try environment(of: service, file: "{\"\(name)\": \"true\"}")[keyPath: isOn])
        #expect(
            try environment(of: service, file: "{\"\(name)\": true}")[keyPath: isOn])
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(of: service, [variable: word])
        }
        #expect(failure?.description == "\(name) is '\(word)'; use true or false")
    }

    // N-117
    @Test
    func hooksLeadToPrivateNetworksOnlyIfTheServerSaysSo() throws {
        try check(
            "hooks", \.hooksAllowPrivate, "hooks.private", "COMPASS_HOOKS_PRIVATE",
            "--hooks-private", refused: "1")
    }

    // N-117
    @Test
    func receiversOfHooksMayHaveCertificatesOfOtherAuthorities() throws {
        #expect(try environment(of: "hooks").hooksAuthorities == nil)
        #expect(
            try environment(of: "hooks", flags: ["--hooks-authorities", "/a"]).hooksAuthorities
                == "/a")
        #expect(
            try environment(of: "hooks", ["COMPASS_HOOKS_AUTHORITIES": "/b"]).hooksAuthorities
                == "/b")
        #expect(
            try environment(of: "hooks", file: #"{"hooks.authorities": "/c"}"#).hooksAuthorities
                == "/c")
    }

    @Test
    func unknownKeyOfTheFileIsNamed() {
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(file: #"{"broker.endpont": "x"}"#)
        }
        #expect(failure?.description.contains("broker.endpont") == true)
    }

    @Test
    func numbersAndBooleansOfTheFileAreTaken() throws {
        #expect(try environment(file: #"{"web.port": 8181}"#).web.port == 8_181)
        #expect(try environment(file: #"{"web.port": 65535.0}"#).web.port == 65_535)
        #expect(try environment(file: #"{"web.port": "0"}"#).web.port == 0)
        #expect(try environment(of: "events", file: #"{"readers": 16}"#).readers == 16)
        #expect(try environment(of: "identity", file: #"{"signups": 7}"#).signUpsAtOnce == 7)
        let file = #"{"hooks.private": false, "parents_may_log": true}"#
        #expect(try !environment(of: "hooks", file: file).hooksAllowPrivate)
        #expect(try environment(of: "interactions", file: file).parentsMayLog)
    }

    /// A wrong value names its key and what it takes.
    @Test(arguments: [
        ("web", "web.port", "[8181]", "is a list; use a number from 0 to 65535"),
        ("web", "web.port", "true", "is true; use a number from 0 to 65535"),
        ("web", "web.port", "null", "is null; use a number from 0 to 65535"),
        ("web", "web.port", "65536", "is '65536'; use a number from 0 to 65535"),
        ("web", "web.port", "80.5", "is '80.5'; use a number from 0 to 65535"),
        ("web", "web.port", "1e400", "is 'beyond 1e308'; use a number from 0 to 65535"),
        ("web", "web.host", "{}", "is an object; use a name such as compass.example.org"),
        ("web", "web.host", "5", "is the number 5; use a name such as compass.example.org"),
        ("hooks", "hooks.private", "1", "is the number 1; use true or false"),
        ("hooks", "hooks.private", "\"yes\"", "is 'yes'; use true or false"),
        ("events", "readers", "17", "is '17'; use a number from 1 to 16"),
        ("events", "log.level", "3", "is the number 3; use debug, info, warning or error"),
    ])
    func aWrongValueNamesItsKey(
        service: String, key: String, value: String, text: String
    ) throws {
        let file = "{\"\(key)\": \(value)}"
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(of: service, file: file)
        }
        let said = failure?.description ?? ""
        #expect(said.contains(text), "\(said)")
        #expect(said.contains(key), "\(said)")
    }

    /// A wrong value stops the programs that read it, and no other.
    @Test(arguments: [
        ("web.port", "[]", ["web"]), ("web.host", "\"a b\"", ["web"]),
        ("metrics.port", "\"x\"", ["web"]),
        ("hooks.private", "3", ["hooks"]), ("signups", "0", ["identity"]),
        ("mail.command", "\"sendmail\"", ["notifications"]),
        ("catalogue", "1", ["coaches"]), ("parents_may_log", "\"no\"", ["interactions", "web"]),
        (
            "readers", "0",
            [
                "analytics", "coaches", "events", "hooks", "identity", "interactions",
                "notifications",
            ]
        ),
    ])
    func aWrongValueStopsOnlyWhoReadsIt(key: String, value: String, stopped: [String]) {
        let services = ServiceName.allCases.map(\.rawValue) + ["broker", "web"]
        let found = Set(services).filter { service in
            (try? environment(of: service, file: "{\"\(key)\": \(value)}")) == nil
        }
        #expect(found.sorted() == stopped)
    }

    /// What only flags and variables set has no effect in the file, and is refused there.
    @Test(arguments: ["home", "now", "notification.fd"])
    func whatOnlyFlagsAndVariablesSetIsRefused(key: String) {
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(file: "{\"\(key)\": \"1\"}")
        }
        #expect(failure?.description.contains("unknown key '\(key)'") == true)
    }

    @Test
    func fixedTimeIsReadAndRefusedTogetherWithTCP() throws {
        let variables = ["COMPASS_NOW": "2026-02-10T12:00:00Z"]
        #expect(try environment(variables).clock.now().text == "2026-02-10T12:00:00.000Z")
        #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(["COMPASS_NOW": "yesterday"])
        }
        let failure = #expect(throws: ServiceEnvironment.Failure.self) {
            try environment(flags: ["--broker-endpoint", "tcp://127.0.0.1:1"], variables)
        }
        #expect(failure?.description.contains("TCP") == true)
    }

    @Test
    func socketPathAtItsLimitStaysAndOnePastItMoves() {
        let name = "/run/broker.ipc"
        let fill = CompassHome.socketPathMax - name.utf8.count
        let atLimit = CompassHome(path: "/" + String(repeating: "a", count: fill - 1))
        #expect(atLimit.brokerEndpoint == "ipc://\(atLimit.path)\(name)")
        let past = CompassHome(path: "/" + String(repeating: "a", count: fill))
        #expect(past.brokerEndpoint.hasPrefix("ipc://\(past.shortFolder)/"))
        #expect(past.brokerEndpoint.utf8.count <= CompassHome.socketPathMax + 6)
        #expect(past.shortFolder != atLimit.shortFolder)
    }

    @Test
    func homeIsMadeWithMode0700AndAnOpenOneIsRefused() throws {
        let home = CompassHome(path: folder.url.path + "/new")
        try home.prepare()
        for path in [home.path, home.keysFolder, home.dataFolder, home.commandLineFolder] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: home.keysFolder)
        let failure = #expect(throws: PrivateFile.Failure.self) { try home.prepare() }
        #expect(failure?.description.contains("chmod 700") == true)
    }
}

@Suite("PrivateFile")
struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test
    func createKeepsWhatIsThereAndReplaceDoesNot() throws {
        let path = folder.url.path + "/file"
        try PrivateFile.create(path, holding: [1, 2])
        try PrivateFile.create(path, holding: [3])
        #expect(try PrivateFile.read(path, sizeMax: 10) == [1, 2])
        try PrivateFile.replace(path, holding: [])
        #expect(try PrivateFile.read(path, sizeMax: 10) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
    }

    @Test
    func refusesALinkAFileOverItsSizeAndAMissingOne() throws {
        let path = folder.url.path + "/file"
        try PrivateFile.create(path, holding: [1, 2, 3])
        #expect(try PrivateFile.read(path, sizeMax: 3) == [1, 2, 3])
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.read(path, sizeMax: 2) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/link", withDestinationPath: path)
        #expect(throws: PrivateFile.Failure.self) {
            try PrivateFile.read(folder.url.path + "/link", sizeMax: 3)
        }
        #expect(throws: PrivateFile.Failure.self) {
            try PrivateFile.read(folder.url.path + "/none", sizeMax: 3)
        }
    }
}
