import { describe, expect, it } from "vitest";
import {
	insertAlertEvent,
	joinEvent,
	listReceivedAlertEvents,
	updateAlertEvent,
} from "../../../backend/db/alert-event-rows";
import {
	deleteLogEvent,
	deleteLogEventsOf,
	insertLogEvent,
	listReceivedEvents,
	moveLogEvent,
} from "../../../backend/db/log-event-rows";
import { keepReceipt, lastReceipt } from "../../../backend/db/receipts";
import { alertEvents, logEvents } from "../../../backend/db/schema";
import { dayMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { eventRow } from "../fixtures/alert-event-row";
import { addApiKey, callApi } from "../fixtures/api-keys";
import { addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const devices = ["dev_one", "dev_two"];
const at = fc.integer({ min: 0, max: 9 });
const deviceId = fc.constantFrom(...devices);

type Step =
	| { do: "line"; at: number; deviceId: string }
	| { do: "event"; at: number; deviceId: string }
	| { do: "remove" | "move"; which: number; at: number }
	| { do: "change" | "join"; which: number }
	| { do: "purge"; deviceId: string }
	| { do: "poll"; limit: number; between: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ do: fc.constantFrom("line" as const, "event" as const), at, deviceId }) },
	{
		weight: 4,
		arbitrary: fc.record({ do: fc.constantFrom("remove" as const, "move" as const), which: fc.nat(20), at }),
	},
	{
		weight: 4,
		arbitrary: fc.record({ do: fc.constantFrom("change" as const, "join" as const), which: fc.nat(20) }),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("purge" as const), deviceId }) },
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant("poll" as const),
			limit: fc.integer({ min: 1, max: 3 }),
			between: fc.boolean(),
		}),
	},
);

describe("pages that follow by receipt", () => {
	it("miss no line and no change of an event, whatever is deleted, moved or written between pages", async () => {
		const { id } = await createOwner();
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) =>
				inAccount(id, (db) => {
					for (const table of [logEvents, alertEvents]) {
						keepReceipt(db, table);
						db.delete(table).run();
					}
					const since = { log: lastReceipt(db, logEvents), events: lastReceipt(db, alertEvents) };
					const everything = { from: undefined, to: undefined, kinds: undefined, deviceIds: "all" as const };
					/** What a follower holds: the time of each line, the count of each event. */
					const copy = new Map<string, number>();
					let written = 0;
					const lines = () => db.select().from(logEvents).all();
					const events = () => db.select().from(alertEvents).all();
					const addLine = (at: number, deviceId: string) => {
						written += 1;
						const event = { id: newId("logEntry"), deviceId, at, kind: "note", level: "info" } as const;
						insertLogEvent(db, { ...event, text: `line ${written}`, author: null });
					};
					const pollLog = (limit: number, between: boolean) => {
						const upTo = lastReceipt(db, logEvents);
						let after = { receipt: since.log, id: "~" };
						for (;;) {
							const page = listReceivedEvents(db, { ...everything, visibleGroupIds: "all", after, upTo, limit });
							for (const { event } of page) copy.set(event.id, event.at);
							if (between) addLine(5, "dev_one");
							if (page.length < limit) break;
							after = page.at(-1) ?? after;
						}
						since.log = upTo;
					};
					const pollEvents = (limit: number) => {
						const upTo = lastReceipt(db, alertEvents);
						let after = { receipt: since.events, id: "~" };
						for (;;) {
							const page = listReceivedAlertEvents(db, { deviceIds: "all", now: 0, after, upTo, limit });
							for (const { id, count } of page) copy.set(id, count);
							if (page.length < limit) break;
							after = page.at(-1) ?? after;
						}
						since.events = upTo;
					};
					for (const each of steps) {
						if (each.do === "line") addLine(each.at, each.deviceId);
						else if (each.do === "event")
							insertAlertEvent(db, eventRow({ id: newId("alertEvent"), deviceId: each.deviceId, startedAt: each.at }));
						else if (each.do === "poll") {
							pollLog(each.limit, each.between);
							pollEvents(each.limit);
						} else if (each.do === "purge") deleteLogEventsOf(db, [each.deviceId]);
						else if (each.do === "remove" || each.do === "move") {
							const line = lines()[each.which];
							if (!line) continue;
							const said = { deviceId: line.deviceId, text: line.text };
							if (each.do === "remove") deleteLogEvent(db, { ...said, at: line.at });
							else moveLogEvent(db, { ...said, at: each.at });
						} else {
							const event = events()[each.which];
							if (!event) continue;
							written += 1;
							const ids = events().map(({ id }) => id);
							if (each.do === "join") joinEvent(db, ids, event.id);
							else updateAlertEvent(db, event.id, { count: written });
						}
					}
					pollLog(2, false);
					pollEvents(2);
					for (const line of lines()) expect([line.id, copy.get(line.id)]).toEqual([line.id, line.at]);
					for (const event of events()) expect([event.id, copy.get(event.id)]).toEqual([event.id, event.count]);
				}),
			),
			{ numRuns: 40 },
		);
	});

	type Row = { id: string; text?: string; acknowledgedAt?: string | null };
	type Page = { data: Row[]; nextCursor: string | null; nextSince: string | null };
	const read = async (key: string, path: string): Promise<Page> => {
		const response = await callApi(key, path);
		if (!response.ok) throw new Error(await response.text());
		return response.json<Page>();
	};
	const follow = async (key: string, list: string, since: string | null) => {
		const rows: Row[] = [];
		let cursor: string | null = null;
		for (;;) {
			const place = `${since === null ? "" : `&since=${since}`}${cursor === null ? "" : `&cursor=${cursor}`}`;
			const page: Page = await read(key, `${list}?limit=2${place}`);
			rows.push(...page.data);
			expect(page.nextSince === null).toBe(page.nextCursor !== null);
			if (page.nextSince !== null) return { rows, since: page.nextSince };
			cursor = page.nextCursor;
		}
	};
	const addNote = (person: Person, at: number, text: string) =>
		person.mutate("log.addNote", { deviceId: null, at, text }).then((response) => dataOf(response));

	it("return each log line once, also lines with an early or late time and lines that arrive between two pages", async () => {
		const { owner } = await createOwner();
		const { key } = await addApiKey(owner);
		const other = await addApiKey((await createOwner()).owner);
		const now = Date.now();
		await addNote(owner, now + dayMs / 2, "Ahead");
		for (const text of ["one", "two", "three"]) await addNote(owner, now - 1_000, text);
		const first = await read(key, "log?kind=note&limit=2");
		await addNote(owner, now - 5_000, "Behind the page");
		const second = await read(key, `log?kind=note&limit=2&cursor=${first.nextCursor}`);
		expect(second.data.map(({ text }) => text)).toEqual(["three", "Ahead"]);
		await addNote(owner, now - 400 * dayMs, "A year late");
		const third = await read(key, `log?kind=note&since=${second.nextSince}`);
		expect(third.data.map(({ text }) => text)).toEqual(["Behind the page", "A year late"]);
		expect((await read(key, `log?kind=note&since=${third.nextSince}`)).data).toEqual([]);
		for (const response of [
			await callApi(other.key, `log?kind=note&since=${third.nextSince}`),
			await callApi(key, `log?since=${third.nextSince}`),
			await callApi(key, `events?since=${third.nextSince}`),
		]) {
			expect([response.status, (await response.json<{ title: string }>()).title]).toEqual([400, "InvalidSince"]);
		}
	});

	it("return each event that opened, was handled or is over, in its latest state", async () => {
		const { id, owner } = await createOwner();
		const { key } = await addApiKey(owner);
		const { device } = await addDevice(owner);
		const eventIds = [newId("alertEvent"), newId("alertEvent"), newId("alertEvent")];
		const insert = (ids: string[], startedAt: number) =>
			inAccount(id, (db) => {
				for (const eventId of ids) insertAlertEvent(db, eventRow({ id: eventId, deviceId: device.id, startedAt }));
			});
		await insert(eventIds.slice(0, 2), Date.now());
		const begun = await follow(key, "events", null);
		expect(begun.rows.map((row) => row.id).sort()).toEqual(eventIds.slice(0, 2).sort());
		await insert(eventIds.slice(2), Date.now() - 30 * dayMs);
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: eventIds.slice(0, 1) }));
		const next = await follow(key, "events", begun.since);
		expect(next.rows.map((row) => [row.id, row.acknowledgedAt === null])).toEqual([
			[eventIds[2], true],
			[eventIds[0], false],
		]);
		expect((await follow(key, "events", next.since)).rows).toEqual([]);
	});
});
