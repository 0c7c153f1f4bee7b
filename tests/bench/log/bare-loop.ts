import type { BenchUpload } from "./bench-uploads";

/** The least cost of storing readings: one insert each, without a look-up. */
export function bareLoop(sql: SqlStorage): (upload: BenchUpload) => void {
	sql.exec(`CREATE TABLE bare (device INTEGER NOT NULL, at INTEGER NOT NULL, channel INTEGER NOT NULL,
		value REAL NOT NULL, PRIMARY KEY (device, at, channel)) WITHOUT ROWID`);
	return ({ number, channel, at, value }) => {
		for (let index = 0; index < at.length; index += 1) {
			sql.exec("INSERT OR REPLACE INTO bare VALUES (?, ?, ?, ?)", number, at[index], channel[index], value[index]);
		}
	};
}
