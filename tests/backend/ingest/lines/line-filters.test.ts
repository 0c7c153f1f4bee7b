import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findIntegrationKey } from "../../../../backend/db/integration-key-rows";
import { lineRulesOf, saveLineRule } from "../../../../backend/db/line-rows";
import { acceptSeries } from "../../../../backend/ingest/lines/accept-series";
import { minuteMs } from "../../../../shared/base/durations";
import { limits, serverLimits } from "../../../../shared/base/limits";
import type { DeviceListRow } from "../../../../shared/device/device";
import { acceptsSeries, type LineFilter } from "../../../../shared/device/line-series";
import { readSeriesText } from "../../../../shared/ingest/line-protocol";
import * as fc from "../../../properties";
import { accountStub, addDevice, createOwner } from "../../fixtures/fleet";
import { addIntegration } from "../../fixtures/integrations";
import { choose, lineSource, storedReadings, writeLines } from "../../fixtures/lines";
import { dataOf, type Person } from "../../fixtures/people";
import { partsOf } from "../../fixtures/works";

let owner: Person;
let accountId: string;
let key: string;
let keyId: string;

// Each test moves the clock by itself: two uploads a minute are the limit.
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	({ owner, id: accountId } = await createOwner());
	const created = await addIntegration(owner);
	key = created.key;
	keyId = created.integration.id;
});
afterEach(() => {
	vi.useRealTimers();
});

const climate: LineFilter = { measurement: "climate", tags: [{ key: "host", value: "cellar*" }], field: "*" };

async function accept(filter: LineFilter, isAccepting = true): Promise<void> {
	dataOf(await owner.mutate("account.changeLineFilter", { keyId, filter, isAccepting }));
}

const devices = async () => dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
const waiting = async () => (await lineSource(owner, keyId)).waiting.map(({ series }) => series);

describe("a filter of series", () => {
	it("stores the first value of a new logger, on a device that its tag names", async () => {
		await accept(climate);
		const at = Date.now();
		const body = `climate,host=cellar-1 temperature=4,hum=60 ${at}000000\nclimate,host=attic temperature=9`;
		expect((await writeLines(key, body)).status).toBe(204);
		const [device] = await devices();
		expect([device?.name, device?.serialNumber]).toEqual(["cellar-1", "cellar-1"]);
		expect(await storedReadings(accountId, owner, device?.id ?? "")).toEqual({
			"climate temperature": [[at, 4]],
			"climate hum": [[at, 60]],
		});
		const source = await lineSource(owner, keyId);
		expect(source.chosen.map(({ series }) => series)).toEqual([
			"climate,host=cellar-1 hum",
			"climate,host=cellar-1 temperature",
		]);
		expect([await waiting(), source.last?.stored, source.filters]).toEqual([
			["climate,host=attic temperature"],
			2,
			[climate],
		]);
	});

	it("ends the waiting of a series with its next value, and not with its last one", async () => {
		await writeLines(key, "climate,host=cellar air=4");
		await accept(climate);
		expect(await waiting()).toEqual(["climate,host=cellar air"]);
		vi.setSystemTime(Date.now() + minuteMs);
		const at = Date.now();
		await writeLines(key, `climate,host=cellar air=5 ${at}000000`);
		const [device] = await devices();
		expect(await storedReadings(accountId, owner, device?.id ?? "")).toEqual({ "climate air": [[at, 5]] });
		expect(await waiting()).toEqual([]);
	});

	it("counts every waiting series that it would accept, not only the listed ones", async () => {
		const lines = Array.from({ length: 250 }, (_, sensor) => `climate,host=cellar-${sensor} air=4`);
		await writeLines(key, [...lines, "climate,host=attic air=4", "climate air=4"].join("\n"));
		expect(dataOf(await owner.query("account.countLineFilter", { keyId, filter: climate }))).toBe(250);
	});

	it("leaves a series to a user who chooses it while its device is added", async () => {
		const { device } = await addDevice(owner, { name: "Chosen" });
		const channelId = device.channels[0]?.id ?? "";
		const series = "climate,host=cellar-1 air";
		await accept(climate);
		await runInDurableObject(accountStub(accountId), async (object) => {
			const store = partsOf(object);
			const { db } = store;
			const keyRow = findIntegrationKey(db, keyId);
			if (!keyRow) throw new Error("No key");
			const mint: typeof store.deviceKeys.mint = (...input) => {
				saveLineRule(db, { keyId, series, deviceId: device.id, channelId, createdBy: "usr_1", createdAt: new Date() });
				return store.deviceKeys.mint(...input);
			};
			const racing = { ...store, accountId, now: Date.now(), deviceKeys: { ...store.deviceKeys, mint } };
			expect(await acceptSeries(racing, keyRow, { series: [series], of: [0], value: [4] })).toEqual([]);
			expect(lineRulesOf(db, keyId).get(series)).toMatchObject({ deviceId: device.id, channelId });
		});
	});

	it("uses the device that a person chose for the same tag, else the one with that serial number", async () => {
		const { device } = await addDevice(owner, { name: "Chosen" });
		const known = await addDevice(owner, { name: "Known", serialNumber: "cellar-2" });
		await writeLines(key, "climate,host=cellar-1 air=4");
		const series = { "climate,host=cellar-1 air": "air" };
		await choose(owner, { keyId, device: { deviceId: device.id }, series });
		await accept(climate);
		vi.setSystemTime(Date.now() + minuteMs);
		await writeLines(key, "climate,host=cellar-1 hum=50\nclimate,host=cellar-2 hum=51");
		const chosen = (await lineSource(owner, keyId)).chosen.map((each) => [each.series, each.deviceId]);
		expect(Object.fromEntries(chosen)).toEqual({
			"climate,host=cellar-1 air": device.id,
			"climate,host=cellar-1 hum": device.id,
			"climate,host=cellar-2 hum": known.device.id,
		});
		expect(await devices()).toHaveLength(2);
	});

	it("leaves a series waiting whose channel another sends to, whose device is archived or has no room", async () => {
		await accept({ measurement: "*", tags: [], field: "*" });
		await writeLines(key, "climate,host=cellar,topic=a value=4\nclimate,host=cellar,topic=b value=5");
		expect((await lineSource(owner, keyId)).chosen).toHaveLength(1);
		expect(await waiting()).toEqual(["climate,host=cellar,topic=b value"]);
		vi.setSystemTime(Date.now() + minuteMs);
		const fields = Array.from({ length: limits.channelsPerDevice + 3 }, (_, index) => `f${index}=1`);
		await writeLines(key, `many,host=full ${fields.join(",")}\nnameless v=1`);
		expect((await lineSource(owner, keyId, "many")).chosenCount).toBe(limits.channelsPerDevice);
		expect((await lineSource(owner, keyId, "many")).waitingCount).toBe(3);
		expect(await waiting()).toContain("nameless v");
		const full = (await devices()).find(({ name }) => name === "full")?.id;
		await owner.mutate("device.archiveDevices", { deviceIds: [full] });
		vi.setSystemTime(Date.now() + minuteMs);
		await writeLines(key, "other,host=full v=1");
		expect(await waiting()).toContain("other,host=full v");
	});

	it("accepts nothing of an upload past the pace, and all of it when it is sent again", async () => {
		await accept(climate);
		// The upload that matches the device counts, too.
		for (let index = 0; index < serverLimits.lineUploadsPerMinute; index += 1) {
			expect((await writeLines(key, "climate,host=cellar-1 air=5")).status).toBe(204);
		}
		const body = "climate,host=cellar-1 air=6\nclimate,host=cellar-2 air=7";
		expect((await writeLines(key, body)).status).toBe(429);
		expect(await devices()).toHaveLength(1);
		vi.setSystemTime(Date.now() + minuteMs);
		expect((await writeLines(key, body)).status).toBe(204);
		expect((await devices()).map(({ serialNumber }) => serialNumber)).toContain("cellar-2");
	});

	it("accepts nothing more once it is removed, and keeps what it accepted", async () => {
		await accept(climate);
		await accept(climate);
		await writeLines(key, "climate,host=cellar air=4");
		expect((await lineSource(owner, keyId)).filters).toHaveLength(1);
		await accept(climate, false);
		vi.setSystemTime(Date.now() + minuteMs);
		await writeLines(key, "climate,host=cellar air=4,hum=5");
		const source = await lineSource(owner, keyId);
		expect([source.filters, source.chosenCount, await waiting()]).toEqual([[], 1, ["climate,host=cellar hum"]]);
	});

	it("rejects one more filter than an integration may have", async () => {
		for (let index = 0; index < serverLimits.lineFilters; index += 1) await accept({ ...climate, field: `f${index}` });
		const input = { keyId, filter: climate, isAccepting: true };
		const { error } = await owner.mutate("account.changeLineFilter", input);
		expect(error?.data.fields).toEqual({ "filter.measurement": expect.stringContaining("50 filters") });
	});
});

describe("the pattern of a filter", () => {
	it.each([
		["climate", "climate", true],
		["climate", "climate2", false],
		["clim*", "climate", true],
		["*ate", "climate", true],
		["c*m*e", "climate", true],
		["c*m*m*e", "climate", false],
		["*", "", true],
		["a*a", "a", false],
		["a.c", "abc", false],
	])("compares %s with %s", (measurement, name, isLike) => {
		const parts = { measurement: name, tags: [], field: "v" };
		expect(acceptsSeries({ measurement, tags: [], field: "*" }, parts)).toBe(isLike);
	});

	it("accepts whatever a text holds between its parts", () => {
		const text = fc.string({ maxLength: 8 }).filter((each) => !each.includes("*"));
		fc.assert(
			fc.property(
				fc.array(text, { minLength: 1, maxLength: 5 }),
				fc.array(text, { minLength: 5, maxLength: 5 }),
				(parts, between) => {
					const name = parts.map((part, index) => (index === 0 ? part : `${between[index] ?? ""}${part}`)).join("");
					const filter = { measurement: parts.join("*"), tags: [], field: "v" };
					expect(acceptsSeries(filter, { measurement: name, tags: [], field: "v" })).toBe(true);
				},
			),
		);
	});

	it("requires a tag that it names, with any value for a star", () => {
		const filter: LineFilter = { measurement: "*", tags: [{ key: "site", value: "*" }], field: "*" };
		const isAccepted = (series: string) => {
			const parts = readSeriesText(series);
			return parts && acceptsSeries(filter, parts);
		};
		expect(["m,site=a v", "m,place=a v", "m v"].map(isAccepted)).toEqual([true, false, false]);
	});
});
