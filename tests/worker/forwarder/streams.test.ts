import { afterEach, describe, it, vi } from "vitest";
import { serverLimits } from "../../../shared/base/limits";
import { fetcherOf, freshBindings, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { callWire, readResponse, untilSeen } from "../fixtures/wire";

const { cookies } = await storedSession();
const requested = { lines: { "trpc-accept": "application/jsonl" }, events: { accept: "text/event-stream" } };
const types = { lines: "application/json", events: "text/event-stream" };

afterEach(() => void vi.useRealTimers());

function spokenBackend(contentType: string) {
	const cancelled = Promise.withResolvers<void>();
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	const body = new ReadableStream<Uint8Array>({
		start: (started) => {
			controller = started;
		},
		cancel: () => cancelled.resolve(),
	});
	const BACKEND = fetcherOf(async () => new Response(body, { headers: { "content-type": contentType } }));
	const say = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
	return { bindings: freshBindings({ BACKEND }), say, end: () => controller?.close(), cancelled: cancelled.promise };
}

async function flushTasks(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe.for(["lines", "events"] as const)("a stream of %s", (kind) => {
	it("ends after a minute of silence, with a line in the log", async ({ expect }) => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const { bindings, say, cancelled } = spokenBackend(types[kind]);
		const response = await callWire("a.b", { cookies, bindings, headers: requested[kind] });
		const reader = response.body?.getReader();
		for (const text of ["one\n", "two\n"]) {
			const piece = reader?.read();
			await flushTasks();
			await vi.advanceTimersByTimeAsync(serverLimits.upstreamIdleMs - 1);
			say(text);
			expect(new TextDecoder().decode((await piece)?.value)).toBe(text);
		}
		const last = reader?.read();
		await flushTasks();
		await vi.advanceTimersByTimeAsync(serverLimits.upstreamIdleMs);
		expect((await last)?.done).toBe(true);
		await cancelled;
		expect(loggedEvents()).toMatchObject([
			{ event: "upstream-failed", name: "UPSTREAM_TIMEOUT", reason: "stream idle" },
		]);
	});

	it("stays open without a deadline while it sends", async ({ expect }) => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const { bindings, say, end } = spokenBackend(types[kind]);
		const response = await callWire("a.b", { cookies, bindings, headers: requested[kind] });
		const reader = response.body?.getReader();
		await vi.advanceTimersByTimeAsync(10 * serverLimits.upstreamIdleMs);
		say("late");
		end();
		expect((await reader?.read())?.done).toBe(false);
		expect((await reader?.read())?.done).toBe(true);
		expect(loggedEvents()).toEqual([]);
	});

	it("reports in a header how long it took to begin", async ({ expect }) => {
		const { bindings, end } = spokenBackend(types[kind]);
		const response = await callWire("a.b", { cookies, bindings, headers: requested[kind] });
		expect(response.headers.get("server-timing")).toMatch(/^auth;dur=\d+, upstream;dur=\d+, total;dur=\d+$/);
		end();
		await response.body?.cancel();
	});
});

describe("a stream over a connection", () => {
	it("closes the upstream's when the reader leaves", async () => {
		const mark = crypto.randomUUID();
		const response = await callWire(`wire.lines?mark=${mark}`, { cookies, headers: requested.lines });
		const reader = response.body?.getReader();
		await reader?.read();
		await reader?.cancel();
		await untilSeen(mark, ({ isGone }) => isGone);
	});

	it("breaks for the reader too, who must not take it for whole", async ({ expect }) => {
		const response = await callWire("wire.linesBreak", { cookies, headers: requested.lines });
		await expect(response.text()).rejects.toThrow();
		expect(loggedEvents()).toMatchObject([{ name: "UPSTREAM_UNREACHABLE", reason: "stream broken" }]);
	});

	it("arrives unpacked if it was compressed", async ({ expect }) => {
		const response = await callWire("wire.gzipEvents", { cookies, headers: requested.events });
		expect([response.headers.get("content-encoding"), await response.text()]).toEqual([null, "data: 1\n\n"]);
	});

	it("becomes an error in the usual form if the upstream sends none", async ({ expect }) => {
		for (const headers of [requested.lines, requested.events]) {
			expect(await readResponse(await callWire("wire.html", { cookies, headers }))).toMatchObject({
				status: 502,
				reason: "UPSTREAM_BAD_ANSWER",
			});
			expect(await readResponse(await callWire("a.b", { headers }))).toMatchObject({
				status: 401,
				reason: "SIGNED_OUT",
			});
		}
	});

	it("reads JSON wholly if events were requested", async ({ expect }) => {
		const response = await readResponse(await callWire("wire.truncated", { cookies, headers: requested.events }));
		expect(response).toMatchObject({ status: 502, reason: "UPSTREAM_BAD_ANSWER" });
	});
});
