import { describe, it } from "vitest";
import { limits, serverLimits } from "../../../shared/base/limits";
import type { ProxyReason } from "../../../worker/forward/error-body";
import type { Bindings } from "../../../worker/settings/bindings";
import { storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { callWire, readResponse, seenByWire, wireBindings } from "../fixtures/wire";

const { cookies } = await storedSession();

type Draft = { method: string; path: string; headers: Record<string, string>; body: BodyInit; bindings: Bindings };
type Fault = [reason: ProxyReason, status: number, spoil: (draft: Draft) => Draft];

const withHeader = (draft: Draft, name: string, value: string) => ({
	...draft,
	headers: { ...draft.headers, [name]: value },
});
const withNames = (draft: Draft, names: string) => {
	const [path = "", query = ""] = draft.path.split("?");
	return { ...draft, path: `${path},${names}?${query}` };
};
const noMore: RateLimit = { limit: async () => ({ success: false }) };

/** Every error, in the order of the cost to find it. */
const faults: Fault[] = [
	["CROSS_SITE", 403, (draft) => withHeader(draft, "sec-fetch-site", "cross-site")],
	["METHOD_NOT_SUPPORTED", 405, (draft) => ({ ...draft, method: "PUT" })],
	["BATCH_TOO_LARGE", 400, (draft) => withNames(draft, "%2C".repeat(serverLimits.batchCalls))],
	["BAD_PROCEDURE_PATH", 400, (draft) => withNames(draft, "a%2Fb")],
	["BAD_PROCEDURE_PATH", 400, (draft) => withNames(draft, "a".repeat(serverLimits.procedureNameLength + 1))],
	["URL_TOO_LONG", 400, (draft) => ({ ...draft, path: `${draft.path}&${"x".repeat(serverLimits.proxyUrlLength)}` })],
	["CLIENT_OUTDATED", 412, (draft) => withHeader(draft, "x-aqlcloud-contract", "0")],
	["MEDIA_TYPE_NOT_SUPPORTED", 415, (draft) => withHeader(draft, "content-type", "text/plain")],
	["BODY_TOO_LARGE", 413, (draft) => withHeader(draft, "content-length", String(serverLimits.proxyUploadBytes + 1))],
	["BODY_TOO_LARGE", 413, (draft) => ({ ...draft, body: new Uint8Array(limits.proxyBodyBytes + 1) })],
	["SIGNED_OUT", 401, (draft) => withHeader(draft, "cookie", "")],
	["TOO_MANY_REQUESTS", 429, (draft) => ({ ...draft, bindings: wireBindings({ PROXY_BY_SUB: noMore }) })],
];

const streams: Record<string, string>[] = [{}, { "trpc-accept": "application/jsonl" }, { accept: "text/event-stream" }];

describe("a call with several faults", () => {
	it.for(faults.map(([reason], index) => [index, reason] as const))(
		"is refused for the one that is cheapest to find: %i %s",
		async ([index, reason], { expect }) => {
			const status = faults[index]?.[1];
			const mark = crypto.randomUUID();
			for (const accepted of streams) {
				const headers = { ...accepted, "content-type": "application/json" };
				const good: Draft = {
					method: "POST",
					path: `a.b?batch=1&mark=${mark}`,
					headers,
					body: "{}",
					bindings: wireBindings(),
				};
				// Later faults first, because an earlier one may not undo them.
				const { path, ...init } = faults.slice(index).reduceRight((draft, [, , spoil]) => spoil(draft), good);
				const response = await callWire(path, { cookies, ...init });
				expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
				expect(await response.json()).toEqual({
					error: {
						json: {
							message: expect.any(String),
							code: expect.any(Number),
							data: {
								code: expect.any(String),
								httpStatus: status,
								reason,
								requestId: response.headers.get("x-request-id"),
							},
						},
					},
				});
			}
			expect(await seenByWire(mark)).toEqual([]);
		},
	);

	it("passes without any of them", async ({ expect }) => {
		const init = { method: "POST", cookies, headers: { "content-type": "application/json" }, body: "{}" };
		expect(await readResponse(await callWire("wire.fine,a.b?batch=1", init))).toMatchObject({ status: 200 });
	});
});

describe("the guard before the backend", () => {
	const paths: [why: string, path: string, reason: ProxyReason][] = [
		["8,000 commas", ",".repeat(8_000), "BATCH_TOO_LARGE"],
		["encoded commas", `a${"%2c".repeat(serverLimits.batchCalls)}`, "BATCH_TOO_LARGE"],
		["both kinds together", `${"a,".repeat(10)}${"b%2C".repeat(10)}c`, "BATCH_TOO_LARGE"],
		["empty names within the cap", "a.b,,,a.b", "BAD_PROCEDURE_PATH"],
		["a comma encoded twice", "a.b%252Ca.b", "BAD_PROCEDURE_PATH"],
		["an encoded question mark", "a.b%3Fbatch=1", "BAD_PROCEDURE_PATH"],
		["an encoded line break", "a.b%0d%0aset-cookie:x", "BAD_PROCEDURE_PATH"],
		["an encoded zero", "a.b%00", "BAD_PROCEDURE_PATH"],
		["an encoded fragment", "a.b%23", "BAD_PROCEDURE_PATH"],
		["letters that only look like ASCII", "а.b", "BAD_PROCEDURE_PATH"],
	];
	it.for(paths)("rejects a call with %s", async ([, path, reason], { expect }) => {
		const before = (await seenByWire("")).length;
		expect(await readResponse(await callWire(`${path}?batch=1`, { cookies }))).toMatchObject({ status: 400, reason });
		expect(await seenByWire("")).toHaveLength(before);
	});

	it("lets a full batch pass, its commas encoded or not", async ({ expect }) => {
		const names = Array.from({ length: serverLimits.batchCalls }, () => "wire.fine");
		for (const separator of [",", "%2C"]) {
			const { status, text } = await readResponse(await callWire(`${names.join(separator)}?batch=1`, { cookies }));
			expect([status, JSON.parse(text).length]).toEqual([200, serverLimits.batchCalls]);
		}
	});

	it("names the methods it takes", async ({ expect }) => {
		expect((await callWire("a.b", { method: "DELETE" })).headers.get("allow")).toBe("GET, HEAD, POST");
	});
});

describe("the limit on requests", () => {
	it("rejects a person beyond it, with the time to retry, and no one else", async ({ expect }) => {
		const mark = crypto.randomUUID();
		const path = `wire.fine?mark=${mark}`;
		const bindings = wireBindings();
		const [loop, other] = [await storedSession(), await storedSession()];
		let passed = 0;
		let response = await callWire(path, { cookies: loop.cookies, bindings });
		// A minute may end on the way, and then two shares pass.
		while (response.status === 200 && passed <= 1200) {
			passed += 1;
			response = await callWire(path, { cookies: loop.cookies, bindings });
		}
		expect(passed).toBeGreaterThanOrEqual(600);
		expect(response.headers.get("retry-after")).toBe("60");
		expect(await readResponse(response)).toMatchObject({ status: 429, reason: "TOO_MANY_REQUESTS" });
		expect(await seenByWire(mark)).toHaveLength(passed);
		expect(loggedEvents().at(-1)).toMatchObject({ event: "request-refused", name: "TOO_MANY_REQUESTS" });
		expect((await callWire(path, { cookies: other.cookies, bindings })).status).toBe(200);
		const uncounted = wireBindings({ PROXY_RATE_LIMIT: "off" });
		expect((await callWire(path, { cookies: loop.cookies, bindings: uncounted })).status).toBe(200);
	}, 60_000);

	it("counts a request once, whatever it batches, and a guest by the network", async ({ expect }) => {
		const keys: string[] = [];
		const PROXY_BY_SUB: RateLimit = {
			limit: async ({ key }) => {
				keys.push(key);
				return { success: false };
			},
		};
		const { cookies: own, user } = await storedSession();
		await callWire("a.b,a.b,a.b?batch=1", { cookies: own, bindings: wireBindings({ PROXY_BY_SUB }) });
		const guests = { UPSTREAM_URL: "https://upstream.example", UPSTREAM_AUTH: "iam", PROXY_BY_SUB };
		const headers = { "cf-connecting-ip": "2001:db8:1:2:3:4:5:6" };
		await callWire("a.b", { headers, bindings: wireBindings(guests) });
		expect(keys).toEqual([`sub sub-of-${user}`, "guest 2001:db8:1:2::/64"]);
	});
});
