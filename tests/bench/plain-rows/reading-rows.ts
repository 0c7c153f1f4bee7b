export type ReadingRow = {
	device: number;
	at: number;
	channel: number;
	value: number;
	receivedAt: number;
	seq: number;
};

type RunRequest = {
	device: number;
	from: number;
	below: { at: number; channel: number };
	channels: number[] | null;
	limit: number;
};

type BucketsOfRows = { device: number; channel: number; from: number; to: number; ms: number };

/** SQLite reads decimals of up to 15 digits exactly; a double may need 17. */
function isExactInJson(value: number): boolean {
	return Number(value.toPrecision(15)) === value;
}

export type ReadingRows = ReturnType<typeof readingRows>;

export function readingRows(sql: SqlStorage) {
	// One row written per reading: no rowid, and no second index, as every query names the device.
	sql.exec(`CREATE TABLE IF NOT EXISTS readings (
		device INTEGER NOT NULL, at INTEGER NOT NULL, channel INTEGER NOT NULL,
		value REAL NOT NULL, received_at INTEGER NOT NULL, seq INTEGER NOT NULL,
		PRIMARY KEY (device, at, channel)
	) WITHOUT ROWID`);

	return {
		find({ device, at, channel }: ReadingRow): { value: number; seq: number } | null {
			const query = "SELECT value, seq FROM readings WHERE device = ? AND at = ? AND channel = ?";
			const [row] = sql.exec<{ value: number; seq: number }>(query, device, at, channel);
			return row ?? null;
		},

		put({ device, at, channel, value, receivedAt, seq }: ReadingRow): void {
			sql.exec(
				"INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?, ?, ?)",
				device,
				at,
				channel,
				value,
				receivedAt,
				seq,
			);
		},

		/** Stores the new readings of one upload in one statement: a fifth of the time of one each. */
		putNew(readings: ReadingRow[]): void {
			const [first] = readings;
			if (!first) return;
			const rows = readings
				.filter(({ value }) => isExactInJson(value))
				.map(({ at, channel, value }) => [at, channel, value]);
			const insert = `INSERT INTO readings SELECT ?, value ->> 0, value ->> 1, value ->> 2, ?, ? FROM json_each(?)`;
			sql.exec(insert, first.device, first.receivedAt, first.seq, JSON.stringify(rows));
			for (const reading of readings) if (!isExactInJson(reading.value)) this.put(reading);
		},

		run({ device, from, below, channels, limit }: RunRequest): ReadingRow[] {
			const among = channels ? "AND channel IN (SELECT value FROM json_each(?))" : "";
			const query = `SELECT device, at, channel, value, received_at AS receivedAt, seq FROM readings
				WHERE device = ? AND at >= ? AND (at, channel) < (?, ?) ${among}
				ORDER BY at DESC, channel DESC LIMIT ?`;
			const filter = channels ? [JSON.stringify(channels)] : [];
			return sql.exec<ReadingRow>(query, device, from, below.at, below.channel, ...filter, limit).toArray();
		},

		buckets({
			device,
			channel,
			from,
			to,
			ms,
		}: BucketsOfRows): { bucket: number; min: number; max: number; sum: number }[] {
			const query = `SELECT (at - CAST(? AS INTEGER)) / CAST(? AS INTEGER) AS bucket, min(value) AS min, max(value) AS max, sum(value) AS sum
				FROM readings WHERE device = ? AND channel = ? AND at >= ? AND at < ? GROUP BY bucket ORDER BY bucket`;
			return sql
				.exec<{ bucket: number; min: number; max: number; sum: number }>(query, from, ms, device, channel, from, to)
				.toArray();
		},
	};
}
