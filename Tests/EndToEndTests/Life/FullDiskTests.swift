import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// The disk becomes full under running services. Writes are refused with advice; reads and sign-ins
/// continue, even after kills and restarts; everything recovers without intervention.
@Suite(.onePerCore) struct FullDiskTests {
    private static let megabytes = 96
    /// As long as a single text may be, so that a WAL fills up in a few commands.
    private static let content = String(repeating: "c", count: 10_000)

    /// A family on its own small disk.
    fileprivate struct Home {
        let disk: SmallDisk
        var family: Household
        var parent: Person
        let school: SchoolID
        var acknowledged = 0

        init(_ disk: SmallDisk) throws {
            self.disk = disk
            family = try SystemUnderTest(folder: TemporaryFolder(in: disk.url)).makeHousehold()
            parent = try family.makeMember("Parent", .parent)
            school = try family.addSchool()
            _ = try family.addCoach("Pat", "Doyle", at: school)
            try system.signInOnCommandLine(player, as: "player")
        }

        var system: SystemUnderTest { family.system }
        var player: Person { family.player }

        /// Logs an inbound contact. Returns the refusal, or nil once it is acknowledged.
        mutating func log() -> ServiceError? {
            var form = KillFamily.form("contact", at: school)
            form.direction = FormField(Direction.inbound.rawValue)
            form.content = FormField(FullDiskTests.content)
            let refusal = family.refusal(of: CreateInteraction.self, form)
            if refusal == nil { acknowledged += 1 }
            return refusal
        }

        /// Logs contacts until the disk is full.
        mutating func logUntilRefused() throws -> ServiceError {
            for _ in 0..<5_000 {
                if let refusal = log() { return refusal }
            }
            throw SmallDisk.Failure(description: "the disk never became full")
        }

        func listed() throws -> Int {
            try family.call(ListInteractions.self, .init(), as: parent).analytics.total
        }

        /// Checks that members can read and sign in again.
        func readAndSignIn() throws {
            #expect(try listed() == acknowledged)
            let coaches = try family.call(ListCoaches.self, .init())
            #expect(coaches.coaches.count == 1)
            _ = try system.call(ListNotifications.self, .init(), as: parent)
            _ = try family.call(ListEvents.self, .init())
            let again = try system.signIn(
                email: player.email, password: player.password)
            _ = try family.call(ListSchools.self, .init(), as: again)
        }
    }

    @Test func aFullDiskStopsWritingOnlyAndAllRecoversByItself() throws {
        try SmallDisk.run(megabytes: Self.megabytes) { disk in
            var home = try Home(disk)
            #expect(home.log() == nil)
            try checkNearlyFull(home)
            try disk.fill()
            let refusal = try home.logUntilRefused()
            #expect(refusal.code == .unavailable)
            #expect(refusal.message.hasPrefix("The disk is full: nothing was changed."))
            try home.readAndSignIn()
            try checkCommandLine(home)
            try checkSigningOut(home)
            // Kills and an orderly stop on the full disk; each time the freed space is taken again.
            for program in Program.allCases {
                try disk.fill()
                try home.system.killAndWait(program)
            }
            try disk.fill()
            try home.renew()
            try home.readAndSignIn()
            #expect(try home.logUntilRefused().code == .unavailable)
            home.system.stopAll()
            try disk.fill()
            for program in Program.allCases { home.system.start(program) }
            for program in Program.allCases { try home.system.waitUntilReady(program) }
            try home.renew()
            try home.readAndSignIn()
            let starts = Program.allCases.map { home.system.starts(of: $0) }
            disk.free()
            let goesOn = Waiting.until(every: .milliseconds(50)) { home.log() == nil }
            #expect(goesOn)
            try checkRecovered(home)
            #expect(Program.allCases.map { home.system.starts(of: $0) } == starts)
            for program in Program.services {
                #expect(home.system.endings(of: program) == [.signal(9), .exit(0)])
            }
        }
    }

    private func checkNearlyFull(_ home: Home) throws {
        try home.disk.fill(leaving: Self.megabytes << 20 / 20)
        let status = try home.system.compass(["service", "status"])
        #expect(status.ending == .exit(0))
        // The services' own writes may fill another percent.
        #expect(status.errors.contains(/The disk of .* is 9[5-9] % full/), "\(status.errors)")
    }

    private func checkCommandLine(_ home: Home) throws {
        let list = try home.system.compass(
            ["interactions", "list", "--output", "name"], as: "player")
        #expect(list.ending == .exit(0))
        let lines = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == home.acknowledged)
        let add = try home.system.compass(
            ["interactions", "add", "--type", "email", "--school", home.school.text], as: "player")
        #expect(add.ending == .exit(8))
        #expect(add.errors.contains("The disk is full: nothing was changed"))
        #expect(add.errors.contains("Free space"))
        try home.system.signInOnCommandLine(home.player, as: "again")
        let who = try home.system.compass(["whoami"], as: "again")
        #expect(who.ending == .exit(0))
        let status = try home.system.compass(["service", "status"])
        #expect(status.ending == .exit(8))
        #expect(status.errors.hasSuffix("Free space; nothing else is necessary\n"))
        // Services with the same problem share a line.
        let line =
            /.*\binteractions.* answers?, but: the disk is full: writes are refused, reads still/
        #expect(status.errors.contains(line), "\(status.errors)")
    }

    /// A person who signs out on a full disk is signed out at the other services too.
    private func checkSigningOut(_ home: Home) throws {
        let leaving = try home.system.signIn(
            email: home.player.email, password: home.player.password)
        _ = try home.system.call(Logout.self, .init(), as: leaving)
        let isOut = Waiting.until(every: .milliseconds(20)) {
            [ServiceName.interactions, .coaches, .events, .notifications].allSatisfy { service in
                switch service {
                case .interactions:
                    home.family.refusal(of: ListInteractions.self, .init(), as: leaving)?.code
                        == .unauthenticated
                case .coaches:
                    home.family.refusal(of: ListCoaches.self, .init(), as: leaving)?.code
                        == .unauthenticated
                case .events:
                    home.family.refusal(of: ListEvents.self, .init(), as: leaving)?.code
                        == .unauthenticated
                default:
                    home.system.refusal(of: ListNotifications.self, .init(), as: leaving)?.code
                        == .unauthenticated
                }
            }
        }
        #expect(isOut)
    }

    /// Every acknowledged contact exists once, consumers have caught up, and databases are intact.
    private func checkRecovered(_ home: Home) throws {
        #expect(try home.listed() == home.acknowledged)
        let areAlertsThere = try Waiting.until(every: .milliseconds(50)) {
            try home.system.call(ListNotifications.self, .init(), as: home.parent)
                .ofContacts.total == home.acknowledged
        }
        #expect(areAlertsThere)
        _ = try home.family.addSchool("Another School")
        for service in ServiceName.allCases {
            let file = try DatabaseFile.copied(home.system.home.database(of: service.rawValue))
            defer { file.close() }
            #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
        }
    }
}

extension FullDiskTests.Home {
    /// Fetches new passports, as the command line does.
    fileprivate mutating func renew() throws {
        try system.renewPassport(of: &family.player)
        try system.renewPassport(of: &parent)
    }
}
