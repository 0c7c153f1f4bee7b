import { describe, expect, it } from "vitest";
import { accountOrThrow } from "../../../backend/db/account-rows";
import { findContact, saveContact } from "../../../backend/db/contact-rows";
import { alertFollowUps } from "../../../backend/db/schema";
import type { CreateAlert } from "../../../shared/alert/alert";
import { type AlertHours, type AlertNotification, plainNotification } from "../../../shared/alert/alert-rule";
import type { Device } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { clockZone, type Zone } from "../../../shared/time/time-zones";
import { warmRule } from "../fixtures/alert-rules";
import { createNotifying, daily, decliningTo, denying, headings } from "../fixtures/alert-telling";
import { addGroup, addMember, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

type Notifying = Awaited<ReturnType<typeof createNotifying>>;

async function notificationOf(
	notification: Partial<AlertNotification>,
	rule: Partial<CreateAlert> = {},
): Promise<Notifying> {
	return createNotifying({ ...rule, notification: { ...plainNotification, ...notification } });
}

const everyTen = { everySeconds: 600, atMost: null };

async function setQuiet({ id, ana }: Notifying, quietHours: WeeklyWindow[]): Promise<void> {
	await inAccount(id, (db) => {
		const row = findContact(db, ana.id);
		if (row) saveContact(db, { ...row, quietHours, timeZone: "UTC", criticalBypassesQuiet: false });
	});
}

/** Runs everything due at each minute, in the alarm's order. */
async function pass({ followUp, sendDue }: Notifying, minutes: number[]): Promise<void> {
	for (const minute of minutes) {
		await followUp(minute);
		await sendDue(minute + 1);
	}
}

const eventIdsOf = async ({ events }: Notifying) => (await events()).map(({ id }) => id);

const waiting = ({ id }: Notifying) => inAccount(id, (db) => db.select().from(alertFollowUps).all());

describe("a reminder", () => {
	it("repeats at the rule's interval, with the current value, until the event is over", async () => {
		const notifying = await notificationOf({ reminder: everyTen });
		const { send, sendDue, provider } = notifying;
		await send([[1, 9]]);
		await sendDue(2);
		await pass(notifying, [5, 11]);
		await send([[12, 13]]);
		await pass(notifying, [21]);
		await send([[23, 5]]);
		await pass(notifying, [24, 31, 41]);
		const reminder = "Reminder, warning: Freezer 1";
		expect(headings(provider)).toEqual(["Warning: Freezer 1", reminder, reminder, "Recovered: Freezer 1"]);
		expect(provider.taken[2]?.text).toContain("(13.0 °C)");
		expect(await waiting(notifying)).toEqual([]);
	});

	it("ends after the rule's number of reminders, or once the event is acknowledged", async () => {
		const twice = await notificationOf({ reminder: { everySeconds: 600, atMost: 2 } });
		await twice.send([[1, 9]]);
		await pass(twice, [2, 11, 21, 31, 41]);
		expect(headings(twice.provider)).toHaveLength(3);
		const acknowledged = await notificationOf({ reminder: everyTen });
		await acknowledged.send([[1, 9]]);
		await pass(acknowledged, [2, 11]);
		const eventIds = await eventIdsOf(acknowledged);
		dataOf(await acknowledged.owner.mutate("alert.acknowledgeEvents", { eventIds }));
		expect(await waiting(acknowledged)).toMatchObject([{ kind: "stillOut" }]);
		await pass(acknowledged, [21, 31]);
		expect(headings(acknowledged.provider)).toHaveLength(2);
	});

	it("sends one reminder after half an hour in which the backend was away", async () => {
		const notifying = await notificationOf({ reminder: everyTen });
		await notifying.send([[1, 9]]);
		await pass(notifying, [2, 45, 46]);
		expect(headings(notifying.provider)).toHaveLength(2);
	});

	it("waits while the event is muted, and continues afterwards", async () => {
		const notifying = await notificationOf({ reminder: everyTen });
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2);
		const eventIds = await eventIdsOf(notifying);
		dataOf(await notifying.owner.mutate("alert.muteEvents", { eventIds, until: notifying.at(30) }));
		await pass(notifying, [11, 21, 29]);
		expect(headings(notifying.provider)).toHaveLength(1);
		await pass(notifying, [30]);
		expect(headings(notifying.provider)).toHaveLength(2);
	});

	it("begins with a change of the rule's messages, which ends no event", async () => {
		const notifying = await notificationOf({});
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2);
		await notifying.change({ notification: { ...plainNotification, reminder: everyTen } });
		expect(await notifying.events()).toMatchObject([{ state: "open" }]);
		expect(await waiting(notifying)).toMatchObject([{ kind: "reminder", done: 0 }]);
	});
});

describe("hours of a rule", () => {
	const within = ({ at }: Notifying, from: number, to: number, [zone, clock]: [AlertHours["zone"], Zone]) => {
		return { ...warmRule, schedule: { zone, weekly: [daily(at(from), at(to), clock)], spans: [] } };
	};
	const clockOf = async ({ id, device }: Notifying, zone: string): Promise<Zone> => {
		if (zone === "device") return clockZone(device);
		return zone === "account" ? inAccount(id, (db) => accountOrThrow(db).timeZone) : "UTC";
	};
	const zones: AlertHours["zone"][] = ["device", "account", "contact", "UTC"];

	it.each(zones)(
		"suppress messages outside them by the clock of %s, and report open events when they begin",
		async (zone) => {
			const notifying = await notificationOf({ reminder: everyTen });
			await inAccount(notifying.id, (db) => {
				const row = findContact(db, notifying.ana.id);
				if (row) saveContact(db, { ...row, timeZone: "UTC" });
			});
			await notifying.change({ rule: within(notifying, 100, 30, [zone, await clockOf(notifying, zone)]) });
			await notifying.send([[28, 9]]);
			expect(await notifying.sendDue(31)).toMatchObject([{ state: "suppressed", reason: "outsideHours" }]);
			await pass(notifying, [38, 48, 58, 98]);
			expect(headings(notifying.provider)).toEqual([]);
			await pass(notifying, [100]);
			expect(headings(notifying.provider)).toHaveLength(1);
			await pass(notifying, [110]);
			expect(headings(notifying.provider).at(-1)).toBe("Reminder, warning: Freezer 1");
		},
	);

	it("end without a message about the event's end", async () => {
		const notifying = await notificationOf({});
		await notifying.change({ rule: within(notifying, 0, 30, ["UTC", "UTC"]) });
		await notifying.send([[10, 9]]);
		await pass(notifying, [11]);
		await notifying.send([[32, 9]]);
		await pass(notifying, [33, 90]);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1"]);
		expect(await notifying.events()).toMatchObject([{ state: "open" }]);
	});

	it.each([
		[true, ["Warning, over by now: Freezer 1"]],
		[false, []],
	])("report events that began and ended outside a recipient's hours: %s", async (reportsMissed, submitted) => {
		const notifying = await notificationOf({ reportsMissed });
		await setQuiet(notifying, []);
		await notifying.change({
			rule: within(notifying, 100, 10, ["contact", "UTC"]),
			notification: { ...plainNotification, reportsMissed },
		});
		await notifying.send([[20, 9]]);
		await pass(notifying, [21]);
		await notifying.send([[30, 5]]);
		await pass(notifying, [31, 99]);
		expect(headings(notifying.provider)).toEqual([]);
		await pass(notifying, [100]);
		expect(headings(notifying.provider)).toEqual(submitted);
	});
});

describe("the end of quiet hours", () => {
	it("reports in one message the open events and those that began and ended meanwhile", async () => {
		const notifying = await notificationOf({ reminder: everyTen });
		const { at, send, provider, timeline } = notifying;
		await setQuiet(notifying, [daily(at(0), at(100))]);
		await send([[10, 9]]);
		await pass(notifying, [11]);
		await send([[20, 5]]);
		await pass(notifying, [21]);
		await send([[40, 12]]);
		await pass(notifying, [41, 50, 60]);
		expect(headings(provider)).toEqual([]);
		await pass(notifying, [100]);
		expect(headings(provider)).toEqual(["Meanwhile: 1 still open, 1 over by now"]);
		const [mail] = provider.taken;
		expect(mail?.text).toMatch(/Warning, still open: Freezer 1[\s\S]*Warning, over by now: Freezer 1/);
		expect(await timeline()).toEqual([
			"Not notified: Ana Prado by e-mail: quiet hours",
			"Notified Ana Prado by e-mail after hours without messages",
		]);
		await send([[105, 5]]);
		await pass(notifying, [106]);
		expect(headings(provider).at(-1)).toBe("Recovered: Freezer 1");
	});

	it("reports the end to contacts that were notified before", async () => {
		const notifying = await notificationOf({});
		await setQuiet(notifying, [daily(notifying.at(20), notifying.at(100))]);
		await notifying.send([[10, 9]]);
		await pass(notifying, [11]);
		await notifying.send([[30, 5]]);
		await pass(notifying, [31, 99, 100]);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1", "Warning, over by now: Freezer 1"]);
	});

	it("reports no muted events, and nothing twice if a digest could not be sent", async () => {
		const notifying = await notificationOf({});
		await setQuiet(notifying, [daily(notifying.at(0), notifying.at(100))]);
		await notifying.send([[10, 9]]);
		await pass(notifying, [11]);
		await notifying.followUp(100);
		await notifying.sendDue(101, denying());
		await notifying.send([[105, 5]]);
		await notifying.sendDue(240);
		expect(headings(notifying.provider)).toEqual(["Warning, over by now: Freezer 1"]);
	});
});

describe("a mute", () => {
	type Mute = { until: number | null; reason?: string };
	type Muted = [
		what: string,
		why: string,
		mute: (notifying: Notifying, groupId: string, mute: Mute) => ReturnType<Notifying["owner"]["mutate"]>,
	];
	const muted: Muted[] = [
		[
			"the device",
			"the device is muted",
			({ owner, device }, _, mute) => owner.mutate("device.muteDevices", { deviceIds: [device.id], ...mute }),
		],
		[
			"a group",
			// The name of the group is hidden from members who do not see it.
			"a group of the device is muted",
			({ owner }, groupId, mute) => owner.mutate("group.muteGroups", { ids: [groupId], ...mute }),
		],
		[
			"the rule",
			"the rule is muted",
			({ owner, alert }, _, mute) => owner.mutate("alert.muteAlerts", { alertIds: [alert.id], ...mute }),
		],
	];
	async function createGrouped() {
		const notifying = await notificationOf({});
		const groupId = await addGroup(notifying.id, "Porto");
		const change = { deviceIds: [notifying.device.id], addGroupIds: [groupId] };
		dataOf(await notifying.owner.mutate("device.changeDevices", change));
		return { telling: notifying, groupId };
	}
	const stateOf = async ({ owner, device }: Notifying) =>
		dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));

	it.each(muted)("suppresses messages for %s, says so, and reports open events at its end", async (_, why, mute) => {
		const { telling: notifying, groupId } = await createGrouped();
		const { at, send, provider } = notifying;
		await send([[1, 9]]);
		dataOf(await mute(notifying, groupId, { until: at(60), reason: "Defrosting" }));
		expect((await stateOf(notifying)).alertState).toBe("muted");
		await pass(notifying, [2, 30, 59]);
		expect(headings(provider)).toEqual([]);
		const reason = why.startsWith("a group") ? "" : " (Defrosting)";
		expect(await notifying.timeline()).toEqual([`Not notified: Ana Prado by e-mail: ${why}${reason}`]);
		await pass(notifying, [60]);
		expect(headings(provider)).toEqual(["Warning, still open: Freezer 1"]);
		await send([[70, 5]]);
		await pass(notifying, [71]);
		expect(headings(provider).slice(1)).toEqual(["Recovered: Freezer 1"]);
	});

	it.each(muted)("reports open events at once if the mute of %s is lifted early", async (_, __, mute) => {
		const { telling: notifying, groupId } = await createGrouped();
		await notifying.send([[1, 9]]);
		dataOf(await mute(notifying, groupId, { until: notifying.at(600) }));
		await pass(notifying, [2]);
		dataOf(await mute(notifying, groupId, { until: null }));
		expect((await stateOf(notifying)).alertState).toBe("alerting");
		await pass(notifying, [3]);
		expect(headings(notifying.provider)).toEqual(["Warning, still open: Freezer 1"]);
	});

	it.each(muted)(
		"reports for %s no event that began and ended meanwhile, but the end of a reported one",
		async (_, __, mute) => {
			const { telling: notifying, groupId } = await createGrouped();
			dataOf(await mute(notifying, groupId, { until: notifying.at(60) }));
			await notifying.send([[1, 9]]);
			await pass(notifying, [2]);
			await notifying.send([[10, 5]]);
			await pass(notifying, [11, 60]);
			expect(headings(notifying.provider)).toEqual([]);
			await notifying.send([[61, 9]]);
			await pass(notifying, [62]);
			dataOf(await mute(notifying, groupId, { until: notifying.at(120) }));
			await notifying.send([[70, 5]]);
			await pass(notifying, [71, 119]);
			expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1"]);
			await pass(notifying, [120]);
			expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1", "Warning, over by now: Freezer 1"]);
		},
	);

	it("ends for a device that leaves its muted group, and with the group", async () => {
		const leave = ({ owner, device }: Notifying, groupId: string) =>
			owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [groupId] });
		const remove = ({ owner }: Notifying, groupId: string) => owner.mutate("group.deleteGroups", { ids: [groupId] });
		for (const act of [leave, remove]) {
			const { telling: notifying, groupId } = await createGrouped();
			await notifying.send([[1, 9]]);
			dataOf(await notifying.owner.mutate("group.muteGroups", { ids: [groupId], until: notifying.at(600) }));
			await pass(notifying, [2]);
			dataOf(await act(notifying, groupId));
			await pass(notifying, [3]);
			expect(headings(notifying.provider)).toEqual(["Warning, still open: Freezer 1"]);
		}
	});

	it("covers as many groups at once as there may be, each with an end of its own before", async () => {
		const { telling: notifying } = await createGrouped();
		const { owner, id, at } = notifying;
		const ids: string[] = [];
		for (let position = 0; position < 120; position += 1) ids.push(await addGroup(id, `Group ${position}`));
		for (const [position, groupId] of ids.entries()) {
			dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], until: at(60 + position) }));
		}
		dataOf(await owner.mutate("group.muteGroups", { ids, until: null }));
		const groups = dataOf<GroupListRow[]>(await owner.query("group.getGroups"));
		expect(groups.filter(({ mutedUntil }) => mutedUntil !== undefined)).toEqual([]);
	});

	it("continues for a group when that of its device ends", async () => {
		const { telling: notifying, groupId } = await createGrouped();
		const { owner, device, at } = notifying;
		await notifying.send([[1, 9]]);
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: at(30) }));
		dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], until: at(60) }));
		await pass(notifying, [2, 30, 59]);
		expect(headings(notifying.provider)).toEqual([]);
		await pass(notifying, [60]);
		expect(headings(notifying.provider)).toHaveLength(1);
	});

	it("appears on the group and the rule while it lasts, and hides a group's name from members who do not see it", async () => {
		const { telling: notifying, groupId } = await createGrouped();
		const { owner, alert, at, device, id } = notifying;
		const mute = { until: at(60), reason: "Moving" };
		dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], ...mute }));
		dataOf(await owner.mutate("alert.muteAlerts", { alertIds: [alert.id], ...mute }));
		const shown = { mutedUntil: mute.until, muteReason: "Moving" };
		expect(dataOf(await owner.query("group.getGroup", { id: groupId }))).toMatchObject(shown);
		expect(dataOf(await owner.query("group.getGroups"))).toMatchObject([shown]);
		expect(dataOf(await owner.query("alert.getAlerts"))).toMatchObject([shown]);
		const other = await addGroup(id, "Lisbon");
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], addGroupIds: [other] }));
		const scoped = await addMember(id, "admin", { groupIds: [other] });
		const seen = dataOf<Device>(await scoped.query("device.getDevice", { deviceId: device.id }));
		expect(seen.mutedGroups).toEqual([{ name: "", until: mute.until, reason: "" }]);
		const denied = await scoped.mutate("alert.muteAlerts", { alertIds: [alert.id], ...mute });
		expect(denied.error?.data.reason).toBe("NOT_PERMITTED");
		dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], until: null }));
		expect(dataOf(await owner.query("group.getGroup", { id: groupId }))).not.toHaveProperty("mutedUntil");
	});
});

describe("an escalation", () => {
	async function createEscalating(notification: Partial<AlertNotification> = {}) {
		const notifying = await notificationOf({});
		const bea = await addContact(notifying.id, { fullName: "Bea", email: "bea@example.test", phone: null });
		const cleo = await addContact(notifying.id, { fullName: "Cleo", email: "cleo@example.test", phone: null });
		const step = (afterSeconds: number, contactId: string) => {
			return { afterSeconds, contactIds: [contactId], contactGroupIds: [], channels: null };
		};
		const escalation = [step(600, bea.id), step(1_200, cleo.id)];
		await notifying.change({ notification: { ...plainNotification, escalation, ...notification } });
		const sent = () => {
			const heads = headings(notifying.provider);
			return notifying.provider.taken.map(({ to }, index) => [to, heads[index]]);
		};
		return { ...notifying, bea, cleo, sent };
	}
	const first = ["ana@example.test", "Warning: Freezer 1"];
	const toBea = ["bea@example.test", "Nobody has answered, warning: Freezer 1"];
	const toCleo = ["cleo@example.test", "Nobody has answered, warning: Freezer 1"];

	it("notifies the contacts of each next step, and all notified contacts of the end", async () => {
		const notifying = await createEscalating();
		await notifying.send([[1, 9]]);
		await pass(notifying, [2, 10, 11]);
		expect(notifying.sent()).toEqual([first, toBea]);
		await pass(notifying, [20, 21, 31]);
		expect(notifying.sent()).toEqual([first, toBea, toCleo]);
		await notifying.send([[32, 5]]);
		await pass(notifying, [33]);
		expect(
			notifying
				.sent()
				.slice(3)
				.map(([to]) => to)
				.sort(),
		).toEqual([first[0], toBea[0], toCleo[0]]);
	});

	it.each([
		[
			"acknowledged",
			async (notifying: Notifying) => {
				const eventIds = await eventIdsOf(notifying);
				dataOf(await notifying.owner.mutate("alert.acknowledgeEvents", { eventIds }));
			},
		],
		["over", (notifying: Notifying) => notifying.send([[5, 5]])],
	] as const)("stops once the event is %s", async (_, act) => {
		const notifying = await createEscalating();
		await notifying.send([[1, 9]]);
		await pass(notifying, [2]);
		await act(notifying);
		await pass(notifying, [11, 21]);
		expect(notifying.sent().some(([to]) => to !== first[0])).toBe(false);
	});

	it("runs at once if a step reaches no one, and notifies the owners at last", async () => {
		const notifying = await createEscalating();
		await notifying.send([[1, 9]]);

		await notifying.sendDue(2, decliningTo("ana@example.test"));
		await notifying.sendDue(3, decliningTo("bea@example.test"));
		await notifying.sendDue(4, decliningTo("cleo@example.test"));
		await notifying.sendDue(5);
		expect(notifying.sent().map(([, heading]) => heading)).toEqual(["Nobody has answered, warning: Freezer 1"]);
		expect(
			(await notifying.timeline()).filter((text) => text.startsWith("Nobody") || text.startsWith("Notified")),
		).toEqual([
			"Nobody was reached: the next are notified at once",
			"Nobody was reached: the next are notified at once",
			"Nobody was reached: the owners are notified",
			expect.stringMatching(/^Notified the owner .* by e-mail, as nobody answered$/),
		]);
	});
});
