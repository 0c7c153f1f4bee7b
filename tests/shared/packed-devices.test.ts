import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeviceListRow } from "../../shared/device";
import { DeviceAlertState, DeviceLack } from "../../shared/device-filter";
import type { ListedReading } from "../../shared/device-reading";
import { DevicePower, DeviceStatus } from "../../shared/device-terms";
import {
	acceptsPackedDevices,
	isPackedAnswer,
	packDevices,
	packedAnswer,
	packedDevicesType,
	unpackDevices,
} from "../../shared/packed-devices";
import { listedTextNames, recordOf } from "../../shared/plain-fields";
import { Quantity } from "../../shared/units";

/** With an entry for every field, so that a new one is not forgotten. */
type Fields<Row> = { [Field in keyof Row]-?: fc.Arbitrary<Exclude<Row[Field], undefined>> };

/** Few enough to be met again, and some that read like several. */
const text = fc.oneof(fc.constantFrom("", "Air", "1", "null", '"', '","', '["Air"]', "temperature 1"), fc.string());
const texts = fc.array(text, { maxLength: 3 });
const instant = fc.integer({ min: 0, max: 8_640_000_000_000_000 });

const reading = fc.record<Required<ListedReading>, "quantity" | "value">(
	{
		quantity: fc.constantFrom(...Quantity.options),
		value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map(unsigned)),
		name: text,
		unit: text,
		decimals: fc.integer({ min: 0, max: 6 }),
	} satisfies Fields<ListedReading>,
	{ requiredKeys: ["quantity", "value"], noNullPrototype: true },
);

const row: fc.Arbitrary<DeviceListRow> = fc.record(
	{
		id: text,
		name: text,
		serialNumber: fc.option(text),
		groupIds: texts,
		timezoneOffset: fc.integer({ min: -720, max: 840 }),
		timeZoneRule: fc.constantFrom(0, 1, 2),
		status: fc.constantFrom(...DeviceStatus.options),
		lastReadingAt: fc.option(instant),
		lastReceivedAt: fc.option(instant),
		latest: fc.array(reading, { maxLength: 5 }),
		...recordOf(listedTextNames, () => text),
		power: fc.constantFrom(...DevicePower.options),
		tags: texts,
		alertState: fc.constantFrom(...DeviceAlertState.options),
		mutedUntil: instant,
		deletedFrom: instant,
		lacks: fc.subarray(DeviceLack.options),
		hasRefusals: fc.boolean(),
	} satisfies Fields<DeviceListRow>,
	{
		noNullPrototype: true,
		requiredKeys: [
			"id",
			"name",
			"serialNumber",
			"groupIds",
			"timezoneOffset",
			"timeZoneRule",
			"status",
			"lastReadingAt",
			"lastReceivedAt",
			"latest",
		],
	},
);

/** JSON has one zero. */
function unsigned(value: number): number {
	return value === 0 ? 0 : value;
}

const crossed = (rows: DeviceListRow[]) => unpackDevices(JSON.parse(JSON.stringify(packDevices(rows))));

describe("a packed list of devices", () => {
	it("is the rows it was made of", () => {
		fc.assert(
			fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
				expect(crossed(rows)).toStrictEqual(rows);
			}),
			{ numRuns: 300 },
		);
	});

	it("says what rows share once", () => {
		const rows = [1, 2, 3].map(
			(n): DeviceListRow => ({
				id: `dev_${n}`,
				name: `Freezer ${n}`,
				serialNumber: null,
				groupIds: ["grp_a"],
				timezoneOffset: 60,
				timeZoneRule: 2,
				status: "online",
				lastReadingAt: null,
				lastReceivedAt: null,
				latest: [{ quantity: "humidity", value: n }],
				site: "Denver",
			}),
		);
		const { groupIds, optional, channels, channelSets } = packDevices(rows);
		expect({ groupIds, site: optional.site, channels, channelSets }).toEqual({
			groupIds: { values: [["grp_a"]] },
			site: { values: ["Denver"] },
			channels: [{ quantity: "humidity" }],
			channelSets: { values: [[0]] },
		});
	});

	it("is told from every other answer", () => {
		expect(isPackedAnswer(packedAnswer([]))).toBe(true);
		for (const other of [{ json: [] }, { json: {}, meta: {} }, { json: {}, meta: { packed: "groups" } }]) {
			expect(isPackedAnswer(other)).toBe(false);
		}
	});

	it.each([
		[packedDevicesType, true],
		[`text/html, ${packedDevicesType},application/json`, true],
		["", false],
		["*/*", false],
		["application/json", false],
		["application/json;devices=other", false],
	])("accept %s: %s", (accept, isAccepted) => {
		expect(acceptsPackedDevices(accept)).toBe(isAccepted);
	});
});
