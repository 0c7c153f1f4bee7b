import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { CurrentAccount, Invitation } from "../../../shared/account/account";
import type { StorageDetails } from "../../../shared/account/billing";
import type { Alert, AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import type { DeviceFacts, DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import type { SeedAccount, SeedDevice, SeedRecords } from "../../../shared/local-seed";
import type { LogPage } from "../../../shared/log/log";
import type { Contact } from "../../../shared/message/contact";
import type { Report } from "../../../shared/report/report";
import { reportDefinition } from "../../report-definition";
import { silentRule, warmRule } from "../fixtures/alert-rules";
import { followDirectory } from "../fixtures/invitations";
import { createPerson, dataOf } from "../fixtures/people";
import { everyMinute } from "../fixtures/uploads";

const account = (sub: string): SeedAccount => ({
	seedName: "demo",
	companyName: "Demo Cold Stores",
	timeZone: "America/Denver",
	members: [
		{ sub, email: "owner@aqlcloud.test", name: "Olive Owner", role: "owner", scope: "all", isRemoved: false },
		{
			sub: `${sub}-viewer`,
			email: "viewer@aqlcloud.test",
			name: "Vic Viewer",
			role: "viewer",
			scope: "all",
			isRemoved: false,
		},
	],
	groups: [{ name: "Warehouse", description: "North wing" }],
});

const device: SeedDevice = {
	name: "Freezer 1",
	serialNumber: "SN-0001",
	timezoneOffset: -420,
	timeZoneRule: 1,
	groupNames: ["Warehouse"],
	site: "North wing",
	model: "TL-20",
	uploadIntervalSeconds: 60,
	channels: [{ name: "Air", quantity: "temperature", unit: "°C" }],
};

it("fills an account once, and shows it to its members", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId, isNew } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	expect(isNew).toBe(true);
	expect(await exports.LocalSeed.ensureAccount(account(owner.sub), now)).toEqual({ accountId, isNew: false });

	const { deviceId, key } = await exports.LocalSeed.ensureDevice(accountId, device, now);
	expect(await exports.LocalSeed.ensureDevice(accountId, device, now)).toEqual({ deviceId, key: null });
	const upload = { receivedAt: now, channels: ["air"], at: [now - 1000], values: [[-18.5]] };
	expect(await exports.LocalSeed.ingest(key ?? "", everyMinute, [upload])).toEqual([
		{ accepted: 1, duplicates: 0, rejected: [] },
	]);

	const current = dataOf<CurrentAccount>(await owner.query("account.getCurrent"));
	expect(current).toMatchObject({ id: accountId, companyName: "Demo Cold Stores", me: { role: "owner" } });
	const viewer = await createPerson({ sub: `${owner.sub}-viewer` });
	const [row] = dataOf<DeviceListRow[]>(await viewer.query("device.getDevices"));
	expect(row).toMatchObject({
		id: deviceId,
		name: "Freezer 1",
		status: "online",
		latest: [{ name: "Air", value: -18.5 }],
	});
	expect(dataOf<GroupListRow[]>(await viewer.query("group.getGroups"))).toMatchObject([
		{ name: "Warehouse", deviceCount: 1 },
	]);
	const page = dataOf<LogPage>(await viewer.query("log.getLogs", { rangeType: "hour", offset: 0 }));
	expect(page).toMatchObject({
		zone: "device:-420:1",
		readings: { readingAt: [now - 1000], value: [-18.5], channel: [0] },
	});
});

it("lets a member see the groups that are named and nothing else", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const seeded = account(owner.sub);
	const one: SeedAccount["members"][number] = {
		sub: `${owner.sub}-scoped`,
		email: "scoped@aqlcloud.test",
		name: "Sue Scoped",
		role: "admin",
		scope: { groupNames: ["South wing"] },
		isRemoved: false,
	};
	const unknown = { ...seeded, members: [...seeded.members, one] };
	expect(await exports.LocalSeed.ensureAccount(unknown, now).catch(String)).toContain("No seeded group is named South");
	const groups = [...seeded.groups, { name: "South wing", description: "" }];
	const { accountId } = await exports.LocalSeed.ensureAccount({ ...unknown, groups }, now);
	await exports.LocalSeed.ensureDevice(accountId, device, now);
	const inside = { ...device, serialNumber: "SN-0002", groupNames: ["South wing"] };
	const { deviceId } = await exports.LocalSeed.ensureDevice(accountId, inside, now);
	const person = await createPerson({ sub: one.sub });
	const devices = dataOf<DeviceListRow[]>(await person.query("device.getDevices"));
	expect(devices.map(({ id }) => id)).toEqual([deviceId]);
	const seen = dataOf<GroupListRow[]>(await person.query("group.getGroups"));
	expect(seen.map(({ name }) => name)).toEqual(["South wing"]);
});

it("fills the groups that a filter makes, those too that come to an account of devices", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	await exports.LocalSeed.ensureDevice(accountId, device, now);
	const filtered = { name: "TL-20", description: "", filter: { models: ["TL-20"] }, defaults: { retentionDays: 365 } };
	const groups = [...account(owner.sub).groups, { ...filtered, colour: "teal" as const }];
	await exports.LocalSeed.ensureAccount({ ...account(owner.sub), groups }, now);
	await exports.LocalSeed.ensureDevice(accountId, { ...device, serialNumber: "SN-0002" }, now);
	expect(dataOf<GroupListRow[]>(await owner.query("group.getGroups"))).toMatchObject([
		{ name: "TL-20", kind: "dynamic", colour: "teal", deviceCount: 2 },
		{ name: "Warehouse", kind: "static", colour: null, deviceCount: 2 },
	]);
	const facts = dataOf<DeviceFacts[]>(await owner.query("device.getDeviceFacts"));
	expect(facts.map(({ retentionDays }) => retentionDays)).toEqual([365, 365]);
});

it("takes a history in columns, an upload at a time, and counts each on the day it was received", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const channels = [...device.channels, { name: "Door", quantity: "door" as const, unit: "" }];
	const { key } = await exports.LocalSeed.ensureDevice(accountId, { ...device, channels }, now);
	const dayMs = 24 * 60 * 60 * 1000;
	const upload = (receivedAt: number) => {
		const at = [receivedAt - 20_000, receivedAt - 10_000];
		const values = [
			[-18.5, -18.25],
			[0, 1],
		];
		return { receivedAt, channels: ["Air", "Door"], at, values };
	};
	const uploads = [upload(now - dayMs), upload(now)];
	const results = await exports.LocalSeed.ingest(key ?? "", everyMinute, uploads);
	expect(results).toEqual([1, 2].map(() => ({ accepted: 4, duplicates: 0, rejected: [] })));
	const again = await exports.LocalSeed.ingest(key ?? "", everyMinute, uploads);
	expect(again).toEqual([1, 2].map(() => ({ accepted: 0, duplicates: 4, rejected: [] })));

	const page = dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "hour", offset: 0 }));
	const named = page.readings.channel.map((index) => page.channels[index]?.name);
	const rows = page.readings.readingAt.map((at, row) => [named[row], now - at, page.readings.value[row]]);
	expect(rows.sort()).toEqual([
		["Air", 10_000, -18.25],
		["Air", 20_000, -18.5],
		["Door", 10_000, 1],
		["Door", 20_000, 0],
	]);
	const storage = dataOf<StorageDetails>(await owner.query("billing.getStorageDetails"));
	expect(storage.readings).toBe(8);
	expect(storage.growthBytesPerDay).toBe(storage.usedBytes / 2);
});

it("receives a history as its device would have sent it, not with the upload that brings it", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const { key } = await exports.LocalSeed.ensureDevice(accountId, device, now);
	const minuteMs = 60_000;
	const minute = Math.floor(now / minuteMs) * minuteMs - 30 * minuteMs;
	const at = [0, 20_000, 40_000, 80_000].map((ms) => minute + 1 + ms);
	const upload = { receivedAt: minute + 2 * minuteMs - 10_000, channels: ["Air"], at, values: [[1, 2, 3, 4]] };
	await exports.LocalSeed.ingest(key ?? "", everyMinute, [upload]);
	const { readings } = dataOf<LogPage>(
		await owner.query("log.getLogs", { from: minute, to: now, rangeType: "hour", offset: 0, zone: "UTC" }),
	);
	const received = readings.readingAt.map((time, row) => [time - minute - 1, (readings.receivedAt[row] ?? 0) - minute]);
	expect(received.sort(([one = 0], [other = 0]) => one - other)).toEqual([
		[0, 60_000],
		[20_000, 60_000],
		[40_000, 60_000],
		[80_000, 110_000],
	]);
});

it("rejects a wrong key rather than losing a history", async () => {
	const upload = { receivedAt: Date.now(), channels: ["Air"], at: [Date.now()], values: [[1]] };
	const denial = await exports.LocalSeed.ingest("aqd_forged", everyMinute, [upload]).catch(String);
	expect(denial).toContain("The device key is not valid");
});

it("reports a device whose key was replaced, and still fills the others", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const { deviceId, key } = await exports.LocalSeed.ensureDevice(accountId, device, now);
	dataOf(await owner.mutate("device.rotateDeviceKey", { deviceId, graceSeconds: 0 }));
	const upload = { receivedAt: now, channels: ["Air"], at: [now], values: [[1]] };
	expect(await exports.LocalSeed.ingest(key ?? "", everyMinute, [upload])).toBeNull();
});

const madeAt = new Date(Date.UTC(2026, 8, 1));

const { scope: _, delivery: __, ...weekly } = reportDefinition({ format: "json" });

function recordsOf({ firedAt, silentAt }: Record<"firedAt" | "silentAt", number>): SeedRecords {
	const event = { serialNumber: "SN-0001", level: "info" as const, author: null };
	return {
		contacts: [
			{
				fullName: "Nora Night",
				company: "",
				title: "On call",
				email: "nora@demo.test",
				emailStatus: "bouncing",
				phone: null,
				phoneStatus: "unverified",
				timeZone: "America/Denver",
				lastNotifiedAt: null,
				createdAt: madeAt,
			},
		],
		alerts: [
			{
				name: "Too warm",
				isEnabled: true,
				severity: "critical",
				rule: warmRule,
				description: "",
				scope: { serialNumbers: ["SN-0001"] },
				contactNames: ["Nora Night"],
				createdAt: madeAt,
			},
			{
				name: "Silent",
				isEnabled: false,
				severity: "info",
				rule: silentRule,
				description: "",
				scope: { groupNames: ["Warehouse"] },
				contactNames: [],
				createdAt: madeAt,
			},
		],
		reports: [
			{
				...weekly,
				scope: { groupNames: ["Warehouse"] },
				contactNames: ["Nora Night"],
				createdAt: madeAt,
				onlyIf: "always",
				message: "",
				pastRuns: 2,
				schedule: { recurrence: { kind: "daily", time: "06:00" }, delayMinutes: 0, startsAt: null, endsAt: null },
			},
		],
		events: [
			{ ...event, kind: "note", at: firedAt, text: "Door was open", isMoving: false },
			{ ...event, kind: "event", at: silentAt, text: "Offline", isMoving: true },
			{ ...event, serialNumber: null, kind: "system", at: firedAt, text: "Report ran", isMoving: false },
		],
		silences: [],
	};
}

it("adds records once, and moves only the times that pass", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const minuteMs = 60_000;
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const { deviceId } = await exports.LocalSeed.ensureDevice(accountId, device, now);
	const ensure = async (times: Parameters<typeof recordsOf>[0]) => {
		await exports.LocalSeed.ensureRecords(accountId, recordsOf(times), now);
		const [contacts, rows, reports, page] = await Promise.all([
			owner.query("account.getContacts"),
			owner.query("alert.getAlerts"),
			owner.query("report.getReports"),
			owner.query("log.getLogs", { rangeType: "hour", offset: 0 }),
		]);
		const alerts = await Promise.all(
			dataOf<AlertListRow[]>(rows).map(async ({ id }) =>
				dataOf<Alert>(await owner.query("alert.getAlert", { alertId: id })),
			),
		);
		return {
			contacts: dataOf<Contact[]>(contacts),
			alerts,
			reports: dataOf<Report[]>(reports),
			events: dataOf<LogPage>(page).events,
		};
	};
	const times = { firedAt: now - 9 * minuteMs, silentAt: now - 5 * minuteMs };
	const first = await ensure(times);
	const [contact] = first.contacts;
	expect(first.contacts).toMatchObject([{ fullName: "Nora Night", emailStatus: "bouncing", createdAt: madeAt }]);
	expect(first.alerts).toMatchObject([
		{ name: "Silent", isEnabled: false, scope: { groupIds: [expect.stringMatching(/^grp_/)] }, contactIds: [] },
		{
			name: "Too warm",
			scope: { deviceIds: [deviceId] },
			contactIds: [contact?.id],
			condition: "Temperature is above 8 °C.",
			lastFiredAt: null,
		},
	]);
	expect(first.reports).toMatchObject([{ name: "Weekly", scopeText: "Warehouse", recipients: ["Nora Night"] }]);
	expect(first.events.map(({ deviceId: of, at, text }) => [of, at, text]).sort()).toEqual(
		[
			[deviceId, times.firedAt, "Door was open"],
			[deviceId, times.silentAt, "Offline"],
			[null, times.firedAt, "Report ran"],
		].sort(),
	);
	expect(await ensure(times)).toEqual(first);

	const later = { firedAt: now - 3 * minuteMs, silentAt: now - 2 * minuteMs };
	const moved = await ensure(later);
	expect(moved.alerts).toEqual(first.alerts);
	expect(moved.reports.map(({ id }) => id)).toEqual(first.reports.map(({ id }) => id));
	expect(moved.events.filter(({ text }) => text === "Offline")).toMatchObject([{ deviceId, at: later.silentAt }]);
	expect(
		moved.events
			.filter(({ text }) => text === "Door was open")
			.map(({ at }) => at)
			.sort(),
	).toEqual([times.firedAt, later.firedAt].sort());
});

it("replays a past through new rules: events without messages", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const minuteMs = 60_000;
	const start = Math.floor(now / minuteMs) * minuteMs - 24 * 60 * minuteMs;
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const { deviceId, key } = await exports.LocalSeed.ensureDevice(accountId, device, now - 2 * 24 * 60 * minuteMs);
	const steps = Array.from({ length: 40 }, (_, step) => step);
	const channel = device.channels.find(({ quantity }) => quantity === "temperature")?.name ?? "";
	const upload = {
		receivedAt: start + 400 * minuteMs,
		channels: [channel],
		at: steps.map((step) => start + step * 10 * minuteMs),
		values: [steps.map((step) => (step >= 10 && step < 20 ? 12 : 4))],
	};
	await exports.LocalSeed.ingest(key ?? "", everyMinute, [upload]);
	const times = { firedAt: now - 9 * minuteMs, silentAt: now - 5 * minuteMs };
	for (let again = 0; again < 2; again += 1) {
		await exports.LocalSeed.ensureRecords(accountId, recordsOf(times), now);
		const { events } = dataOf<AlertEventPage>(await owner.query("alert.getEvents"));
		expect(events).toMatchObject([
			{
				deviceId,
				ruleName: "Too warm",
				isBeforeMessages: true,
				state: "ended",
				count: 10,
				peak: 12,
				startedAt: start + 100 * minuteMs,
				endedAt: start + 200 * minuteMs,
			},
		]);
	}
});

it("invites people until they belong to an account, and renews what has run out", async () => {
	const owner = await createPerson();
	const guest = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const invitation = { sub: guest.sub, email: guest.email, role: "operator" } as const;
	const invite = async (at: number) => {
		await exports.LocalSeed.ensureInvitation(accountId, invitation, at);
		await followDirectory(accountId);
	};
	const listed = async () => dataOf<Invitation[]>(await guest.query("account.getInvitations"));
	await invite(now - 8 * 24 * 60 * 60_000);
	expect(await listed()).toEqual([]);
	await invite(now);
	const [open] = await listed();
	const { companyName, members } = account(owner.sub);
	expect(open).toMatchObject({ companyName, inviterName: members[0]?.name, role: "operator" });
	await guest.mutate("account.acceptInvitation", { invitationId: open?.id });
	await invite(now);
	expect(await listed()).toEqual([]);
});

it("adds none of the records where one names what there is not", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	const records = recordsOf({ firedAt: now, silentAt: now });
	expect(await exports.LocalSeed.ensureRecords(accountId, records, now).catch(String)).toContain("SN-0001");
	expect(dataOf<Contact[]>(await owner.query("account.getContacts"))).toEqual([]);
});
