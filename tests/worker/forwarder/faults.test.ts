import { afterEach, describe, it, vi } from "vitest";
import { serverLimits } from "../../../shared/base/limits";
import type { Bindings } from "../../../worker/settings/bindings";
import { storedSession } from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { callWire, readResponse, seenByWire, untilSeen, urlBindings, wireBindings } from "../fixtures/wire";

const { cookies } = await storedSession();

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const upstreams: [kind: string, bindings: () => Bindings][] = [
	["the bound backend", () => wireBindings()],
	["an upstream at an address", () => urlBindings()],
];

describe.for(upstreams)("%s", ([, bindings]) => {
	const unusable = [
		"html",
		"htmlError",
		"moved",
		"moved304",
		"truncated",
		"empty",
		"emptyJson",
		"otherShape",
		"bareError",
	];
	it.for(unusable)("becomes 502 for an unreadable response, without any of its words: %s", async (name, { expect }) => {
		const response = await callWire(`wire.${name},a.b?batch=1`, { cookies, bindings: bindings() });
		expect(response.headers.get("location")).toBeNull();
		const { status, reason, text } = await readResponse(response);
		expect([status, reason]).toEqual([502, "UPSTREAM_BAD_ANSWER"]);
		expect(text).not.toContain("SECRET");
		expect(loggedText()).not.toContain("SECRET");
		expect(loggedEvents()).toMatchObject([{ event: "upstream-failed", name: "UPSTREAM_BAD_ANSWER" }]);
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	it("becomes 502 if it breaks off in the middle of its response", async ({ expect }) => {
		const response = await readResponse(await callWire("wire.cutOff", { cookies, bindings: bindings() }));
		expect(response).toMatchObject({ status: 502, reason: "UPSTREAM_UNREACHABLE" });
	});

	it.for(["silent", "stalls"])("that hangs is 504 after the deadline: %s", async (name, { expect }) => {
		const mark = crypto.randomUUID();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const response = callWire(`wire.${name}?mark=${mark}`, { cookies, bindings: bindings() });
		await untilSeen(mark, () => true);
		await vi.advanceTimersByTimeAsync(serverLimits.upstreamDeadlineMs);
		expect(await readResponse(await response)).toMatchObject({ status: 504, reason: "UPSTREAM_TIMEOUT" });
	});

	it("sends a hundred megabytes, read up to the limit and no further", async ({ expect }) => {
		const mark = crypto.randomUUID();
		const response = await callWire(`wire.hundredMegabytes?mark=${mark}`, { cookies, bindings: bindings() });
		expect(await readResponse(response)).toMatchObject({ status: 502, reason: "UPSTREAM_BAD_ANSWER" });
		const { sentBytes } = await untilSeen(mark, ({ isGone }) => isGone);
		// The connection's buffers count as sent too.
		expect(sentBytes).toBeLessThan(4 * serverLimits.upstreamBodyBytes);
	});

	it("sends compressed responses, which arrive unpacked", async ({ expect }) => {
		const response = await callWire("wire.gzip,a.b?batch=1", { cookies, bindings: bindings() });
		expect(response.headers.get("content-encoding")).toBeNull();
		const { text } = await readResponse(response);
		expect(JSON.parse(text)).toEqual(Array.from({ length: 2 }, () => ({ result: { data: { json: "unpacked" } } })));
	});

	it("keeps its cookies, its hop-by-hop headers and its commands to the browser", async ({ expect }) => {
		const response = await callWire("wire.headers", { cookies, bindings: bindings() });
		const named = Object.fromEntries(response.headers);
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(Object.keys(named).sort()).toEqual([
			"allow",
			"cache-control",
			"content-security-policy",
			"content-type",
			"cross-origin-resource-policy",
			"retry-after",
			"server-timing",
			"strict-transport-security",
			"vary",
			"x-aqlcloud-contract",
			"x-content-type-options",
			"x-request-id",
		]);
		expect(named).toMatchObject({
			vary: "trpc-accept, accept",
			allow: "GET",
			"retry-after": "7",
			"cache-control": "private, no-store",
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
		});
	});

	it("passes through byte by byte, whatever the status", async ({ expect }) => {
		const whole = '{"result" : { "data":{"json":"\\u00e9 é / \\/","meta":{"values":{"d":["Date"]},"v":1}}}}\n';
		for (const status of ["200", "207"]) {
			const response = await callWire("wire.echoBytes", {
				cookies,
				bindings: bindings(),
				headers: { "last-event-id": status },
			});
			expect([String(response.status), await response.text()]).toEqual([status, whole]);
		}
	});
});

describe("an upstream at an address", () => {
	it.for(["broken", "brokenBatch", "otherError"])(
		"cannot pass an incomplete response as whole: %s",
		async (name, { expect }) => {
			const response = await readResponse(await callWire(`wire.${name}`, { cookies, bindings: urlBindings() }));
			expect(response).toMatchObject({ status: 502, reason: "UPSTREAM_BAD_ANSWER" });
			expect(response.text).not.toContain("SECRET");
		},
	);

	it("gets the path and the query as they were sent, below its own path", async ({ expect }) => {
		const path = `wire.fine%2Ca.b?batch=1&mark=${crypto.randomUUID()}&input=%7B%22%C3%A9%22%3A1%7D+*!`;
		const response = await readResponse(await callWire(path, { cookies, bindings: urlBindings() }));
		expect(response.status).toBe(200);
		expect((await seenByWire(path.slice(20, 60))).map(({ url }) => url)).toEqual([`/some/path/${path}`]);
	});

	it("denies the session in its own words, and becomes UPSTREAM_REFUSED_SESSION", async ({ expect }) => {
		const response = await readResponse(await callWire("wire.textRefusal", { cookies, bindings: urlBindings() }));
		expect(response).toMatchObject({ status: 502, reason: "UPSTREAM_REFUSED_SESSION" });
		expect(response.text).not.toContain("SECRET");
	});
});

describe("caching", () => {
	const cases: [says: string, passed: string][] = [
		["public, max-age=600", "private, no-store"],
		["max-age=600", "private, no-store"],
		["no-cache", "private, no-store"],
		["public, no-store", "private, no-store"],
		["x-no-store", "private, no-store"],
		["no-store", "no-store"],
		["No-Store, must-revalidate", "No-Store, must-revalidate"],
		["private, no-store, no-transform", "private, no-store, no-transform"],
		["no-cache, no-transform", "private, no-store, no-transform"],
	];
	it.for(cases)("turns the upstream's %s into %s", async ([shows, passed], { expect }) => {
		const response = await callWire(`wire.cache?say=${encodeURIComponent(shows)}`, { cookies });
		expect(response.headers.get("cache-control")).toBe(passed);
	});
});
