import { describe, expect, it } from "vitest";
import {
	alertEvents,
	devices,
	groups,
	invitations,
	notices,
	sampleFleet,
	sampleThings,
} from "../../../backend/db/schema";
import {
	sampleDevices,
	samplePart,
	sampleParts,
	sampleRules,
	sampleValue,
} from "../../../backend/first-steps/sample-fleet";
import type { AuditPage } from "../../../shared/account/audit";
import type { StorageDetails } from "../../../shared/account/billing";
import type { Alert, AlertListRow } from "../../../shared/alert/alert";
import { dayMs } from "../../../shared/base/durations";
import { pick } from "../../../shared/base/plain-fields";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { FirstSteps } from "../../../shared/overview/first-steps";
import { reasonOf } from "../fixtures/account-users";
import { addAlert } from "../fixtures/alert-rules";
import { createNotifying } from "../fixtures/alert-telling";
import { createContact } from "../fixtures/contact-input";
import { accountStub, addDevice, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { createGroup, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const stepsOf = async (person: Person) => dataOf<FirstSteps>(await person.query("firstSteps.getFirstSteps"));
const listed = async (person: Person) => dataOf<DeviceListRow[]>(await person.query("device.getDevices"));
const nothingDone = { device: false, reading: false, contact: false, alert: false, colleague: false, report: false };

async function sampleAccount(): Promise<TestAccount> {
	const made = await createOwner();
	dataOf(await made.owner.mutate("firstSteps.loadSample"));
	await workThrough(accountStub(made.id), Date.now());
	return made;
}

describe("the sample fleet", () => {
	it("holds six devices with a month of history, and events without messages", async () => {
		const { id, owner } = await sampleAccount();
		const steps = await stepsOf(owner);
		expect(steps).toMatchObject({ done: nothingDone, isHidden: false, sample: { state: "loaded", share: 1 } });
		const rows = await listed(owner);
		expect(rows.map(({ name, lastReadingAt }) => [name, lastReadingAt])).toEqual(
			sampleDevices.map(({ name }) => [name, steps.sample.endsAt?.getTime()]),
		);
		expect(rows.every(({ tags }) => tags?.includes("Sample"))).toBe(true);
		expect(rows.map((row) => row.site)).toEqual(sampleDevices.map(({ site }) => site));
		const { readings } = dataOf<StorageDetails>(await owner.query("billing.getStorageDetails"));
		expect(readings).toBe(6 * 2 * 30 * 96);
		const fired = await inAccount(id, (db) => db.select().from(alertEvents).all());
		expect(new Set(fired.map(({ ruleName }) => ruleName))).toEqual(new Set(sampleRules.map(({ name }) => name)));
		expect(fired.every(({ endedAt }) => endedAt !== null)).toBe(true);
		expect(await inAccount(id, (db) => db.select().from(notices).all())).toEqual([]);
	});

	it("disappears as a whole, and can be loaded again", async () => {
		const { id, owner } = await sampleAccount();
		const { device } = await addDevice(owner);
		dataOf(await owner.mutate("firstSteps.removeSample"));
		expect((await listed(owner)).map((row) => row.id)).toEqual([device.id]);
		await workThrough(accountStub(id), Date.now());
		const left = await inAccount(id, (db) => [
			...[devices, groups, alertEvents].map((table) => db.select().from(table).all().length),
			...[sampleFleet, sampleThings].map((table) => db.select().from(table).all().length),
		]);
		expect(left).toEqual([1, 0, 0, 0, 0]);
		expect(dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))).toEqual([]);
		expect(dataOf<StorageDetails>(await owner.query("billing.getStorageDetails")).readings).toBe(0);
		expect((await stepsOf(owner)).sample).toEqual({ state: "none", share: 0, endsAt: null });
		dataOf(await owner.mutate("firstSteps.loadSample"));
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries.map(({ action }) => action)).toEqual(
			expect.arrayContaining(["firstSteps.loadSample", "firstSteps.removeSample", "system.deleteDevices"]),
		);
	});

	it("leaves the account's own devices without what they had of its groups", async () => {
		const { owner } = await sampleAccount();
		const { device } = await addDevice(owner);
		const [row] = await listed(owner);
		const groupId = row?.groupIds[0] ?? "";
		const slower = { defaults: { uploadIntervalSeconds: 7_200 } };
		dataOf(await owner.mutate("group.updateGroup", updateOf(await readGroup(owner, groupId), slower)));
		const own = async () => dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], addGroupIds: [groupId] }));
		const joined = await own();
		expect([joined.groupIds, joined.uploadIntervalSeconds]).toEqual([[groupId], 7_200]);
		dataOf(await owner.mutate("firstSteps.removeSample"));
		const left = await own();
		expect([left.groupIds, left.uploadIntervalSeconds]).toEqual([[], device.uploadIntervalSeconds]);
		expect(left.version).toBeGreaterThan(joined.version);
	});

	it("can be removed while it loads, and loads once whatever the number of requests", async () => {
		const { id, owner } = await createOwner();
		const results = await Promise.all([1, 2, 3].map(() => reasonOf(owner.mutate("firstSteps.loadSample"))));
		expect(results.sort()).toEqual(["SAMPLE_THERE", "SAMPLE_THERE", null]);
		dataOf(await owner.mutate("firstSteps.removeSample"));
		await workThrough(accountStub(id), Date.now());
		expect((await stepsOf(owner)).sample.state).toBe("none");
		expect(await reasonOf(owner.mutate("firstSteps.removeSample"))).toBe("SAMPLE_NOT_THERE");
	});

	it("stays outside the account's own rules, and its rules take no contact", async () => {
		const { id, owner } = await createOwner();
		const own = await addAlert(owner, { name: "Everything too warm" });
		dataOf(await owner.mutate("firstSteps.loadSample"));
		await workThrough(accountStub(id), Date.now());
		const rules = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(rules.find((rule) => rule.id === own.id)?.lastFiredAt).toBeNull();
		const sample = rules.find(({ name }) => name === sampleRules[0]?.name);
		const { version, ...rule } = dataOf<Alert>(await owner.query("alert.getAlert", { alertId: sample?.id }));
		const contact = await createContact(owner);
		const fields = pick(rule, [
			"name",
			"description",
			"severity",
			"isEnabled",
			"scope",
			"rule",
			"notification",
		] as const);
		const change = { ...fields, alertId: rule.id, version, contactGroupIds: [] };
		const { error } = await owner.mutate("alert.updateAlert", { ...change, contactIds: [contact.id] });
		expect(error?.data.fields).toEqual({ contactIds: expect.stringContaining("notifies nobody") });
		dataOf(await owner.mutate("alert.updateAlert", { ...change, description: "Mine", contactIds: [] }));
	});

	it("fails if a name is taken, and stays if an entity of the account names its group", async () => {
		const { owner } = await createOwner();
		const taken = await createGroup(owner, { name: "sample: cold chain" });
		expect(await reasonOf(owner.mutate("firstSteps.loadSample"))).toBe("SAMPLE_NAME_TAKEN");
		dataOf(await owner.mutate("group.deleteGroups", { ids: [taken.id] }));
		dataOf(await owner.mutate("firstSteps.loadSample"));
		const [row] = await listed(owner);
		await addAlert(owner, { scope: { groupIds: [row?.groupIds[0] ?? ""] } });
		expect(await reasonOf(owner.mutate("firstSteps.removeSample"))).toBe("GROUP_IN_USE");
		expect(await listed(owner)).toHaveLength(6);
	});

	it("holds the same readings for every account, relative to the end, without a gap between its parts", () => {
		const [first] = sampleDevices;
		const [channel] = first?.channels ?? [];
		if (!channel) throw new Error("No sample channel");
		const values = [0, 1, 2].map((day) => sampleValue(channel, 0, day * dayMs));
		expect(values).toEqual([0, 1, 2].map((day) => sampleValue(channel, 0, day * dayMs)));
		const parts = Array.from({ length: sampleParts }, (_, part) => samplePart(part, 1_000 * dayMs));
		for (const [part, { index, from } = { index: 0, from: 0 }] of parts.map((each) => each ?? undefined).entries()) {
			const before = part === 0 ? null : parts[part - 1];
			if (before?.index === index) expect(from).toBe(before.to);
		}
		expect(parts.at(-1)?.to).toBe(1_000 * dayMs);
		expect(samplePart(sampleParts, 0)).toBeNull();
	});
});

describe("the first steps", () => {
	it("keeps a step ticked once it was done, though its device and invitation are gone", async () => {
		const { id, owner } = await createOwner();
		await addDevice(owner);
		dataOf(
			await owner.mutate("account.inviteUser", { email: "ana@example.test", role: "viewer", scope: "all", note: "" }),
		);
		await inAccount(id, (db) => {
			db.delete(devices).run();
			db.delete(invitations).run();
		});
		expect((await stepsOf(owner)).done).toEqual({ ...nothingDone, device: true, colleague: true });
	});

	it("ticks a rule's test that reached a person, and none that reached nobody", async () => {
		const { owner, alert } = await createNotifying();
		const { id: alertId } = await addAlert(owner, { name: "For nobody" });
		dataOf(await owner.mutate("alert.testAlert", { alertId }));
		expect((await stepsOf(owner)).done.alert).toBe(false);
		dataOf(await owner.mutate("alert.testAlert", { alertId: alert.id }));
		expect((await stepsOf(owner)).done.alert).toBe(true);
	});

	it("tick by the real state, and hide for the whole account", async () => {
		const { owner } = await createOwner();
		expect((await stepsOf(owner)).done).toEqual(nothingDone);
		await addDevice(owner);
		dataOf(
			await owner.mutate("account.inviteUser", { email: "ana@example.test", role: "viewer", scope: "all", note: "" }),
		);
		expect((await stepsOf(owner)).done).toEqual({ ...nothingDone, device: true, colleague: true });
		dataOf(await owner.mutate("firstSteps.hideFirstSteps", { isHidden: true }));
		expect((await stepsOf(owner)).isHidden).toBe(true);
		dataOf(await owner.mutate("firstSteps.hideFirstSteps", { isHidden: false }));
		expect((await stepsOf(owner)).isHidden).toBe(false);
	});
});
