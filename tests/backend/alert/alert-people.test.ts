import { beforeAll, describe, expect, it } from "vitest";
import { addNote } from "../../../backend/alert/alert-notices";
import type { AlertEvent, AlertEventDetail, AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import { serverLimits } from "../../../shared/base/limits";
import { createAlerted, eventsSeen, hourMs } from "../fixtures/alert-account";
import { addAlert, warmAlert } from "../fixtures/alert-rules";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

describe("people", () => {
	it("acknowledge, mute, comment and clear an event, each recorded with its author", async () => {
		const { owner, send, events, state } = await createAlerted();
		await send([[0, 9]]);
		const eventIds = (await events()).map(({ id }) => id);
		dataOf(await owner.mutate("alert.muteEvents", { eventIds, until: Date.now() + hourMs }));
		expect(await state()).toBe("muted");
		dataOf(await owner.mutate("alert.muteEvents", { eventIds, until: null }));
		expect(dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds, comment: "On my way" }))).toEqual({
			changed: 1,
		});
		expect(dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds }))).toEqual({ changed: 0 });
		expect([await state(), (await events())[0]?.state]).toEqual(["acknowledged", "acknowledged"]);
		dataOf(await owner.mutate("alert.commentEvent", { eventId: eventIds[0], comment: "Door was open" }));
		expect(dataOf(await owner.mutate("alert.clearEvents", { eventIds }))).toEqual({ changed: 1 });
		expect(await events()).toMatchObject([{ state: "ended", endReason: "cleared" }]);
		const event = dataOf<AlertEvent & { timeline: { kind: string; author: string | null; text: string }[] }>(
			await owner.query("alert.getEvent", { eventId: eventIds[0] }),
		);
		expect(event.timeline.map(({ kind, author }) => [kind, author !== null])).toEqual([
			["muted", true],
			["muted", true],
			["acknowledged", true],
			["comment", true],
			["cleared", true],
			["opened", false],
		]);
		await send([[1, 9]]);
		expect((await events()).map((one) => one.state)).toEqual(["open", "ended"]);
	});

	it("may add so many comments and mutes to one event, and may still unmute, acknowledge and clear it", async () => {
		const { id, owner, send, events } = await createAlerted();
		await send([[0, 9]]);
		const eventId = (await events())[0]?.id ?? "";
		const mute = async (until: number | null) =>
			(await owner.mutate("alert.muteEvents", { eventIds: [eventId], until })).error?.data.reason;
		const comment = async () =>
			(await owner.mutate("alert.commentEvent", { eventId, comment: "Door" })).error?.data.reason;
		await inAccount(id, (db) => {
			for (let count = 1; count < serverLimits.commentsPerEvent; count += 1) {
				addNote(db, eventId, { at: Date.now(), kind: "comment", author: "Ana", text: "Door" });
			}
		});
		expect(await mute(Date.now() + hourMs)).toBeUndefined();
		expect(await comment()).toBe("ALERT_COMMENT_LIMIT");
		expect(await mute(Date.now() + 2 * hourMs)).toBe("ALERT_COMMENT_LIMIT");
		expect(await mute(null)).toBeUndefined();
		const eventIds = [eventId];
		expect(dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds, comment: "Mine" }))).toEqual({
			changed: 1,
		});
		expect(dataOf(await owner.mutate("alert.clearEvents", { eventIds, comment: "Shut" }))).toEqual({ changed: 1 });
	});

	it("keep the comment of the person who acknowledges second, and the first has the event", async () => {
		const { id, owner, send, events } = await createAlerted();
		const operator = await addMember(id, "operator");
		await send([[1, 9]]);
		const eventIds = (await events()).map((event) => event.id);
		const changed = [];
		for (const [person, comment] of [
			[operator, "On my way"],
			[owner, "I can help"],
			[owner, "I can help"],
			[owner, ""],
		] as const) {
			changed.push(dataOf(await person.mutate("alert.acknowledgeEvents", { eventIds, comment })));
		}
		expect(changed).toEqual([{ changed: 1 }, { changed: 0 }, { changed: 0 }, { changed: 0 }]);
		const [first] = await events();
		const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: eventIds[0] }));
		const said = timeline.filter(({ author }) => author !== null);
		expect(said.map(({ kind, text }) => [kind, text])).toEqual([
			["acknowledged", "On my way"],
			["comment", "I can help"],
		]);
		expect(first).toMatchObject({ state: "acknowledged", acknowledgedBy: said[0]?.author });
	});

	it("see a device's pending channel beyond a limit, until it fires or is back", async () => {
		const { owner, device, send, at } = await createAlerted({ rule: { ...warmAlert.rule, forSeconds: 600 } });
		const pending = async () => {
			const rows = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts", { deviceId: device.id }));
			return rows.map((row) => row.pending);
		};
		await send([[0, 5]]);
		expect(await pending()).toEqual([undefined]);
		await send([[1, 9]]);
		const expected = { channel: "Air", value: 9.0, since: at(1), dueAt: at(11) };
		expect(await pending()).toEqual([[expected]]);
		await send([[2, 5]]);
		expect(await pending()).toEqual([undefined]);
		await send([
			[3, 9],
			[13, 9],
		]);
		expect(await pending()).toEqual([undefined]);
	});

	it("read events by state, severity, rule, device and time, open ones first, a page at a time", async () => {
		const { owner, device, alert, send, at } = await createAlerted();
		await addAlert(owner, { name: "Much too warm", severity: "critical" });
		for (const minute of [0, 2, 4]) {
			await send([
				[minute, 9],
				[minute + 1, 5],
			]);
		}
		await send([[6, 9]]);
		const seen = (filter: object) => eventsSeen(owner, filter);
		expect((await seen({})).map(({ state }) => state)).toEqual(["open", "open", ...Array(6).fill("ended")]);
		expect(await seen({ severities: ["critical"] })).toHaveLength(4);
		expect(await seen({ states: ["open"], alertIds: [alert.id] })).toHaveLength(1);
		expect(await seen({ deviceIds: [device.id], from: at(3), to: at(5) })).toHaveLength(4);
		const ids: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const input: object = { limit: 3, ...(cursor && { cursor }) };
			const page: AlertEventPage = dataOf(await owner.query("alert.getEvents", input));
			ids.push(...page.events.map(({ id }) => id));
			cursor = page.nextCursor;
		}
		expect(ids).toEqual((await seen({})).map(({ id }) => id));
	});
});

describe("a member who sees some groups only", () => {
	let [owner, scoped]: Person[] = [];
	const facts = { own: "", other: "" };

	beforeAll(async () => {
		const account = await createOwner();
		owner = account.owner;
		facts.own = await addGroup(account.id, "Own");
		facts.other = await addGroup(account.id, "Other");
		const mine = await addDevice(owner, { groupIds: [facts.own] });
		const theirs = await addDevice(owner, { groupIds: [facts.other] });
		scoped = await addMember(account.id, "operator", { groupIds: [facts.own] });
		await addAlert(owner);
		for (const { key } of [mine, theirs]) await ingest(key, [{ channel: "Air", at: Date.now(), value: 99 }]);
	});

	it("receives messages about events of their groups only", async () => {
		if (!owner || !scoped) throw new Error("Nobody");
		expect([(await eventsSeen(owner)).length, (await eventsSeen(scoped)).length]).toEqual([2, 1]);
		expect(dataOf<AlertListRow[]>(await scoped.query("alert.getAlerts"))).toMatchObject([{ openEvents: 1 }]);
	});

	it("makes rules for these, and touches none that reaches further", async () => {
		if (!owner || !scoped) throw new Error("Nobody");
		const own = await addAlert(scoped, { name: "Mine", scope: { groupIds: [facts.own] } });
		dataOf(await scoped.mutate("alert.setAlertEnabled", { alertId: own.id, isEnabled: false }));
		const denied = async (path: string, input: object) => (await scoped?.mutate(path, input))?.error?.data.reason;
		expect(await denied("alert.createAlert", warmAlert)).toBe("NOT_PERMITTED");
		const [whole] = dataOf<AlertListRow[]>(await scoped.query("alert.getAlerts")).filter(
			({ name }) => name === "Too warm",
		);
		expect(await denied("alert.deleteAlert", { alertId: whole?.id ?? "" })).toBe("NOT_PERMITTED");
		const both = await addAlert(owner, { name: "Both", scope: { groupIds: [facts.own, facts.other] } });
		const seenBy = async (person: Person) =>
			dataOf<AlertListRow[]>(await person.query("alert.getAlerts"))
				.map(({ name, deviceCount, isEditable }) => [name, deviceCount, isEditable])
				.sort();
		expect(await seenBy(scoped)).toEqual([
			["Both", 1, false],
			["Mine", 1, true],
			["Too warm", 1, false],
		]);
		expect(await seenBy(owner)).toEqual([
			["Both", 2, true],
			["Mine", 1, true],
			["Too warm", 2, true],
		]);
		expect(await denied("alert.setAlertEnabled", { alertId: both.id, isEnabled: false })).toBe("NOT_PERMITTED");
	});
});
