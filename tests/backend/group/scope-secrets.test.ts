import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import { Device, type DeviceListRow, hiddenGroup } from "../../../shared/device/device";
import type { DeviceChanges } from "../../../shared/device/device-changes";
import type { ChangedDevices } from "../../../shared/device/device-inputs";
import type { Group } from "../../../shared/device/group";
import type { LogPage } from "../../../shared/log/log";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { addDevice, addMember, createOwner, freezer, ingest, type TestAccount } from "../fixtures/fleet";
import { createGroup } from "../fixtures/group-input";
import { openPage, topicsOf } from "../fixtures/live-page";
import { dataOf, type Person, send } from "../fixtures/people";

let account: TestAccount;
let owner: Person;
let scoped: Person;
let mine: Group;
let hidden: Group;
let device: Device;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
	hidden = await createGroup(owner, { name: "Takeover candidates", defaults: { retentionDays: 7 } });
	mine = await createGroup(owner, { name: "Mine" });
	device = (await addDevice(owner, { name: "Shared", groupIds: [mine.id, hidden.id] })).device;
	scoped = await addMember(account.id, "admin", { groupIds: [mine.id] });
});

const hour = { rangeType: "hour", offset: 0 };
const exported = async ({ headers }: Person) => {
	const query = JSON.stringify({ ...hour, format: "csv", form: "long", clock: "device" });
	return (await send(`/api/export?query=${encodeURIComponent(query)}`, { headers })).text();
};
const get = async (person: Person) => dataOf<Device>(await person.query("device.getDevice", { deviceId: device.id }));
const list = async (person: Person, filters = {}) =>
	dataOf<DeviceListRow[]>(await person.query("device.getDevices", { filters }));
const texts = async (person: Person, filter = {}) =>
	dataOf<LogPage>(await person.query("log.getLogs", { ...hour, ...filter })).events.map(({ text }) => text);
const change = async (input: object) =>
	dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", { deviceIds: [device.id], ...input }));

const above = (value: number) => {
	const condition = { ...warmRule.condition, limit: { from: "value", value } } as AlertRule["condition"]; // only the limit of the condition changes
	return { rule: { ...warmRule, condition } };
};

describe("a group outside a member's scope", () => {
	it("appears on none of their devices, and cannot be found by its id", async () => {
		expect([(await get(owner)).groupIds, (await list(owner))[0]?.groupIds]).toEqual([
			[hidden.id, mine.id],
			[hidden.id, mine.id],
		]);
		expect([(await get(scoped)).groupIds, (await list(scoped))[0]?.groupIds]).toEqual([[mine.id], [mine.id]]);
		expect(await list(scoped, { groupIds: [hidden.id] })).toEqual([]);
		expect(await list(scoped, { groupIds: [mine.id] })).toHaveLength(1);
	});

	it("gives settings as a group that is not named", async () => {
		expect((await get(owner)).inherited).toMatchObject({ retentionDays: hidden.id, uploadIntervalSeconds: null });
		expect((await get(scoped)).inherited).toMatchObject({ retentionDays: hiddenGroup, uploadIntervalSeconds: null });
		expect(Device.safeParse(await get(scoped)).error).toBeUndefined();
	});

	it("shows the limits of its rules to no one who sees neither", async () => {
		const limitsOf = async (person: Person) => (await get(person)).limits?.map(({ high }) => high);
		await addAlert(owner, { name: "Hidden", scope: { groupIds: [hidden.id] } });
		expect([await limitsOf(owner), await limitsOf(scoped)]).toEqual([[8], undefined]);
		await addAlert(owner, { name: "Seen", scope: { groupIds: [mine.id] } });
		expect(await limitsOf(scoped)).toEqual([8]);
	});

	it("marks no reading by its rules, in no list and not on the dashboard", async () => {
		const { device: marked, key } = await addDevice(owner, { name: "Marked", groupIds: [mine.id, hidden.id] });
		await ingest(key, [{ channel: freezer.channels[0]?.name, at: Date.now() - 1_000, value: 20 }]);
		const marks = async (person: Person) => {
			const row = (await list(person)).find(({ id }) => id === marked.id);
			const overview = dataOf<FleetOverview>(await person.query("device.getOverview", { hours: 24 }));
			const tile = overview.tiles?.find(({ id }) => id === marked.id);
			return [row?.latest[0]?.isOut ?? false, tile?.high ?? null];
		};
		await addAlert(owner, { name: "Hidden", scope: { groupIds: [hidden.id] } });
		expect([await marks(owner), await marks(scoped)]).toEqual([
			[true, 8],
			[false, null],
		]);
		await addAlert(owner, { name: "Seen", scope: { groupIds: [mine.id] } });
		expect(await marks(scoped)).toEqual([true, 8]);
	});

	it("keeps no mark by a visible rule from the next changes of the list", async () => {
		const { key } = await addDevice(owner, { name: "Marked", groupIds: [mine.id, hidden.id] });
		await ingest(key, [{ channel: freezer.channels[0]?.name, at: Date.now() - 1_000, value: 20 }]);
		await addAlert(owner, { name: "Hidden", scope: { groupIds: [hidden.id] } });
		const { id: alertId, version } = await addAlert(owner, {
			name: "Seen",
			scope: { groupIds: [mine.id] },
			...above(30),
		});
		let known: DeviceChanges["known"] | undefined;
		const changes = async () => {
			const input = known && { since: known };
			const result = dataOf<DeviceChanges>(await scoped.query("device.getDeviceChanges", input));
			known = result.known;
			return result.rows.filter(({ name }) => name === "Marked").map(({ latest }) => latest[0]?.isOut ?? false);
		};
		const save = async (rest: object) => {
			const input = { ...warmAlert, alertId, name: "Seen", scope: { groupIds: [mine.id] }, ...rest };
			dataOf(await owner.mutate("alert.updateAlert", input));
		};
		expect(await changes()).toEqual([false]);
		await save({ ...above(10), version });
		expect(await changes()).toEqual([true]);
		expect(await changes()).toEqual([]);
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId, isEnabled: false }));
		expect(await changes()).toEqual([false]);
	});

	it("keeps its device through a form that knows the other groups alone", async () => {
		const change = { deviceId: device.id, version: 1, groupIds: [mine.id] };
		const saved = dataOf<Device>(await scoped.mutate("device.updateDevice", { ...change, name: "Renamed" }));
		expect([saved.name, saved.groupIds]).toEqual(["Renamed", [mine.id]]);
		expect((await get(owner)).groupIds).toEqual([hidden.id, mine.id]);
		for (const [groupIds, reason] of [
			[[mine.id, hidden.id], "GROUP_NOT_FOUND"],
			[[], "NOT_PERMITTED"],
		]) {
			const { error } = await scoped.mutate("device.updateDevice", { ...change, version: 2, groupIds });
			expect(error?.data.reason).toBe(reason);
		}
	});

	it("appears by name in no line of the log and in no export of it", async () => {
		await change({ removeGroupIds: [hidden.id] });
		await change({ addGroupIds: [hidden.id], addTags: ["audit"] });
		const before = ["Added to Takeover candidates; tagged audit", "Removed from Takeover candidates"];
		for (const filter of [{}, { deviceIds: [device.id] }]) {
			expect(await texts(owner, filter)).toEqual(expect.arrayContaining(before));
			expect((await texts(scoped, filter)).sort()).toEqual([
				"Device added",
				"Groups changed",
				"Groups changed; tagged audit",
			]);
		}
		expect(await exported(owner)).toContain("Takeover candidates");
		const theirs = await exported(scoped);
		expect([theirs.includes("Groups changed"), theirs.includes("Takeover")]).toEqual([true, false]);
	});

	it("appears in the log for a member who sees it as well as the other", async () => {
		const other = await createGroup(owner, { name: "Other" });
		const both = await addMember(account.id, "viewer", { groupIds: [mine.id, other.id] });
		await change({ addGroupIds: [other.id] });
		expect(await texts(both)).toContain("Added to Other");
		await change({ removeGroupIds: [other.id, hidden.id] });
		expect(await texts(both)).toContain("Groups changed");
	});
});

describe("a note about the account", () => {
	it("sends no news to open pages of a member of some groups", async () => {
		const [whole, part] = [await openPage(owner), await openPage(scoped)];
		dataOf(await owner.mutate("log.addNote", { deviceId: null, at: Date.now(), text: "For us alone" }));
		await vi.waitUntil(() => topicsOf(whole).flat().includes("log"), { timeout: 10_000 });
		// This invalidation goes to both after the note's, so that the note's has arrived.
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: Date.now() + 60_000 }));
		await vi.waitUntil(() => topicsOf(part).flat().includes("devices"), { timeout: 10_000 });
		expect(topicsOf(part)[0]).toContain("devices");
	});
});

describe("a change that would move a device between groups", () => {
	it("fails at the field that would move it, and not at other changes", async () => {
		const filters: [filter: object, change: object, at: string[]][] = [
			[{ tags: ["moved"] }, { name: "B", tags: ["moved"] }, ["tags"]],
			[{ models: ["T20"] }, { model: "T20", site: "Porto" }, ["model"]],
			[{ sites: ["Porto"], models: ["T20"] }, { model: "T20", site: "Porto", firmwareVersion: "2" }, ["model", "site"]],
			[{ firmwareVersions: ["2"] }, { firmwareVersion: "2", hardwareVersion: "2" }, ["firmwareVersion"]],
			[{ powers: ["solar"] }, { power: "solar", address: "Here" }, ["power"]],
			[{ search: "moved" }, { serialNumber: "moved", firmwareVersion: "2" }, ["serialNumber"]],
			[{}, { name: "B", groupIds: [] }, ["groupIds"]],
		];
		for (const [filter, change, at] of filters) {
			const isMade = Object.keys(filter).length > 0;
			const group = isMade ? await createGroup(owner, { members: { kind: "dynamic", filter } }) : null;
			const input = { deviceId: device.id, version: 1, ...change };
			const { error } = await scoped.mutate("device.updateDevice", input);
			expect([error?.data.reason, Object.keys(error?.data.fields ?? {}).sort()]).toEqual(["NOT_PERMITTED", at]);
			if (group) dataOf(await owner.mutate("group.deleteGroups", { ids: [group.id] }));
		}
		expect(await get(owner)).toEqual(device);
	});
});
