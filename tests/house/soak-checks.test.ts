import { describe, expect, it, vi } from "vitest";
import { kneeOf } from "../load/verdict.mjs";
import { chatsCheck, messagesCheck, readingsCheck, reportsCheck } from "../soak/checks.mjs";
import { createLogger, expectedEvents, sentValue } from "../soak/logger.mjs";

/** A proof that cannot fail proves nothing: these are the faults that each check of the soak must find. */
const logger = {
	device: { id: "dev_1", name: "Logger" },
	seed: 1,
	isWarm: true,
	firstAt: Date.UTC(2026, 0, 1),
	stepMs: 1_000,
	acknowledged: 60,
	refused: [],
};

function ownerWith(rows: { at: number; value: number }[]) {
	return {
		query: async ([, { cursor = "0" }]: [string, { cursor?: string }]) => {
			const [from, to] = [Number(cursor), Number(cursor) + 25];
			const page = rows.slice(from, to);
			const readings = { readingAt: page.map(({ at }) => at), value: page.map(({ value }) => value) };
			return [{ readings, nextCursor: to < rows.length ? String(to) : null }];
		},
	};
}

const stored = Array.from({ length: 60 }, (_, index) => {
	return { at: logger.firstAt + index * logger.stepMs, value: sentValue(logger, index) };
});
const problemsOf = async (rows: typeof stored) => (await readingsCheck(ownerWith(rows), [logger])).problems;

describe("the check of readings", () => {
	it("finds nothing where each is there once, in whatever order", async () => {
		expect(await problemsOf([...stored].reverse())).toEqual([]);
	});

	it("finds one that is lost, doubled, changed or was never sent", async () => {
		const [first, second, ...others] = stored;
		if (!first || !second) throw new Error("No readings");
		expect(await problemsOf([first, ...others])).toHaveLength(1);
		expect(await problemsOf([...stored, first])).toHaveLength(1);
		expect(await problemsOf([{ ...first, value: first.value + 0.01 }, second, ...others])).toHaveLength(1);
		expect(await problemsOf([...stored, { at: first.at - 1_000, value: 4 }])).toHaveLength(1);
	});
});

it.each([
	["refused for good", new Response("no such channel", { status: 400 })],
	[
		"told to wait for longer than a run",
		new Response("a day's share", { status: 429, headers: { "retry-after": "9000" } }),
	],
])("a logger that is %s ends the run, rather than to send for ever", async (_, response) => {
	vi.stubGlobal("fetch", async () => response);
	const { upload } = createLogger({ ...logger, origin: "http://127.0.0.1", key: "aqd_x" });
	await expect(upload(1, () => true)).rejects.toThrow(`Logger was answered ${response.status}`);
	vi.unstubAllGlobals();
});

it("the knee is the first step that brings nearly the most, and none where the last one does", () => {
	const kneeAt = (...rates: number[]) =>
		kneeOf(rates.map((perSecond, index) => ({ clients: 2 ** index, perSecond })))?.clients ?? null;
	expect([kneeAt(50, 95, 100, 80), kneeAt(50, 40, 100, 99), kneeAt(50, 70, 100)]).toEqual([2, 4, null]);
});

it("the oracle of events has each run of readings above the limit, and leaves the last open", () => {
	const events = expectedEvents({ ...logger, acknowledged: 53 });
	const at = (index: number) => logger.firstAt + index * logger.stepMs;
	expect(events).toEqual([
		{ deviceId: "dev_1", startedAt: at(20), endedAt: at(25) },
		{ deviceId: "dev_1", startedAt: at(50), endedAt: null },
	]);
});

describe("the check of messages", () => {
	const webhook = (id: string, eventId: string) => {
		return { id, body: { data: { notices: [{ cause: "alert", eventId, kind: "opened" }] } } };
	};
	const message = (id: string, state = "sent") => ({ id, channel: "webhook", state, error: null });
	const check = async (messages: object[], received: object[], endedAt: number | null = null) => {
		const owner = { query: async () => [{ messages, nextCursor: null }] };
		return (await messagesCheck(owner, received, [{ id: "event_1", startedAt: 0, endedAt }])).problems;
	};

	it("lets one through that came again under its own id", async () => {
		expect(await check([message("m1")], [webhook("m1", "event_1"), webhook("m1", "event_1")])).toEqual([]);
	});

	it("finds one that was lost, reported twice by two messages, or that no log knows of", async () => {
		expect(await check([message("m1")], [])).toHaveLength(2);
		expect(
			await check([message("m1"), message("m2")], [webhook("m1", "event_1"), webhook("m2", "event_1")]),
		).toHaveLength(1);
		expect(await check([message("m1")], [webhook("m1", "event_1"), webhook("m3", "event_2")])).toHaveLength(1);
		expect(await check([message("m1", "failed")], [webhook("m1", "event_1")])).toHaveLength(1);
	});
});

describe("the check of what messages say", () => {
	const over = new Date(60_000).toISOString();
	const alert = (eventId: string, kind: string, endedAt: string | null) => ({ cause: "alert", eventId, kind, endedAt });
	const webhook = (id: string, ...notices: object[]) => ({ id, body: { data: { notices } } });
	const events = [1, 2].map((each) => ({ id: `event_${each}`, startedAt: 0, endedAt: each === 1 ? 60_000 : null }));
	const problemsOf = async (...received: ReturnType<typeof webhook>[]) => {
		const ids = [...new Set(received.map(({ id }) => id))];
		const messages = ids.map((id) => ({ id, channel: "webhook", state: "sent", error: null }));
		return (await messagesCheck({ query: async () => [{ messages, nextCursor: null }] }, received, events)).problems;
	};
	const [first, open] = [alert("event_1", "first", null), alert("event_2", "first", null)];
	const begun = webhook("m1", first, open);

	it("finds nothing where a beginning came twice and its end once", async () => {
		expect(await problemsOf(begun, begun, webhook("m2", alert("event_1", "recovered", over)))).toEqual([]);
	});

	it("finds an end that no message reports, as a beginning, of another time, under the former id, or before what is open", async () => {
		expect(await problemsOf(begun)).toEqual(["event_1: nobody was told that it is over"]);
		for (const end of [alert("event_1", "first", over), alert("event_1", "recovered", new Date(0).toISOString())])
			expect(await problemsOf(begun, webhook("m2", end))).toHaveLength(1);
		expect(await problemsOf(begun, webhook("m1", alert("event_1", "recovered", over)))).toHaveLength(2);
		expect(await problemsOf(webhook("m2", alert("event_1", "recovered", over), open))).toEqual([
			"m2 tells what is over before what is open",
		]);
	});

	it("finds a chat that came twice without saying so", () => {
		const chat = "Critical: Freezer 1: Too warm, since Jul 04";
		expect(chatsCheck([chat, `Perhaps for the second time: ${chat}`]).problems).toEqual([]);
		expect(chatsCheck([chat, chat]).problems).toHaveLength(1);
	});
});

describe("the check of reports", () => {
	const run = (state: string, error: string | null = null) => ({ id: `run_${state}`, state, error });
	const lost = run(
		"failed",
		"It was interrupted three times while it was made. Try a shorter period or fewer devices.",
	);
	const found = async (runs: ReturnType<typeof run>[], interruptions: number) => {
		const owner = { query: async () => [{ runs }] };
		return (await reportsCheck(owner, "rep_1", { least: runs.length, most: runs.length, interruptions })).problems;
	};

	it("takes a run that was killed as often as it is begun, and no more of these than there were kills for", async () => {
		expect(await found([run("ok"), lost], 3)).toEqual([]);
		expect(await found([run("ok"), lost], 2)).toHaveLength(1);
		expect(await found([lost, lost], 5)).toHaveLength(2);
	});

	it("finds one that failed of itself, and one too few", async () => {
		expect(await found([run("ok"), run("failed", "No readings")], 9)).toHaveLength(1);
		const owner = { query: async () => [{ runs: [run("ok")] }] };
		const { problems } = await reportsCheck(owner, "rep_1", { least: 2, most: 3, interruptions: 9 });
		expect(problems).toHaveLength(1);
	});
});
