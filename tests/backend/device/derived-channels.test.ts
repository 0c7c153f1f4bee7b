import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { alertEvents, channels as channelsTable, derivedChannels, readingChanges } from "../../../backend/db/schema";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import { errorKey } from "../../../shared/base/error-key";
import { serverLimits } from "../../../shared/base/limits";
import { type DerivedDefinition, mostDerivedOfDevice } from "../../../shared/device/derived/definition";
import type {
	AddedDerivedChannels,
	DerivedPairing,
	DerivedPreview,
	DerivedUses,
} from "../../../shared/device/derived/inputs";
import type { Device } from "../../../shared/device/device";
import type { CreateDevice, CreatedDevices, Undone } from "../../../shared/device/device-inputs";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	freezer,
	inAccount,
	ingest,
	newId,
	postReadings,
} from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { createReport } from "../fixtures/reports";
import { partsOf } from "../fixtures/works";

const hourMs = 60 * 60 * 1000;
const start = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;

const greenhouse: Pick<CreateDevice, "channels"> = {
	channels: [
		{ name: "Air", quantity: "temperature", unit: "°C" },
		{ name: "Humidity", quantity: "humidity", unit: "%" },
		{ name: "Supply", quantity: "temperature", unit: "°F" },
	],
};

async function createGreenhouse() {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner, greenhouse);
	return { id, owner, device, key, ids: idsOf(device) };
}

async function addHouses(owner: Person, count: number): Promise<string[]> {
	const devices = Array.from({ length: count }, (_, each) => ({ ...freezer, ...greenhouse, name: `House ${each}` }));
	const created = dataOf<CreatedDevices>(await owner.mutate("device.createDevices", { devices }));
	return created.flatMap((each) => ("id" in each ? [each.id] : []));
}

function idsOf({ channels }: Device) {
	const idOf = (name: string) => channels.find((channel) => channel.name === name)?.id ?? "";
	return { air: idOf("Air"), humidity: idOf("Humidity"), supply: idOf("Supply") };
}

function dewPoint({ air, humidity }: { air: string; humidity: string }): DerivedDefinition {
	const sources = [
		{ role: "temperature", channelId: air },
		{ role: "humidity", channelId: humidity },
	];
	return { kind: "dewPoint", sources, driver: air, toleranceSeconds: 30, options: {} };
}

function add(owner: Person, { id: deviceId, version }: Device, definition: DerivedDefinition, name = "Dew point") {
	return owner.mutate("device.addDerivedChannel", { deviceId, version, name, definition });
}

const derivedOf = ({ channels }: Device) => channels.find(({ derived }) => derived);

async function read(person: Person, { id: deviceId }: Pick<Device, "id">): Promise<Device> {
	return dataOf<Device>(await person.query("device.getDevice", { deviceId }));
}

const formOf = ({ channels }: Device) =>
	channels.map(({ id, name, quantity, unit, decimals, min, max }) => ({
		id,
		name,
		quantity,
		unit,
		decimals,
		min,
		max,
	}));

describe("a derived channel", () => {
	it("gets unit and number when added, and leaves rows in the audit log and the changes of readings", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const changed = dataOf<Device>(await add(owner, device, dewPoint(ids)));
		const made = derivedOf(changed);
		expect(made).toMatchObject({ name: "Dew point", quantity: "temperature", unit: "°C", decimals: 1, value: null });
		expect(made?.derived).toEqual({ ...dewPoint(ids), options: { referredTo: "water" } });
		expect(changed.version).toBe(device.version + 1);
		const stored = await inAccount(id, (db) => ({
			changes: db.select().from(readingChanges).all(),
			definitions: db.select().from(derivedChannels).all(),
		}));
		expect(stored.changes).toMatchObject([{ deviceId: device.id, from: null, to: null, isGone: false }]);
		expect(stored.definitions).toMatchObject([
			{ channelId: made?.id, deviceId: device.id, createdBy: expect.any(String) },
		]);
		const { entries } = dataOf<{
			entries: { action: string; entities: { fields: { field: string; after: unknown }[] }[] }[];
		}>(await owner.query("account.getAudit", { from: 0, to: Date.now() + hourMs }));
		const entry = entries.find(({ action }) => action === "device.addDerivedChannel");
		expect(entry?.entities[0]?.fields).toContainEqual({
			field: `channels.${made?.id}.definition`,
			before: null,
			after: "Dew point (Air, Humidity), at each Air, within 30 s",
		});
	});

	it("names the rules, reports and wall screens that use it, and none that take other channels", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const groupId = await addGroup(id, "Hall");
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], addGroupIds: [groupId] }));
		const grouped = await read(owner, device);
		const channelId = derivedOf(dataOf<Device>(await add(owner, grouped, dewPoint(ids), "Dew")))?.id;
		const named = (name: string) => ({ quantity: "temperature" as const, unit: "°C", name });
		const onChannel = (name: string): AlertRule => {
			const limit = { from: "value", value: 8 } as const;
			return { ...warmRule, condition: { kind: "threshold", channels: named(name), comparison: ">", limit } };
		};
		const used = await addAlert(owner, { name: "Condensation", rule: onChannel("dew") });
		await addAlert(owner, { name: "Air alone", rule: onChannel("Air") });
		for (const [name, channels] of [
			["Dew points", [named("Dew")]],
			["Air", [named("Air")]],
			["Everything", null],
		] as const) {
			await createReport(owner, { name, channels: channels && [...channels] });
		}
		dataOf(await owner.mutate("group.createWall", { groupId, name: "Hall", days: null }));
		const uses = async () => dataOf<DerivedUses>(await owner.query("device.getDerivedUses", { channelId }));
		expect(await uses()).toEqual({
			rules: [{ id: used.id, name: "Condensation" }],
			reports: [{ id: expect.any(String), name: "Dew points" }],
			// A wall shows the first three channels, and this is the fourth.
			walls: [],
		});
		const { channels, version } = await read(owner, device);
		const [last] = channels.slice(-1);
		const first = formOf({ ...grouped, channels: [...(last ? [last] : []), ...channels.slice(0, -1)] });
		const changed = first.map((channel) => ({ ...channel, decimals: 2 }));
		dataOf(await owner.mutate("device.updateDevice", { deviceId: device.id, version, channels: changed }));
		expect((await uses()).walls).toEqual([{ id: expect.any(String), name: "Hall" }]);
	});

	it("computes its values and rejects readings of its own", async () => {
		const { owner, device, key, ids } = await createGreenhouse();
		await add(owner, device, dewPoint(ids));
		await ingest(key, [
			{ channel: "Air", at: start, value: 20 },
			{ channel: "Humidity", at: start + 10_000, value: 50 },
		]);
		expect(derivedOf(await read(owner, device))?.value).toBeCloseTo(9.27, 1);
		const result = await ingest(key, [{ channel: "dew point", at: start, value: 3 }]);
		expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "derived-channel" }] });
		const byId = await postReadings(key, [{ channel: derivedOf(await read(owner, device))?.id, at: start, value: 3 }]);
		expect(await byId.json()).toMatchObject({ rejected: [{ reason: "derived-channel" }] });
	});

	it("names the field of each problem", async () => {
		const { owner, device, ids } = await createGreenhouse();
		const definition = dewPoint(ids);
		const fieldsOf = async (changed: DerivedDefinition, name?: string) =>
			(await add(owner, await read(owner, device), changed, name)).error?.data.fields;
		expect(await fieldsOf({ ...definition, driver: ids.supply })).toEqual({
			"definition.driver": "Choose one of the channels.",
		});
		expect(await fieldsOf(definition, "AIR")).toEqual({ name: "Another channel of the device has this name." });
		expect(await fieldsOf(dewPoint({ air: ids.humidity, humidity: newId("channel") }))).toEqual({
			"definition.sources.0": "Choose a channel of temperature in a unit such as °C.",
			"definition.sources.1": "Choose a channel of this device.",
		});
		expect(await fieldsOf({ ...definition, options: { referredTo: "steam" } })).toHaveProperty([
			"definition.options.referredTo",
		]);
		const made = dataOf<Device>(await add(owner, device, definition));
		const nested = dewPoint({ air: derivedOf(made)?.id ?? "", humidity: ids.humidity });
		expect(await fieldsOf({ ...nested, driver: ids.humidity }, "Second")).toEqual({
			"definition.sources.0": "Choose a channel that the device sends, not a derived one.",
		});
		expect((await add(owner, device, definition, "Late")).error?.data.reason).toBe("CHANGED_MEANWHILE");
		let present = made;
		for (let more = 1; more < mostDerivedOfDevice; more += 1)
			present = dataOf<Device>(await add(owner, present, definition, `Dew point ${more}`));
		expect(await fieldsOf(definition, "Ninth")).toEqual({ definition: "A device has at most 8 derived channels." });
	});

	it("changes its definition, name and unit, and is removed", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const added = dataOf<Device>(await add(owner, device, dewPoint(ids)));
		const channelId = derivedOf(added)?.id;
		const change = (version: number, changed: object) =>
			owner.mutate("device.changeDerivedChannel", { channelId, version, ...changed });
		const definition = { ...dewPoint({ ...ids, air: ids.supply }), driver: ids.humidity };
		const changed = dataOf<Device>(await change(added.version, { name: "Supply dew point", definition }));
		expect(derivedOf(changed)).toMatchObject({ id: channelId, name: "Supply dew point", unit: "°F" });
		expect((await change(added.version, { definition })).error?.data.reason).toBe("CHANGED_MEANWHILE");
		const other = await change(changed.version, { definition: { ...definition, kind: "frostPoint" } });
		expect(other.error?.data.fields).toEqual({ "definition.kind": "Add a new channel for another kind." });
		const same = dataOf<Device>(await change(changed.version, { definition }));
		expect(same.version).toBe(changed.version);
		const removed = dataOf<Device>(
			await owner.mutate("device.removeDerivedChannel", { channelId, version: changed.version }),
		);
		expect(derivedOf(removed)).toBeUndefined();
		const left = await inAccount(id, (db) => ({
			definitions: db.select().from(derivedChannels).all().length,
			channels: db.select().from(channelsTable).all().length,
			changes: db.select().from(readingChanges).all().length,
		}));
		expect(left).toEqual({ definitions: 0, channels: 3, changes: 3 });
		const again = await owner.mutate("device.removeDerivedChannel", { channelId: ids.air, version: removed.version });
		expect(again.error?.data.reason).toBe("CHANNEL_NOT_FOUND");
	});

	it("keeps its sources from being removed or read in a unit that it cannot", async () => {
		const { owner, device, ids } = await createGreenhouse();
		const added = dataOf<Device>(await add(owner, device, dewPoint(ids)));
		const save = (version: number, channels: object[]) =>
			owner.mutate("device.updateDevice", { deviceId: device.id, version, channels });
		const form = formOf(added);
		const without = await save(
			added.version,
			form.filter(({ name }) => name !== "Humidity"),
		);
		expect(without.error?.data).toMatchObject({
			reason: "CHANNEL_IN_USE",
			fields: { channels: "Dew point is computed from Humidity. Choose a channel of this device." },
		});
		const withUnit = (name: string, unit: string) => form.map((row) => (row.name === name ? { ...row, unit } : row));
		expect((await save(added.version, withUnit("Air", "bar"))).error?.data.reason).toBe("CHANNEL_IN_USE");
		const inFahrenheit = dataOf<Device>(await save(added.version, withUnit("Air", "°F")));
		expect(derivedOf(inFahrenheit)?.unit).toBe("°F");
		const own = formOf(inFahrenheit).map((row) => (row.name === "Dew point" ? { ...row, unit: "K", max: 60 } : row));
		const saved = dataOf<Device>(await save(inFahrenheit.version, own));
		expect(derivedOf(saved)).toMatchObject({ unit: "°F", max: 60, derived: { kind: "dewPoint" } });
		const gone = dataOf<Device>(
			await save(
				saved.version,
				formOf(saved).filter(({ name }) => name !== "Dew point" && name !== "Humidity"),
			),
		);
		expect(gone.channels.map(({ name }) => name)).toEqual(["Air", "Supply"]);
	});

	it("leaves the cached channels of the log as they are when its device's row is made again", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		dataOf(await add(owner, device, dewPoint(ids)));
		const [before, after] = await runInDurableObject(accountStub(id), async (object) => {
			const { cachedDevices } = partsOf(object);
			const channels = async () => (await cachedDevices.at(Date.now())).logged("by-id").channels;
			const known = await channels();
			cachedDevices.changed("devices", [device.id]);
			return [known, await channels()];
		});
		expect(before?.some(({ computed }) => computed.computedAs)).toBe(true);
		expect(after).toBe(before);
	});

	it("takes no calibration and no exclusion", async () => {
		const { owner, device, ids } = await createGreenhouse();
		const channelId = derivedOf(dataOf<Device>(await add(owner, device, dewPoint(ids))))?.id ?? "";
		const calibrated = await calibrate(owner, { deviceId: device.id, channelId }, { from: start, scale: 2, offset: 0 });
		expect(calibrated.error?.data.reason).toBe("CHANNEL_IS_DERIVED");
		const judgement = { channelId, from: start, to: start + 1, verdict: "excluded", reason: "Wrong" };
		expect((await owner.mutate("log.judgeReadings", judgement)).error?.data.reason).toBe("CHANNEL_IS_DERIVED");
	});

	it("previews its values and proposes how its sources go together", async () => {
		const { id, owner, device, key, ids } = await createGreenhouse();
		const readings = Array.from({ length: 100 }, (_, minute) => [
			{ channel: "Air", at: start + minute * 60_000, value: 20 + minute / 10 },
			...(minute % 5 === 0 ? [{ channel: "Humidity", at: start + minute * 60_000 + 4_000, value: 50 }] : []),
		]).flat();
		await ingest(key, readings);
		const onAll = await addAlert(owner);
		const { condition } = warmRule;
		if (condition.kind !== "threshold") throw new Error("No threshold");
		const named = { ...condition, channels: { ...condition.channels, name: "Air" } };
		await addAlert(owner, { name: "Air alone", rule: { ...warmRule, condition: named } });
		const ask = { deviceId: device.id, channelIds: [ids.air, ids.humidity] };
		const pairing = dataOf<DerivedPairing>(await owner.query("device.getDerivedPairing", ask));
		expect(pairing).toEqual({ driver: ids.humidity, toleranceSeconds: 4, pairedShare: 1 });
		const definition = { ...dewPoint(ids), ...pairing, pairedShare: undefined };
		const preview = dataOf<DerivedPreview>(
			await owner.query("device.previewDerivedChannel", { deviceId: device.id, definition }),
		);
		expect(preview).toMatchObject({ formula: "Dew point (Air, Humidity)", values: 20, without: 0 });
		expect(preview.rules).toEqual([{ id: onAll.id, name: "Too warm" }]);
		expect(preview.at[0]).toBe(start + 4_000);
		expect(preview.value[0]).toBeCloseTo(9.27, 1);
		expect(preview.lowest).toBe(preview.value[0]);
		const tight = { ...definition, driver: ids.air, toleranceSeconds: 3 };
		expect(
			dataOf<DerivedPreview>(
				await owner.query("device.previewDerivedChannel", { deviceId: device.id, definition: tight }),
			),
		).toMatchObject({ values: 0, without: 100, lowest: null, at: [] });
		expect(derivedOf(await read(owner, device))).toBeUndefined();
		const stranger = await addMember(id, "viewer");
		expect((await stranger.query("device.getDerivedPairing", ask)).error?.data.code).toBe("FORBIDDEN");
	});

	it("reaches many devices at once, and says why some are left out", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const { device: bare } = await addDevice(owner, { name: "Bare" });
		const many = await addHouses(owner, 60);
		const deviceIds = [device.id, bare.id, ...many];
		await add(owner, device, dewPoint(ids), "VPD");
		const definition = {
			kind: "vaporPressureDeficit",
			sources: [
				{ role: "temperature", channelName: "air" },
				{ role: "humidity", channelName: "Humidity" },
			],
			driver: "Air",
			toleranceSeconds: 60,
			options: { leafOffset: -2 },
		};
		const result = dataOf<AddedDerivedChannels>(
			await owner.mutate("device.addDerivedChannels", { deviceIds, name: "VPD", definition }),
		);
		const [taken, missing] = [errorKey("channelName.taken"), errorKey("derived.ofDevice")];
		expect(result).toEqual({
			added: 60,
			undoId: expect.stringMatching(/^und_/),
			skipped: [
				{ reason: "Another channel of the device has this name.", reasonKey: taken, devices: 1 },
				{ reason: "Choose a channel of this device.", reasonKey: missing, devices: 1 },
			],
		});
		const last = await read(owner, { id: many[59] ?? "" });
		expect(derivedOf(last)).toMatchObject({ name: "VPD", unit: "kPa", derived: { options: { leafOffset: -2 } } });
		expect(await inAccount(id, (db) => db.select().from(derivedChannels).all().length)).toBe(61);
		const again = dataOf<AddedDerivedChannels>(
			await owner.mutate("device.addDerivedChannels", { deviceIds, name: "VPD", definition }),
		);
		expect(again).toMatchObject({ added: 0, undoId: null });
	});

	it("fills an account to its limit, and counts the devices beyond it", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const others = await Promise.all(
			Array.from({ length: 3 }, (_, each) => addDevice(owner, { name: `House ${each}`, ...greenhouse })),
		);
		const deviceIds = [device.id, ...others.map((each) => each.device.id)];
		const filled = serverLimits.derivedChannels - 2;
		await inAccount(id, (db) =>
			db.run(
				sql`INSERT INTO derived_channels (channel_id, device_id, definition, created_by, created_at)
					SELECT 'full_' || value, 'other', ${JSON.stringify(dewPoint(ids))}, 'test', 0
						FROM json_each(${JSON.stringify(Array.from({ length: filled }, (_, each) => each))})`,
			),
		);
		const sources = [
			{ role: "temperature", channelName: "Air" },
			{ role: "humidity", channelName: "Humidity" },
		];
		const definition = { ...dewPoint(ids), sources, driver: "Air" };
		const request = { deviceIds, name: "Dew point", definition };
		const reason = "An account has at most 20,000 derived channels.";
		const beyond = { reason, reasonKey: errorKey("derived.tooMany", { most: serverLimits.derivedChannels }) };
		expect(dataOf(await owner.mutate("device.addDerivedChannels", request))).toMatchObject({
			added: 2,
			skipped: [{ ...beyond, devices: 2 }],
		});
		expect(dataOf(await owner.mutate("device.addDerivedChannels", { ...request, name: "Second" }))).toEqual({
			added: 0,
			undoId: null,
			skipped: [{ ...beyond, devices: 4 }],
		});
	});

	it("leaves many devices again by one undo, except where it was changed or something needs it", async () => {
		const { id, owner, device, key } = await createGreenhouse();
		const houses = await addHouses(owner, 60);
		const definition = { ...dewPoint({ air: "", humidity: "" }), driver: "Air" };
		const sources = [
			{ role: "temperature", channelName: "Air" },
			{ role: "humidity", channelName: "Humidity" },
		];
		await addAlert(owner, { name: "All temperatures" });
		const deviceIds = [device.id, ...houses];
		const { added, undoId } = dataOf<AddedDerivedChannels>(
			await owner.mutate("device.addDerivedChannels", {
				deviceIds,
				name: "Dew point",
				definition: { ...definition, sources },
			}),
		);
		expect(added).toBe(61);
		const [watched = "", reported = "", changed = "", removed = "", linked = "", renamed = ""] = houses;
		const channels = { quantity: "temperature", unit: "°C", name: "dew point" } as const;
		const condition = { kind: "threshold", channels, comparison: ">", limit: { from: "value", value: 8 } } as const;
		const scope = { deviceIds: [watched] };
		await addAlert(owner, { name: "Condensation", isEnabled: false, scope, rule: { ...warmRule, condition } });
		await createReport(owner, { name: "Dew points", channels: [channels], scope: { deviceIds: [watched, reported] } });
		const held = async (deviceId: string) => {
			const found = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
			return { found, own: derivedOf(found) };
		};
		const change = async (path: string, deviceId: string, input: (own: Device["channels"][number]) => object) => {
			const { found, own } = await held(deviceId);
			if (!own) throw new Error("The device has no derived channel");
			dataOf(await owner.mutate(path, { channelId: own.id, version: found.version, ...input(own) }));
		};
		await change("device.changeDerivedChannel", changed, ({ derived }) => ({
			definition: { ...derived, toleranceSeconds: 90 },
		}));
		await change("device.changeDerivedChannel", renamed, ({ derived }) => ({ name: "Dew", definition: derived }));
		await change("device.removeDerivedChannel", removed, () => ({}));
		const { own } = await held(linked);
		const link = { name: "Fair", days: 30, span: "day", origins: [], allowsPicture: false, allowsData: false };
		const target = { kind: "chart", channelIds: [own?.id] };
		dataOf(await owner.mutate("account.createPublicLink", { ...link, target }));
		await ingest(key, [
			{ channel: "Air", at: start, value: 20 },
			{ channel: "Humidity", at: start, value: 50 },
		]);
		const viewer = await addMember(id, "viewer");
		expect((await viewer.mutate("account.undo", { undoId })).error?.data.code).toBe("FORBIDDEN");
		expect(dataOf<Undone>(await owner.mutate("account.undo", { undoId }))).toEqual({
			restored: 55,
			skipped: 6,
			usedBy: [
				{ name: "Condensation", devices: 1 },
				{ name: "Dew points", devices: 2 },
				{ name: "Fair", devices: 1 },
			],
		});
		const left = await inAccount(id, (db) => db.select().from(derivedChannels).all());
		expect(left.map(({ deviceId }) => deviceId).sort()).toEqual([watched, reported, changed, linked, renamed].sort());
		expect((await held(device.id)).found.channels.map(({ name, value }) => ({ name, value }))).toEqual([
			{ name: "Air", value: 20 },
			{ name: "Humidity", value: 50 },
			{ name: "Supply", value: null },
		]);
		expect((await owner.mutate("account.undo", { undoId })).error?.data.reason).toBe("UNDO_NOT_FOUND");
	});

	it("follows the altitude of its device, where it is computed by it", async () => {
		const { id, owner, device, key, ids } = await createGreenhouse();
		await ingest(key, [
			{ channel: "Air", at: start, value: 25 },
			{ channel: "Humidity", at: start, value: 60 },
		]);
		const added = dataOf<Device>(await add(owner, device, { ...dewPoint(ids), kind: "wetBulb" }, "Wet bulb"));
		expect(derivedOf(await read(owner, device))?.value).toBeCloseTo(19.47, 1);
		const raised = dataOf<Device>(
			await owner.mutate("device.updateDevice", { deviceId: device.id, version: added.version, altitude: 2000 }),
		);
		expect(raised.altitude).toBe(2000);
		expect(derivedOf(await read(owner, device))?.value).toBeCloseTo(19.06, 1);
		expect(await inAccount(id, (db) => db.select().from(readingChanges).all().length)).toBe(2);
		const bad = { deviceId: device.id, version: raised.version, altitude: 9_001 };
		expect((await owner.mutate("device.updateDevice", bad)).error?.data.fields).toEqual({
			altitude: "From −500 to 9,000 m.",
		});
	});

	it("keeps open alerts that a changed definition confirms, and ends them when it is removed", async () => {
		const { id, owner, device, key, ids } = await createGreenhouse();
		const channels = { quantity: "temperature", unit: "°C", name: "Dew point" } as const;
		const limit = { from: "value", value: 8 } as const;
		const condition = { kind: "threshold", channels, comparison: ">", limit } as const;
		const events = () => inAccount(id, (db) => db.select().from(alertEvents).orderBy(alertEvents.id).all());
		await addAlert(owner, { scope: { deviceIds: [device.id] }, rule: { ...warmRule, condition } });
		const added = dataOf<Device>(await add(owner, device, dewPoint(ids)));
		const channelId = derivedOf(added)?.id;
		const warm = (at: number) => [
			{ channel: "Air", at, value: 20 },
			{ channel: "Humidity", at, value: 50 },
		];
		const now = Date.now();
		await ingest(key, warm(now - 120_000));
		expect(await events()).toMatchObject([{ channelId, endedAt: null }]);
		const tight = { ...dewPoint(ids), options: { referredTo: "ice" }, toleranceSeconds: 0 };
		const same = dataOf<Device>(
			await owner.mutate("device.changeDerivedChannel", { channelId, version: added.version, definition: tight }),
		);
		expect(await events()).toMatchObject([{ endedAt: null }]);
		dataOf(await owner.mutate("device.removeDerivedChannel", { channelId, version: same.version }));
		expect(await events()).toMatchObject([{ endReason: "notWatched" }]);
	});

	it("stays out of reach of a scope of other groups", async () => {
		const { id, owner, device, ids } = await createGreenhouse();
		const added = dataOf<Device>(await add(owner, device, dewPoint(ids)));
		const group = await addGroup(id, "Other houses");
		const scoped = await addMember(id, "admin", { groupIds: [group] });
		const definition = dewPoint(ids);
		const channelId = derivedOf(added)?.id;
		const { id: deviceId, version } = added;
		const replies = [
			await add(scoped, added, definition, "X"),
			await scoped.mutate("device.changeDerivedChannel", { channelId, version, definition }),
			await scoped.mutate("device.removeDerivedChannel", { channelId, version }),
			await scoped.query("device.previewDerivedChannel", { deviceId, definition }),
		];
		const missing = ["DEVICE_NOT_FOUND", "CHANNEL_NOT_FOUND", "CHANNEL_NOT_FOUND", "DEVICE_NOT_FOUND"];
		expect(replies.map(({ error }) => error?.data.reason)).toEqual(missing);
	});
});
