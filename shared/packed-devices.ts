import type { DeviceListRow } from "./device";
import type { ListedReading } from "./device-reading";
import { listedTextNames, recordOf } from "./plain-fields";

/** Sent in `accept` by clients that can read packed device lists. */
export const packedDevicesType = "application/json;devices=packed";

const optionalFields = Object.keys({
	...recordOf(listedTextNames, () => true as const),
	power: true,
	tags: true,
	alertState: true,
	mutedUntil: true,
	deletedFrom: true,
	lacks: true,
	hasRefusals: true,
} satisfies Record<OptionalField, true>) as OptionalField[]; // keys of this object are its keyof
type OptionalField = {
	[Field in keyof DeviceListRow]-?: undefined extends DeviceListRow[Field] ? Field : never;
}[keyof DeviceListRow];

/** Distinct values, and each row's index in them; without `of` all rows have the first. */
type Column<Value> = { values: Value[]; of?: number[] };
type Channel = Omit<ListedReading, "value">;

/**
 * A list of devices by columns with one entry per row. Times are ms before `newestAt`. In `optional`, null is an
 * omitted field. `channelSets` are indexes into `channels`; `readings` concatenates the rows' values.
 */
export type PackedDevices = {
	id: string[];
	name: string[];
	serialNumber: (string | null)[];
	newestAt: number;
	readingAgo: (number | null)[];
	receivedAgo: (number | null)[];
	groupIds: Column<string[]>;
	timezoneOffset: Column<number>;
	timeZoneRule: Column<DeviceListRow["timeZoneRule"]>;
	status: Column<DeviceListRow["status"]>;
	optional: { [Field in OptionalField]?: Column<NonNullable<DeviceListRow[Field]> | null> };
	channels: Channel[];
	channelSets: Column<number[]>;
	readings: (number | null)[];
};

export type PackedAnswer = { json: PackedDevices; meta: { packed: "devices" } };

export function packedAnswer(rows: DeviceListRow[]): PackedAnswer {
	return { json: packDevices(rows), meta: { packed: "devices" } };
}

export function isPackedAnswer(answer: { json?: unknown; meta?: object | undefined }): answer is PackedAnswer {
	return answer.meta !== undefined && "packed" in answer.meta && answer.meta.packed === "devices";
}

export function acceptsPackedDevices(accept: string): boolean {
	return accept.split(",").some((type) => type.trim() === packedDevicesType);
}

/** The result is sent as JSON, so rows must not contain NaN or infinities. */
export function packDevices(rows: DeviceListRow[]): PackedDevices {
	const newestAt = rows.reduce((newest, row) => Math.max(newest, row.lastReadingAt ?? 0, row.lastReceivedAt ?? 0), 0);
	const ago = (at: number | null) => (at === null ? null : newestAt - at);
	return {
		id: rows.map(({ id }) => id),
		name: rows.map(({ name }) => name),
		serialNumber: rows.map(({ serialNumber }) => serialNumber),
		newestAt,
		readingAgo: rows.map(({ lastReadingAt }) => ago(lastReadingAt)),
		receivedAgo: rows.map(({ lastReceivedAt }) => ago(lastReceivedAt)),
		groupIds: columnOf(rows, ({ groupIds }) => groupIds),
		timezoneOffset: columnOf(rows, ({ timezoneOffset }) => timezoneOffset),
		timeZoneRule: columnOf(rows, ({ timeZoneRule }) => timeZoneRule),
		status: columnOf(rows, ({ status }) => status),
		optional: packOptional(rows),
		...packLatest(rows),
	};
}

export function unpackDevices(packed: PackedDevices): DeviceListRow[] {
	const { newestAt, serialNumber, readingAgo, receivedAgo, groupIds, timezoneOffset, timeZoneRule, status } = packed;
	const at = (ago: number | null | undefined) => (ago === null || ago === undefined ? null : newestAt - ago);
	const latestOf = latestReader(packed);
	const rows = packed.id.map(
		(id, place): DeviceListRow => ({
			id,
			name: packed.name[place] ?? "",
			serialNumber: serialNumber[place] ?? null,
			groupIds: valueAt(groupIds, place),
			timezoneOffset: valueAt(timezoneOffset, place),
			timeZoneRule: valueAt(timeZoneRule, place),
			status: valueAt(status, place),
			lastReadingAt: at(readingAgo[place]),
			lastReceivedAt: at(receivedAgo[place]),
			latest: latestOf(place),
		}),
	);
	for (const field of optionalFields) unpackOptional(rows, field, packed.optional[field]);
	return rows;
}

function packOptional(rows: DeviceListRow[]): PackedDevices["optional"] {
	const columns = optionalFields.map((field) => [field, columnOf(rows, (row) => row[field] ?? null)] as const);
	const said = columns.filter(([, { values }]) => values.some((value) => value !== null));
	return Object.fromEntries(said) as PackedDevices["optional"]; // each column was read from its own field
}

function unpackOptional<Field extends OptionalField>(
	rows: DeviceListRow[],
	field: Field,
	column: Column<NonNullable<DeviceListRow[Field]> | null> | undefined,
): void {
	if (!column) return;
	for (const [place, row] of rows.entries()) {
		const value = valueAt(column, place);
		if (value !== null) row[field] = value;
	}
}

function packLatest(rows: DeviceListRow[]): Pick<PackedDevices, "channels" | "channelSets" | "readings"> {
	const channels = createColumn<ListedReading>();
	const sets = createColumn<number[]>();
	const readings: (number | null)[] = [];
	for (const { latest } of rows) {
		const places = latest.map((reading) => {
			readings.push(reading.value);
			return channels.place(channelKey(reading), reading);
		});
		sets.add(places.join(), places);
	}
	return { channels: channels.values.map(({ value: _, ...channel }) => channel), channelSets: sets.packed(), readings };
}

/** Most channels equal their quantity's default; the key avoids allocations for these. */
function channelKey({ quantity, name, unit, decimals }: ListedReading): string {
	if (name === undefined && unit === undefined && decimals === undefined) return quantity;
	return `${quantity} ${decimals} ${JSON.stringify(unit)} ${JSON.stringify(name)}`;
}

function latestReader({ channels, channelSets: { values, of }, readings }: PackedDevices) {
	const sets = values.map((places) => places.flatMap((place) => channels[place] ?? []));
	const column = { values: sets, of };
	let next = 0;
	return (place: number): ListedReading[] =>
		valueAt(column, place).map((channel) => {
			next += 1;
			return { ...channel, value: readings[next - 1] ?? null };
		});
}

function columnOf<Value>(rows: DeviceListRow[], read: (row: DeviceListRow) => Value): Column<Value> {
	const { add, packed } = createColumn<Value>();
	for (const row of rows) {
		const value = read(row);
		add(Array.isArray(value) ? JSON.stringify(value) : value, value);
	}
	return packed();
}

/** Equal keys share one value. */
function createColumn<Value>() {
	const places = new Map<unknown, number>();
	const values: Value[] = [];
	const of: number[] = [];
	const place = (key: unknown, value: Value) => {
		const known = places.get(key);
		if (known !== undefined) return known;
		places.set(key, values.length);
		return values.push(value) - 1;
	};
	return {
		values,
		place,
		add: (key: unknown, value: Value) => void of.push(place(key, value)),
		packed: (): Column<Value> => (values.length > 1 ? { values, of } : { values }),
	};
}

function valueAt<Value>({ values, of }: Column<Value>, place: number): Value {
	return values[of?.[place] ?? 0] as Value; // what a column names stands in it
}
