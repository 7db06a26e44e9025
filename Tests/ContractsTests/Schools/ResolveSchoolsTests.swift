import Testing

@testable import Contracts

@Suite struct ResolveSchoolsTests {
    private func refused(_ name: String, state: String? = nil) -> [String: String] {
        do throws(ServiceError) {
            _ = try ResolveSchools.Request(names: [.init(name: name, state: state)]).validated()
            return [:]
        } catch {
            return error.errors
        }
    }

    @Test(arguments: [0, 1, 255, 256])
    func aNameHasOneTo255Characters(count: Int) {
        let isTaken = SchoolNameLimit.nameLength.contains(count)
        let name = " " + String(repeating: "é", count: count) + " "
        #expect(
            refused(name)
                == (isTaken ? [:] : ["names": "Name 1 must have 1 to 255 characters"]))
    }

    @Test(arguments: [0, 1, 250, 251])
    func aRequestHasOneTo250Names(count: Int) {
        let names = [ResolveSchools.Name](repeating: .init(name: "Duke"), count: count)
        let isTaken = (1...SchoolNameLimit.namesMax).contains(count)
        let taken = try? ResolveSchools.Request(names: names).validated()
        #expect((taken != nil) == isTaken)
    }

    @Test func aStateHasTwoLetters() throws {
        #expect(refused("Duke", state: "N") == ["state": "State must be 2 letters"])
        let names = try ResolveSchools.Request(names: [.init(name: " Duke ", state: "nc")])
            .validated().names
        #expect(names == [.init(name: "Duke", state: "NC")])
    }
}
