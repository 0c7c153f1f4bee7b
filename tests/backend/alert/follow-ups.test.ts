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
import { createTelling, daily, decliningTo, denying, headings } from "../fixtures/alert-telling";
import { addGroup, addMember, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

type Telling = Awaited<ReturnType<typeof createTelling>>;

/** A rule of today's tests, of which each changes what it is about. */
async function tellingOf(notification: Partial<AlertNotification>, rule: Partial<CreateAlert> = {}): Promise<Telling> {
	return createTelling({ ...rule, notification: { ...plainNotification, ...notification } });
}

const everyTen = { everySeconds: 600, atMost: null };

async function setQuiet({ id, ana }: Telling, quietHours: WeeklyWindow[]): Promise<void> {
	await inAccount(id, (db) => {
		const row = findContact(db, ana.id);
		if (row) saveContact(db, { ...row, quietHours, timeZone: "UTC", criticalBypassesQuiet: false });
	});
}

/** Everything that is due at each minute, in the order in which the alarm does it. */
async function pass({ followUp, sendDue }: Telling, minutes: number[]): Promise<void> {
	for (const minute of minutes) {
		await followUp(minute);
		await sendDue(minute + 1);
	}
}

const eventIdsOf = async ({ events }: Telling) => (await events()).map(({ id }) => id);

const waiting = ({ id }: Telling) => inAccount(id, (db) => db.select().from(alertFollowUps).all());

describe("a reminder", () => {
	it("comes at the rule's interval, with the value of now, until the event is over", async () => {
		const telling = await tellingOf({ reminder: everyTen });
		const { send, sendDue, provider } = telling;
		await send([[1, 9]]);
		await sendDue(2);
		await pass(telling, [5, 11]);
		await send([[12, 13]]);
		await pass(telling, [21]);
		await send([[23, 5]]);
		await pass(telling, [24, 31, 41]);
		const reminder = "Reminder, warning: Freezer 1";
		expect(headings(provider)).toEqual(["Warning: Freezer 1", reminder, reminder, "Recovered: Freezer 1"]);
		expect(provider.taken[2]?.text).toContain("(13.0 °C)");
		expect(await waiting(telling)).toEqual([]);
	});

	it("is the last after as many as the rule wants, or once somebody has acknowledged it", async () => {
		const twice = await tellingOf({ reminder: { everySeconds: 600, atMost: 2 } });
		await twice.send([[1, 9]]);
		await pass(twice, [2, 11, 21, 31, 41]);
		expect(headings(twice.provider)).toHaveLength(3);
		const acknowledged = await tellingOf({ reminder: everyTen });
		await acknowledged.send([[1, 9]]);
		await pass(acknowledged, [2, 11]);
		const eventIds = await eventIdsOf(acknowledged);
		dataOf(await acknowledged.owner.mutate("alert.acknowledgeEvents", { eventIds }));
		expect(await waiting(acknowledged)).toEqual([]);
		await pass(acknowledged, [21, 31]);
		expect(headings(acknowledged.provider)).toHaveLength(2);
	});

	it("of half an hour in which we were away is one", async () => {
		const telling = await tellingOf({ reminder: everyTen });
		await telling.send([[1, 9]]);
		await pass(telling, [2, 45, 46]);
		expect(headings(telling.provider)).toHaveLength(2);
	});

	it("waits while the event is muted, and goes on after it", async () => {
		const telling = await tellingOf({ reminder: everyTen });
		await telling.send([[1, 9]]);
		await telling.sendDue(2);
		const eventIds = await eventIdsOf(telling);
		dataOf(await telling.owner.mutate("alert.muteEvents", { eventIds, until: telling.at(30) }));
		await pass(telling, [11, 21, 29]);
		expect(headings(telling.provider)).toHaveLength(1);
		await pass(telling, [30]);
		expect(headings(telling.provider)).toHaveLength(2);
	});

	it("begins with a change of what the rule sends, which ends no event", async () => {
		const telling = await tellingOf({});
		await telling.send([[1, 9]]);
		await telling.sendDue(2);
		await telling.change({ notification: { ...plainNotification, reminder: everyTen } });
		expect(await telling.events()).toMatchObject([{ state: "open" }]);
		expect(await waiting(telling)).toMatchObject([{ kind: "reminder", done: 0 }]);
	});
});

describe("hours of a rule", () => {
	const within = ({ at }: Telling, from: number, to: number, [zone, clock]: [AlertHours["zone"], Zone]) => {
		return { ...warmRule, schedule: { zone, weekly: [daily(at(from), at(to), clock)], spans: [] } };
	};
	const clockOf = async ({ id, device }: Telling, zone: string): Promise<Zone> => {
		if (zone === "device") return clockZone(device);
		return zone === "account" ? inAccount(id, (db) => accountOrThrow(db).timeZone) : "UTC";
	};
	const zones: AlertHours["zone"][] = ["device", "account", "contact", "UTC"];

	it.each(zones)(
		"of the clock of %s: outside them nothing is sent, and what is open is told when they begin",
		async (zone) => {
			const telling = await tellingOf({ reminder: everyTen });
			await inAccount(telling.id, (db) => {
				const row = findContact(db, telling.ana.id);
				if (row) saveContact(db, { ...row, timeZone: "UTC" });
			});
			// Until the thirtieth minute, and again from the hundredth on.
			await telling.change({ rule: within(telling, 100, 30, [zone, await clockOf(telling, zone)]) });
			await telling.send([[28, 9]]);
			expect(await telling.sendDue(31)).toMatchObject([{ state: "suppressed", reason: "outsideHours" }]);
			await pass(telling, [38, 48, 58, 98]);
			expect(headings(telling.provider)).toEqual([]);
			await pass(telling, [100]);
			expect(headings(telling.provider)).toHaveLength(1);
			await pass(telling, [110]);
			expect(headings(telling.provider).at(-1)).toBe("Reminder, warning: Freezer 1");
		},
	);

	it("end without a word of the event's end", async () => {
		const telling = await tellingOf({});
		await telling.change({ rule: within(telling, 0, 30, ["UTC", "UTC"]) });
		await telling.send([[10, 9]]);
		await pass(telling, [11]);
		await telling.send([[32, 9]]);
		await pass(telling, [33, 90]);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1"]);
		expect(await telling.events()).toMatchObject([{ state: "open" }]);
	});

	it.each([
		[true, ["Warning, over by now: Freezer 1"]],
		[false, []],
	])("that a recipient has, tell what began and ended outside them: %s", async (reportsMissed, submitted) => {
		const telling = await tellingOf({ reportsMissed });
		await setQuiet(telling, []);
		await telling.change({
			rule: within(telling, 100, 10, ["contact", "UTC"]),
			notification: { ...plainNotification, reportsMissed },
		});
		await telling.send([[20, 9]]);
		await pass(telling, [21]);
		await telling.send([[30, 5]]);
		await pass(telling, [31, 99]);
		expect(headings(telling.provider)).toEqual([]);
		await pass(telling, [100]);
		expect(headings(telling.provider)).toEqual(submitted);
	});
});

describe("the end of quiet hours", () => {
	it("tells in one message what is still open and what began and ended meanwhile", async () => {
		const telling = await tellingOf({ reminder: everyTen });
		const { at, send, provider, timeline } = telling;
		await setQuiet(telling, [daily(at(0), at(100))]);
		await send([[10, 9]]);
		await pass(telling, [11]);
		await send([[20, 5]]);
		await pass(telling, [21]);
		await send([[40, 12]]);
		await pass(telling, [41, 50, 60]);
		expect(headings(provider)).toEqual([]);
		await pass(telling, [100]);
		expect(headings(provider)).toEqual(["Meanwhile: 1 still open, 1 over by now"]);
		const [mail] = provider.taken;
		expect(mail?.text).toMatch(/Warning, still open: Freezer 1[\s\S]*Warning, over by now: Freezer 1/);
		expect(await timeline()).toEqual([
			"Not notified: Ana Prado by e-mail: quiet hours",
			"Notified Ana Prado by e-mail after hours without messages",
		]);
		await send([[105, 5]]);
		await pass(telling, [106]);
		expect(headings(provider).at(-1)).toBe("Recovered: Freezer 1");
	});

	it("tells that it is over to whoever was notified before them", async () => {
		const telling = await tellingOf({});
		await setQuiet(telling, [daily(telling.at(20), telling.at(100))]);
		await telling.send([[10, 9]]);
		await pass(telling, [11]);
		await telling.send([[30, 5]]);
		await pass(telling, [31, 99, 100]);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1", "Warning, over by now: Freezer 1"]);
	});

	it("tells nothing of what is muted then, nor twice where a digest could not be sent", async () => {
		const telling = await tellingOf({});
		await setQuiet(telling, [daily(telling.at(0), telling.at(100))]);
		await telling.send([[10, 9]]);
		await pass(telling, [11]);
		await telling.followUp(100);
		await telling.sendDue(101, denying());
		await telling.send([[105, 5]]);
		await telling.sendDue(240);
		expect(headings(telling.provider)).toEqual(["Warning, over by now: Freezer 1"]);
	});
});

describe("a mute", () => {
	type Mute = { until: number | null; reason?: string };
	type Muted = [
		what: string,
		why: string,
		mute: (telling: Telling, groupId: string, mute: Mute) => ReturnType<Telling["owner"]["mutate"]>,
	];
	const muted: Muted[] = [
		[
			"the device",
			"the device is muted",
			({ owner, device }, _, mute) => owner.mutate("device.muteDevices", { deviceIds: [device.id], ...mute }),
		],
		[
			"a group",
			// Without its name, which not everybody who sees the device may see.
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
		const telling = await tellingOf({});
		const groupId = await addGroup(telling.id, "Porto");
		const change = { deviceIds: [telling.device.id], addGroupIds: [groupId] };
		dataOf(await telling.owner.mutate("device.changeDevices", change));
		return { telling, groupId };
	}
	const stateOf = async ({ owner, device }: Telling) =>
		dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));

	it.each(muted)("of %s keeps everything back, says so, and at its end reports what is open", async (_, why, mute) => {
		const { telling, groupId } = await createGrouped();
		const { at, send, provider } = telling;
		await send([[1, 9]]);
		dataOf(await mute(telling, groupId, { until: at(60), reason: "Defrosting" }));
		expect((await stateOf(telling)).alertState).toBe("muted");
		await pass(telling, [2, 30, 59]);
		expect(headings(provider)).toEqual([]);
		const reason = why.startsWith("a group") ? "" : " (Defrosting)";
		expect(await telling.timeline()).toEqual([`Not notified: Ana Prado by e-mail: ${why}${reason}`]);
		await pass(telling, [60]);
		expect(headings(provider)).toEqual(["Warning, still open: Freezer 1"]);
		await send([[70, 5]]);
		await pass(telling, [71]);
		expect(headings(provider).slice(1)).toEqual(["Recovered: Freezer 1"]);
	});

	it.each(muted)("of %s that is lifted early reports it then", async (_, __, mute) => {
		const { telling, groupId } = await createGrouped();
		await telling.send([[1, 9]]);
		dataOf(await mute(telling, groupId, { until: telling.at(600) }));
		await pass(telling, [2]);
		dataOf(await mute(telling, groupId, { until: null }));
		expect((await stateOf(telling)).alertState).toBe("alerting");
		await pass(telling, [3]);
		expect(headings(telling.provider)).toEqual(["Warning, still open: Freezer 1"]);
	});

	it.each(muted)(
		"of %s reports nothing of what began and ended meanwhile, but the end of what was reported",
		async (_, __, mute) => {
			const { telling, groupId } = await createGrouped();
			dataOf(await mute(telling, groupId, { until: telling.at(60) }));
			await telling.send([[1, 9]]);
			await pass(telling, [2]);
			await telling.send([[10, 5]]);
			await pass(telling, [11, 60]);
			expect(headings(telling.provider)).toEqual([]);
			await telling.send([[61, 9]]);
			await pass(telling, [62]);
			dataOf(await mute(telling, groupId, { until: telling.at(120) }));
			await telling.send([[70, 5]]);
			await pass(telling, [71, 119]);
			expect(headings(telling.provider)).toEqual(["Warning: Freezer 1"]);
			await pass(telling, [120]);
			expect(headings(telling.provider)).toEqual(["Warning: Freezer 1", "Warning, over by now: Freezer 1"]);
		},
	);

	it("of a group ends for a device that leaves it, and with the group", async () => {
		const leave = ({ owner, device }: Telling, groupId: string) =>
			owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [groupId] });
		const remove = ({ owner }: Telling, groupId: string) => owner.mutate("group.deleteGroups", { ids: [groupId] });
		for (const act of [leave, remove]) {
			const { telling, groupId } = await createGrouped();
			await telling.send([[1, 9]]);
			dataOf(await telling.owner.mutate("group.muteGroups", { ids: [groupId], until: telling.at(600) }));
			await pass(telling, [2]);
			dataOf(await act(telling, groupId));
			await pass(telling, [3]);
			expect(headings(telling.provider)).toEqual(["Warning, still open: Freezer 1"]);
		}
	});

	it("is of as many groups at once as there may be, each with an end of its own before", async () => {
		const { telling } = await createGrouped();
		const { owner, id, at } = telling;
		const ids: string[] = [];
		for (let position = 0; position < 120; position += 1) ids.push(await addGroup(id, `Group ${position}`));
		for (const [position, groupId] of ids.entries()) {
			dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], until: at(60 + position) }));
		}
		dataOf(await owner.mutate("group.muteGroups", { ids, until: null }));
		const groups = dataOf<GroupListRow[]>(await owner.query("group.getGroups"));
		expect(groups.filter(({ mutedUntil }) => mutedUntil !== undefined)).toEqual([]);
	});

	it("of a group goes on where that of its device ends", async () => {
		const { telling, groupId } = await createGrouped();
		const { owner, device, at } = telling;
		await telling.send([[1, 9]]);
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: at(30) }));
		dataOf(await owner.mutate("group.muteGroups", { ids: [groupId], until: at(60) }));
		await pass(telling, [2, 30, 59]);
		expect(headings(telling.provider)).toEqual([]);
		await pass(telling, [60]);
		expect(headings(telling.provider)).toHaveLength(1);
	});

	it("is shown on the group and the rule while it lasts, and the name of a group stays hidden from who does not see it", async () => {
		const { telling, groupId } = await createGrouped();
		const { owner, alert, at, device, id } = telling;
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
		const telling = await tellingOf({});
		const bea = await addContact(telling.id, { fullName: "Bea", email: "bea@example.test", phone: null });
		const cleo = await addContact(telling.id, { fullName: "Cleo", email: "cleo@example.test", phone: null });
		const step = (afterSeconds: number, contactId: string) => {
			return { afterSeconds, contactIds: [contactId], contactGroupIds: [], channels: null };
		};
		const escalation = [step(600, bea.id), step(1_200, cleo.id)];
		await telling.change({ notification: { ...plainNotification, escalation, ...notification } });
		const sent = () => {
			const heads = headings(telling.provider);
			return telling.provider.taken.map(({ to }, index) => [to, heads[index]]);
		};
		return { ...telling, bea, cleo, sent };
	}
	const first = ["ana@example.test", "Warning: Freezer 1"];
	const toBea = ["bea@example.test", "Nobody has answered, warning: Freezer 1"];
	const toCleo = ["cleo@example.test", "Nobody has answered, warning: Freezer 1"];

	it("tells the next, step by step, and whoever was told that it is over", async () => {
		const telling = await createEscalating();
		await telling.send([[1, 9]]);
		await pass(telling, [2, 10, 11]);
		expect(telling.sent()).toEqual([first, toBea]);
		await pass(telling, [20, 21, 31]);
		expect(telling.sent()).toEqual([first, toBea, toCleo]);
		await telling.send([[32, 5]]);
		await pass(telling, [33]);
		expect(
			telling
				.sent()
				.slice(3)
				.map(([to]) => to)
				.sort(),
		).toEqual([first[0], toBea[0], toCleo[0]]);
	});

	it.each([
		[
			"acknowledged",
			async (telling: Telling) => {
				const eventIds = await eventIdsOf(telling);
				dataOf(await telling.owner.mutate("alert.acknowledgeEvents", { eventIds }));
			},
		],
		["over", (telling: Telling) => telling.send([[5, 5]])],
	] as const)("stops once the event is %s", async (_, act) => {
		const telling = await createEscalating();
		await telling.send([[1, 9]]);
		await pass(telling, [2]);
		await act(telling);
		await pass(telling, [11, 21]);
		expect(telling.sent().some(([to]) => to !== first[0])).toBe(false);
	});

	it("runs at once where a step reaches nobody, and at last the owners are notified", async () => {
		const telling = await createEscalating();
		await telling.send([[1, 9]]);

		await telling.sendDue(2, decliningTo("ana@example.test"));
		await telling.sendDue(3, decliningTo("bea@example.test"));
		await telling.sendDue(4, decliningTo("cleo@example.test"));
		await telling.sendDue(5);
		expect(telling.sent().map(([, heading]) => heading)).toEqual(["Nobody has answered, warning: Freezer 1"]);
		expect(
			(await telling.timeline()).filter((text) => text.startsWith("Nobody") || text.startsWith("Notified")),
		).toEqual([
			"Nobody was reached: the next are notified at once",
			"Nobody was reached: the next are notified at once",
			"Nobody was reached: the owners are notified",
			expect.stringMatching(/^Notified the owner .* by e-mail, as nobody answered$/),
		]);
	});
});
