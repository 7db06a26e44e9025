import Storage

extension Migration {
    /// The posts of each kind per period, for the numbers of rows in filtered lists. `kinds` is an
    /// encoded `Tally` by the numbers of `PostKind`. Existing posts are counted here, in one pass
    /// over their index.
    static let kinds = Migration("kinds of posts") { transaction in
        try transaction.executeScript(
            """
            ALTER TABLE rollups ADD COLUMN kinds BLOB NOT NULL DEFAULT x'';
            ALTER TABLE quarter_rollups ADD COLUMN kinds BLOB NOT NULL DEFAULT x'';
            """)
        for family in try transaction.rows("SELECT no FROM families", map: { try $0.int64(0) }) {
            try countKinds(of: family, transaction)
        }
    }

    /// Counts the kinds of a family's posts, period by period.
    static func countKinds(
        of family: Int64, _ transaction: WriteTransaction
    ) throws {
        var periods: [Int64: [Int64: Int64]] = [:]
        var quarters: [Int64: [Int64: Int64]] = [:]
        try transaction.query(
            """
            SELECT posted_at, school, sentiment, recruiting, platform
            FROM posts INDEXED BY posts_by_time
            WHERE family_no = ?1 AND deleted_at IS NULL
            """, family
        ) { row in
            let facts = try PostFacts(row)
            let kind = PostKind(facts).number
            let day = facts.postedAt / RollupPeriod.dayLength
            for period in RollupPeriod.allCases {
                periods[period.key(family, period.index(ofDay: day)), default: [:]][
                    kind, default: 0] += 1
            }
            let quarter = facts.postedAt / RollupPeriod.quarterLength
            quarters[RollupPeriod.quarterKey(family, quarter), default: [:]][
                kind, default: 0] += 1
        }
        for (table, counts) in [("rollups", periods), ("quarter_rollups", quarters)] {
            for (key, kinds) in counts {
                var tally = Tally()
                tally.add(kinds)
                // Most days have no rows per quarter of an hour.
                try transaction.execute(
                    "UPDATE \(table) SET kinds = ?2 WHERE key = ?1", key, tally.bytes)
            }
        }
    }
}
