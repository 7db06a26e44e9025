public import Contracts
public import DataServiceKit
import Storage

extension Division: ColumnWord {}

extension School {
    static let table = RecordTable<School>(
        "schools",
        [
            .fixed("family_unit_id", \.familyUnitID), .fixed("id", \.id), .init("name", \.name),
            .init("division", \.division), .init("version", \.version),
            .fixed("created_at", \.createdAt), .init("updated_at", \.updatedAt),
        ],
        derived: [
            .init("name_folded") { CaseFolding.fold($0.name) },
            .init("name_key") { NameFolding.key([$0.name]) },
            .init("search_text") { SearchFolding.fold($0.name) },
        ],
        blank: School(
            id: .zero, familyUnitID: .zero, name: "", version: 0, createdAt: .earliest,
            updatedAt: .earliest))
}
