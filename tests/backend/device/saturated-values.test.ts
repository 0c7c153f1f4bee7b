import { beforeAll, describe, expect, it } from "vitest";
import type { ReadingRow } from "../../../backend/api/reading-rows";
import { lineOfBuckets } from "../../../backend/log/series-lines";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { LogPage, SeriesPage } from "../../../shared/log/log";
import { addApiKey, callApi, pageOf } from "../fixtures/api-keys";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const start = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;

/** Celsius and percent, a minute apart. */
const air = [
	[20, 0],
	[20, 50],
	[20, 100],
	[20, 104],
	[20, 110],
	[20, 130],
	[-300, 104],
	[20, 101],
] as const;
const span = { rangeType: "hour", offset: 0, from: start, to: start + hourMs } as const;
/** Minute and mark of each dew point. */
const marks = [
	[1, null],
	[2, null],
	[3, "saturated"],
	[4, "saturated"],
	[7, "saturated"],
];

let owner: Person;
let device: Device;
let channelId: string;

beforeAll(async () => {
	({ owner } = await createOwner());
	const added = await addDevice(owner, {
		channels: [
			{ name: "Air", quantity: "temperature", unit: "°C" },
			{ name: "Humidity", quantity: "humidity", unit: "%" },
		],
	});
	const [temperature = "", humidity = ""] = added.device.channels.map(({ id }) => id);
	const sources = [
		{ role: "temperature", channelId: temperature },
		{ role: "humidity", channelId: humidity },
	];
	const definition = { kind: "dewPoint", sources, driver: temperature, toleranceSeconds: 0, options: {} };
	const { id: deviceId, version } = added.device;
	device = dataOf<Device>(
		await owner.mutate("device.addDerivedChannel", { deviceId, version, name: "Dew point", definition }),
	);
	channelId = device.channels.find(({ derived }) => derived)?.id ?? "";
	const readings = air.flatMap(([celsius, percent], minute) => {
		const at = start + minute * minuteMs;
		return [
			{ channel: "Air", at, value: celsius },
			{ channel: "Humidity", at, value: percent },
		];
	});
	await ingest(added.key, readings);
});

describe("a derived value of more than 100 % humidity", () => {
	it("marks rows of the log, also where a filter leaves out doubtful readings", async () => {
		for (const filter of [{}, { order: "highest-first", quantity: "temperature" }] as const) {
			const request = { ...span, zone: "UTC", channelIds: [channelId], ...filter };
			const { readings } = dataOf<LogPage>(await owner.query("log.getLogs", request));
			const found = readings.readingAt.map((at, index) => [(at - start) / minuteMs, readings.mark?.[index] ?? null]);
			expect(found.sort()).toEqual(marks);
		}
	});

	it("marks points of a chart of single readings and of steps", async () => {
		const request = { ...span, zone: "UTC", channelIds: [channelId], pixels: 100, isEveryQuantity: true };
		const { bucketMs, series } = dataOf<SeriesPage>(await owner.query("log.getSeries", request));
		expect([bucketMs, series[0]?.mark]).toEqual([0, marks.map(([, mark]) => mark)]);
		const steps = [0, 1, 2];
		const buckets = { bucket: steps, min: steps, max: steps, sum: steps, count: [1, 1, 1], first: steps, last: steps };
		const markOf = (isSaturated?: boolean[]) =>
			lineOfBuckets({
				channel: 0,
				buckets: { ...buckets, ...(isSaturated && { isSaturated }) },
				edges: [0, 1, 2, 3],
				bucketMs: 1,
				measured: { quantity: "temperature", decimals: 1 },
			}).mark;
		expect(markOf([false, true, false])).toEqual([null, "saturated", null]);
		expect([markOf([false, false, false]), markOf()]).toEqual([undefined, undefined]);
	});

	it("names it in the API, beside the marks of sent readings", async () => {
		const { key } = await addApiKey(owner);
		const path = `readings?device=${device.id}&channel=${channelId}&from=${start}&to=${start + hourMs}`;
		const { data } = await pageOf<ReadingRow>(await callApi(key, path));
		expect(data.map(({ mark, isSaturated }) => [mark, isSaturated]).sort()).toEqual(
			marks.map(([, mark]) => [null, mark !== null]).sort(),
		);
		const csv = await (await callApi(key, `${path}&format=csv`)).text();
		expect(csv.split(/\r?\n/)[0]?.split(",").slice(-3)).toEqual(["mark", "isDerived", "isSaturated"]);
	});

	it("writes its mark in each form of an export", async () => {
		const exportOf = async (format: "csv" | "json", form: "wide" | "long") => {
			const query = JSON.stringify({ ...span, zone: "UTC", format, form, clock: "zone" });
			return (await send(`/api/export?query=${encodeURIComponent(query)}`, { headers: owner.headers })).text();
		};
		const markOf = (line: string) => line.split(",").at(-1) ?? "";
		const long = (await exportOf("csv", "long")).split("\r\n").filter((line) => line.includes(",Dew point,"));
		expect(long.map(markOf)).toEqual(marks.map(([, mark]) => mark ?? ""));
		const wide = (await exportOf("csv", "wide")).split("\r\n");
		expect(wide.map(markOf).filter((mark) => mark.endsWith(": saturated"))).toHaveLength(3);
		const { rows } = JSON.parse(await exportOf("json", "long")) as { rows: { channel: string; mark?: string }[] };
		const ofDewPoint = rows.filter(({ channel }) => channel === "Dew point");
		expect(ofDewPoint.map(({ mark = null }) => mark)).toEqual(marks.map(([, mark]) => mark));
	});

	it("marks the newest value of its device", async () => {
		const shown = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(shown.channels.filter(({ isSaturated }) => isSaturated).map(({ id }) => id)).toEqual([channelId]);
		const [row] = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
		expect(row?.latest.filter(({ isSaturated }) => isSaturated).map(({ name }) => name)).toEqual(["Dew point"]);
	});
});
