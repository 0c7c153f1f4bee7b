export type UpkeepRows = ReturnType<typeof upkeepRows>;

/** SQL of the table `log_upkeep`: the UTC day on which a daily work was last through. */
export function upkeepRows(sql: SqlStorage) {
	/** Undefined: not asked yet. */
	let doneOn: number | null | undefined;

	return {
		retentionDoneOn(): number | null {
			if (doneOn === undefined) {
				const query = "SELECT done_on AS doneOn FROM log_upkeep WHERE work = 'retention'";
				doneOn = sql.exec<{ doneOn: number }>(query).toArray()[0]?.doneOn ?? null;
			}
			return doneOn;
		},

		setRetentionDoneOn(day: number): void {
			sql.exec("INSERT OR REPLACE INTO log_upkeep VALUES ('retention', ?)", day);
			doneOn = day;
		},
	};
}
