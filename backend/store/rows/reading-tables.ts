/** Each step migrates the tables by one version; a released step is never changed. */
const steps: ((sql: SqlStorage) => void)[] = [createTables, rememberNumbers, findDaysByPlace, keepWatches, keepTotals];

/** Bits of the part, and of part and day, below the device's number. */
const partBits = 12;
const dayBits = 25;
const lastPart = 2 ** partBits - 1;

export function prepareReadingTables(storage: DurableObjectStorage): void {
	const { sql } = storage;
	sql.exec("CREATE TABLE IF NOT EXISTS log_schema (version INTEGER NOT NULL)");
	const version = sql.exec<{ version: number }>("SELECT version FROM log_schema").toArray()[0]?.version ?? 0;
	// A newer release may have written these tables; the object's form states that this release may read them.
	if (version >= steps.length) return;
	storage.transactionSync(() => {
		for (const step of steps.slice(version)) step(sql);
		sql.exec("DELETE FROM log_schema");
		sql.exec("INSERT INTO log_schema VALUES (?)", steps.length);
	});
}

/** Without rowid and second index each change writes one row. Blobs come last, so other columns are read without them. */
function createTables(sql: SqlStorage): void {
	sql.exec(`CREATE TABLE device_log (
		device_id TEXT PRIMARY KEY, number INTEGER NOT NULL, last_seq INTEGER NOT NULL,
		last_received_at INTEGER NOT NULL, received TEXT NOT NULL, latest TEXT NOT NULL,
		tail_since INTEGER, tail_from INTEGER, tail_to INTEGER, tail_readings INTEGER NOT NULL, tail BLOB NOT NULL
	) WITHOUT ROWID`);
	sql.exec(`CREATE TABLE day_block (
		device INTEGER NOT NULL, day INTEGER NOT NULL, part INTEGER NOT NULL,
		version INTEGER NOT NULL, archived INTEGER NOT NULL, readings INTEGER NOT NULL, late INTEGER NOT NULL,
		first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, quarters BLOB, block BLOB,
		PRIMARY KEY (device, day, part)
	) WITHOUT ROWID`);
	sql.exec(`CREATE TABLE import_block (
		device INTEGER NOT NULL, day INTEGER NOT NULL, import_id TEXT NOT NULL, part INTEGER NOT NULL,
		readings INTEGER NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, block BLOB NOT NULL,
		PRIMARY KEY (device, day, import_id, part)
	) WITHOUT ROWID`);
	sql.exec(`CREATE TABLE archived_month (
		device INTEGER NOT NULL, month INTEGER NOT NULL, generation INTEGER NOT NULL, object_key TEXT NOT NULL,
		bytes INTEGER NOT NULL, checksum TEXT NOT NULL, readings INTEGER NOT NULL,
		first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, days TEXT NOT NULL,
		PRIMARY KEY (device, month)
	) WITHOUT ROWID`);
	sql.exec(`CREATE TABLE archive_queue (
		device INTEGER NOT NULL, month INTEGER NOT NULL, due_at INTEGER NOT NULL, PRIMARY KEY (device, month)
	) WITHOUT ROWID`);
	sql.exec("CREATE TABLE log_upkeep (work TEXT PRIMARY KEY, done_on INTEGER NOT NULL) WITHOUT ROWID");
	sql.exec(`CREATE TABLE archive_garbage (
		object_key TEXT PRIMARY KEY, due_at INTEGER NOT NULL
	) WITHOUT ROWID`);
}

function rememberNumbers(sql: SqlStorage): void {
	sql.exec("CREATE TABLE deleted_number (number INTEGER PRIMARY KEY) WITHOUT ROWID");
}

/** A look-up in a table without rowids compares whole rows, and reads the blobs of a dozen others. */
function findDaysByPlace(sql: SqlStorage): void {
	sql.exec("ALTER TABLE day_block RENAME TO day_block_by_columns");
	sql.exec(`CREATE TABLE day_block (
		place INTEGER PRIMARY KEY, device INTEGER NOT NULL, day INTEGER NOT NULL, part INTEGER NOT NULL,
		version INTEGER NOT NULL, archived INTEGER NOT NULL, readings INTEGER NOT NULL, late INTEGER NOT NULL,
		first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, quarters BLOB, block BLOB
	)`);
	const columns = "device, day, part, version, archived, readings, late, first_at, last_at, quarters, block";
	sql.exec(
		`INSERT INTO day_block SELECT ${positionSql("device", "day", "part")}, ${columns} FROM day_block_by_columns`,
	);
	sql.exec("DROP TABLE day_block_by_columns");
}

/** Before the tail, so that `watch` is read without it. */
function keepWatches(sql: SqlStorage): void {
	sql.exec("ALTER TABLE device_log RENAME TO device_log_unwatched");
	sql.exec(`CREATE TABLE device_log (
		device_id TEXT PRIMARY KEY, number INTEGER NOT NULL, last_seq INTEGER NOT NULL,
		last_received_at INTEGER NOT NULL, received TEXT NOT NULL, latest TEXT NOT NULL,
		tail_since INTEGER, tail_from INTEGER, tail_to INTEGER, tail_readings INTEGER NOT NULL, watch TEXT,
		tail BLOB NOT NULL
	) WITHOUT ROWID`);
	const facts = "device_id, number, last_seq, last_received_at, received, latest";
	const tail = "tail_since, tail_from, tail_to, tail_readings, NULL, tail";
	sql.exec(`INSERT INTO device_log SELECT ${facts}, ${tail} FROM device_log_unwatched`);
	sql.exec("DROP TABLE device_log_unwatched");
}

function keepTotals(sql: SqlStorage): void {
	sql.exec(`CREATE TABLE device_total (
		device INTEGER PRIMARY KEY, readings INTEGER NOT NULL, bytes INTEGER NOT NULL,
		archived_bytes INTEGER NOT NULL, changed_on INTEGER
	)`);
	sql.exec("CREATE INDEX device_total_changed ON device_total (changed_on) WHERE changed_on IS NOT NULL");
	// Lengths first: sorting by device would read the blobs.
	sql.exec(`INSERT INTO device_total WITH size AS MATERIALIZED (
			SELECT device, readings + late AS readings,
				coalesce(length(quarters), 0) + coalesce(length(block), 0) AS bytes, 0 AS archived FROM day_block
			UNION ALL SELECT device, readings, length(block), 0 FROM import_block
			UNION ALL SELECT device, 0, 0, bytes FROM archived_month
		) SELECT device, sum(readings), sum(bytes), sum(archived), NULL FROM size GROUP BY device`);
}

const daysBeforeEpoch = 2 ** (dayBits - 1);

/** SQL of the integer key of device, day and part. Computed in SQL, because JavaScript's integers end at 53 bits. */
export function positionSql(device: string, day: string, part: number | string): string {
	return `((${device} << ${partBits + dayBits}) | ((${day} + ${daysBeforeEpoch}) << ${partBits}) | ${part})`;
}

export function isPositionBetween(index: string, [device, fromDay, toDay]: [string, string, string]): string {
	return `${index} BETWEEN ${positionSql(device, fromDay, 0)} AND ${positionSql(device, toDay, lastPart)}`;
}

/** Clamps a day to the range of a key; no readings are beyond. */
export function placeableDay(day: number): number {
	return Math.min(Math.max(day, -daysBeforeEpoch), daysBeforeEpoch - 1);
}

/** Device number and UTC days, both ends included. */
export type DayRange = [device: number, fromDay: number, toDay: number];

export type Direction = "newest-first" | "oldest-first";

export function sqlOrder(direction: Direction): "ASC" | "DESC" {
	return direction === "newest-first" ? "DESC" : "ASC";
}
