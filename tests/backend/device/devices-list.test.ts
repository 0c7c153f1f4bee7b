import { beforeAll, describe, expect, it } from "vitest";
import { insertDeliveryChannel } from "../../../backend/db/contact-rows";
import { alerts, contacts, devices } from "../../../backend/db/schema";
import type { Alert } from "../../../shared/alert/alert";
import { serverLimits } from "../../../shared/base/limits";
import { DeviceFacts, DeviceListRow, type GetDevices } from "../../../shared/device/device";
import type { Contact } from "../../../shared/message/contact";
import { warmRule } from "../fixtures/alert-rules";
import {
	addDevice,
	addGroup,
	addMember,
	createOwner,
	ingest,
	newId,
	type TestAccount,
	writeBehind,
} from "../fixtures/fleet";
import { addLargeFleet } from "../fixtures/large-fleet";
import { dataOf, type Person, queryPath, send, type Wire } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";

const list = async (person: Person, input?: GetDevices) =>
	dataOf<DeviceListRow[]>(await person.query("device.getDevices", input));
const namesOf = (rows: DeviceListRow[]) => rows.map(({ name }) => name);

type NewRule = Partial<Pick<Alert, "isEnabled" | "scope" | "contactIds">>;

function addRule(accountId: string, rule: NewRule) {
	const row: typeof alerts.$inferInsert = {
		id: newId("alert"),
		name: newId("alert"),
		severity: "info",
		rule: warmRule,
		createdAt: new Date(),
		isEnabled: true,
		scope: "all",
		contactIds: [],
		...rule,
	};
	return writeBehind(accountId, (db) => db.insert(alerts).values(row).run());
}

async function addContact(
	accountId: string,
	addresses: Partial<Pick<Contact, "email" | "emailStatus" | "phone" | "phoneStatus">>,
): Promise<string> {
	const id = newId("contact");
	const { email, emailStatus = "unverified", phone, phoneStatus = "unverified" } = addresses;
	await writeBehind(accountId, (db) => {
		db.insert(contacts).values({ id, fullName: id, timeZone: "UTC", createdAt: new Date() }).run();
		const common = { contactId: id, addressVersion: 1, isDefault: true };
		if (email) insertDeliveryChannel(db, { ...common, channel: "email", address: email, status: emailStatus });
		if (phone) insertDeliveryChannel(db, { ...common, channel: "sms", address: phone, status: phoneStatus });
	});
	return id;
}

describe("a row of the list", () => {
	it("leaves out empty and usual values", async () => {
		const { owner, id } = await createOwner();
		await addRule(id, { contactIds: [await addContact(id, { email: "a@example.test", emailStatus: "verified" })] });
		const channels = [{ name: "Temperature", quantity: "temperature" as const, unit: "°C" }];
		const { device } = await addDevice(owner, { channels });
		expect(await list(owner)).toEqual([
			{
				id: device.id,
				name: "Freezer 1",
				serialNumber: null,
				groupIds: [],
				timezoneOffset: -420,
				timeZoneRule: 1,
				status: "never",
				lastReadingAt: null,
				lastReceivedAt: null,
				latest: [{ quantity: "temperature", value: null }],
			},
		]);
	});

	it("shows the facts of the device", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Cold rooms");
		const facts = {
			model: "TL-20",
			firmwareVersion: "2.4.1",
			site: "Köln",
			power: "battery",
			tags: ["food", "Élysée"],
		} as const;
		const channels = [{ name: "Rear", quantity: "temperature" as const, unit: "°F" }];
		const { device, key } = await addDevice(owner, { ...facts, tags: [...facts.tags], groupIds: [groupId], channels });
		const at = Date.now() - 1000;
		await ingest(key, [{ channel: "Rear", at, value: 39.5 }]);
		const until = Date.now() + 60_000;
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until }));
		const [row] = await list(owner);
		expect(DeviceListRow.parse(row)).toEqual(row);
		expect(row).toMatchObject({
			...facts,
			status: "online",
			groupIds: [groupId],
			lastReadingAt: at,
			latest: [{ quantity: "temperature", name: "Rear", unit: "°F", value: 39.5 }],
			alertState: "muted",
			mutedUntil: until,
			lacks: ["rule"],
		});
	});

	it("loses the mute once its time is over", async () => {
		const { owner, id } = await createOwner();
		await addDevice(owner);
		await writeBehind(id, (db) =>
			db
				.update(devices)
				.set({ mutedUntil: new Date(Date.now() - 1) })
				.run(),
		);
		const [row] = await list(owner);
		expect(row).not.toHaveProperty("alertState");
		expect(row).not.toHaveProperty("mutedUntil");
	});
});

describe("the lacks of a device", () => {
	let account: TestAccount;
	let deviceId = "";
	let groupId = "";
	let otherGroupId = "";
	const contactIds: Record<string, string> = {};

	beforeAll(async () => {
		account = await createOwner();
		groupId = await addGroup(account.id, "In");
		otherGroupId = await addGroup(account.id, "Out");
		deviceId = (await addDevice(account.owner, { groupIds: [groupId] })).device.id;
		const email = "a@example.test";
		const phone = "+4930123456";
		contactIds.verified = await addContact(account.id, { email, emailStatus: "verified" });
		contactIds.phone = await addContact(account.id, { email, phone, phoneStatus: "verified" });
		contactIds.unverified = await addContact(account.id, { email, phone });
		contactIds.bouncing = await addContact(account.id, { email, emailStatus: "bouncing" });
		contactIds.noAddress = await addContact(account.id, { emailStatus: "verified", phoneStatus: "verified" });
	});

	type Case = [what: string, rules: () => NewRule[], lacks: string[]];
	const reached = (name = "verified") => ({ contactIds: [contactIds[name] ?? ""] });
	const cases: Case[] = [
		["a rule where there is none", () => [], ["rule"]],
		["nothing where a rule for every device reaches somebody", () => [reached()], []],
		["nothing where it is a verified phone", () => [reached("phone")], []],
		["a rule where the only one is off", () => [{ ...reached(), isEnabled: false }], ["rule"]],
		["a contact where the rule has none", () => [{}], ["contact"]],
		["a contact where no address is verified", () => [reached("unverified")], ["contact"]],
		["a contact where the address bounces", () => [reached("bouncing")], ["contact"]],
		["a contact where there is no address to be verified", () => [reached("noAddress")], ["contact"]],
		["a contact where the contact is gone", () => [{ contactIds: [newId("contact")] }], ["contact"]],
		["nothing where a rule names it", () => [{ ...reached(), scope: { deviceIds: [deviceId] } }], []],
		["nothing where a rule names its group", () => [{ ...reached(), scope: { groupIds: [groupId] } }], []],
		[
			"a rule where they watch others",
			() => [
				{ ...reached(), scope: { groupIds: [otherGroupId] } },
				{ ...reached(), scope: { deviceIds: [newId("device")] } },
			],
			["rule"],
		],
		[
			"nothing where one of two rules reaches somebody",
			() => [{}, { ...reached(), scope: { groupIds: [groupId] } }],
			[],
		],
		[
			"a contact where only the rule for others reaches somebody",
			() => [{}, { ...reached(), scope: { groupIds: [otherGroupId] } }],
			["contact"],
		],
	];

	it.each(cases)("include in the row %s", async (_, rules, lacks) => {
		await writeBehind(account.id, (db) => db.delete(alerts).run());
		for (const rule of rules()) await addRule(account.id, rule);
		const [row] = await list(account.owner);
		expect(row?.lacks ?? []).toEqual(lacks);
		const whole = dataOf<{ lacks: string[] }>(await account.owner.query("device.getDevice", { deviceId }));
		expect(whole.lacks).toEqual(lacks);
	});
});

describe("the order and the pages of the list", () => {
	let owner: Person;
	const lastSeenAgo: [name: string, serialNumber: string | undefined, agoMs: number | null][] = [
		["Room 10", "b-2", 5_000],
		["room 2", "A1", null],
		["Äpfel", undefined, 3 * 60 * 60 * 1000],
		["Zoo", "a-10", 25 * 60 * 1000],
		["Room 2", "c", 1_000],
	];

	beforeAll(async () => {
		const account = await createOwner();
		owner = account.owner;
		const now = Date.now();
		for (const [name, serialNumber, agoMs] of lastSeenAgo) {
			const { key } = await addDevice(owner, { name, ...(serialNumber && { serialNumber }) });
			if (agoMs !== null) await uploadAt(key, now - agoMs, [{ channel: "Air", at: now - agoMs, value: 1 }]);
		}
	});

	it.each([
		["name", ["Äpfel", "room 2", "Room 2", "Room 10", "Zoo"]],
		["-name", ["Zoo", "Room 10", "room 2", "Room 2", "Äpfel"]],
		["serial", ["Äpfel", "Zoo", "room 2", "Room 10", "Room 2"]],
		["-serial", ["Room 2", "Room 10", "room 2", "Zoo", "Äpfel"]],
	] as const)("sorts the names by %s", async (sort, names) => {
		expect(namesOf(await list(owner, { sort }))).toEqual(names);
	});

	it("follows the creation if no order is requested", async () => {
		expect(namesOf(await list(owner))).toEqual(lastSeenAgo.map(([name]) => name));
	});

	it("puts devices without an upload at the end of the silent ones", async () => {
		expect((await list(owner, { sort: "received" }))[0]?.name).toBe("room 2");
		expect((await list(owner, { sort: "-received" })).at(-1)?.name).toBe("room 2");
	});

	it.each([undefined, "name", "-name", "serial", "-serial", "status", "-status", "received", "-received"] as const)(
		"brings every device once, page by page, by %s",
		async (sort) => {
			const whole = await list(owner, { sort });
			const pages: DeviceListRow[] = [];
			for (;;) {
				const page = await list(owner, { sort, limit: 2, cursor: pages.at(-1)?.id });
				if (page.length === 0) break;
				pages.push(...page);
			}
			expect(pages).toEqual(whole);
			expect(whole).toHaveLength(lastSeenAgo.length);
		},
	);

	it("continues behind a device that left the list when ordered by id; otherwise returns an error at the cursor", async () => {
		const [first, ...others] = await list(owner);
		const gone = first?.id ?? "";
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [gone] }));
		expect(await list(owner, { cursor: gone })).toEqual(others);
		const { error } = await owner.query("device.getDevices", { cursor: gone, sort: "name" });
		expect(error?.data.fields).toEqual({ cursor: expect.any(String) });
	});
});

describe("the filters of the list", () => {
	it("narrow it by what a row holds, and together", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Cold");
		await addDevice(owner, { name: "A", tags: ["food"], model: "TL-20", groupIds: [groupId] });
		await addDevice(owner, { name: "B", tags: ["food"], site: "Köln" });
		const { device } = await addDevice(owner, { name: "C", power: "solar" });
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: Date.now() + 60_000 }));
		const filtered = async (filters: NonNullable<GetDevices>["filters"]) => namesOf(await list(owner, { filters }));
		expect(await filtered({ tags: ["food"] })).toEqual(["A", "B"]);
		expect(await filtered({ tags: ["food"], sites: ["Köln"] })).toEqual(["B"]);
		expect(await filtered({ groupIds: [groupId] })).toEqual(["A"]);
		expect(await filtered({ alertStates: ["muted"] })).toEqual(["C"]);
		expect(await filtered({ lacks: ["contact"] })).toEqual([]);
		expect(await filtered({ statuses: ["never"], powers: ["solar"] })).toEqual(["C"]);
		expect(namesOf(await list(owner, { search: "food", filters: { search: "b" } }))).toEqual(["B"]);
		expect(namesOf(await list(owner, { search: "koln food", isByWords: true }))).toEqual(["B"]);
		expect(namesOf(await list(owner, { search: "koln food" }))).toEqual([]);
	});

	it("keep the archived apart, with nothing lacking", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Old" });
		await addDevice(owner, { name: "New" });
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		expect(namesOf(await list(owner))).toEqual(["New"]);
		const [archived, ...others] = await list(owner, { archived: "archived" });
		expect(others).toEqual([]);
		expect(archived).toMatchObject({ name: "Old", status: "disabled" });
		expect(archived).not.toHaveProperty("lacks");
	});

	it("hide a device whose time to be restored is over", async () => {
		const { owner, id } = await createOwner();
		await addDevice(owner);
		const gone = { archivedAt: new Date(), deletedFrom: new Date(Date.now() - 1) };
		await writeBehind(id, (db) => db.update(devices).set(gone).run());
		for (const archived of ["current", "archived"] as const) expect(await list(owner, { archived })).toEqual([]);
		expect(dataOf(await owner.query("device.getDeviceFacts"))).toEqual([]);
	});

	it("show a scoped member their own devices, on both shelves", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Mine");
		for (const name of ["In", "In, old"]) await addDevice(owner, { name, groupIds: [groupId] });
		for (const name of ["Out", "Out, old"]) await addDevice(owner, { name });
		const all = await list(owner);
		const old = all.flatMap((row) => (row.name.endsWith("old") ? row.id : []));
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: old }));
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		expect(namesOf(await list(viewer))).toEqual(["In"]);
		expect(namesOf(await list(viewer, { archived: "archived" }))).toEqual(["In, old"]);
		const facts = dataOf<DeviceFacts[]>(await viewer.query("device.getDeviceFacts"));
		expect(facts).toHaveLength(2);
	});
});

describe("device.getDeviceFacts", () => {
	it("returns the facts that a list shows on demand", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner, { uploadIntervalSeconds: 300, retentionDays: null, altitude: 520 });
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		const facts = dataOf<DeviceFacts[]>(await owner.query("device.getDeviceFacts"));
		expect(facts.map((fact) => DeviceFacts.parse(fact))).toEqual(facts);
		expect(facts).toEqual([
			{
				id: device.id,
				loggingIntervalSeconds: 60,
				uploadIntervalSeconds: 300,
				retentionDays: null,
				usedBytes: expect.any(Number),
				createdAt: device.createdAt.getTime(),
				ownSettings: ["uploadIntervalSeconds", "retentionDays", "clock"],
				altitude: 520,
			},
		]);
		expect(facts[0]?.usedBytes).toBeGreaterThan(0);
		const whole = dataOf<{ usedBytes: number }>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(whole.usedBytes).toBe(facts[0]?.usedBytes);
	});
});

describe("a large fleet", () => {
	it("fits into one response, 10,000 devices of four channels with room to spare", { timeout: 60_000 }, async () => {
		const { owner, id } = await createOwner();
		const count = 500;
		await addLargeFleet(id, count);
		const response = await send(queryPath("device.getDevices"), { headers: owner.headers });
		const text = await response.text();
		const bytes = new TextEncoder().encode(text).byteLength;
		const { result }: Wire = JSON.parse(text);
		expect(result?.data.json).toHaveLength(count);
		// superjson would annotate a Date or undefined in each of thousands of rows.
		expect(result?.data).not.toHaveProperty("meta");
		expect(bytes / count).toBeLessThan(620);
		expect((bytes / count) * 10_000).toBeLessThan(0.65 * serverLimits.upstreamBodyBytes);
	});
});
