import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sessionEndings } from "../../../shared/session/session-endings";
import * as fc from "../../properties";
import { fetcherOf, ownOrigin, send, storedSession } from "../fixtures/console";
import { takeEvents } from "../fixtures/event-log";
import { wireBindings } from "../fixtures/wire";

const { cookies } = await storedSession();

const name = fc.constantFrom("thing.at", "wire.fine", "a.b", "thing.save", "x".repeat(101), "a_b~c-d.e", "..", ".", "");
const hostile = fc.constantFrom(
	"%",
	"%2",
	"%2C",
	"%2f",
	"%5c",
	"%2e%2e",
	"%00",
	"%0a",
	"//",
	"\\",
	";",
	"@",
	"é",
	"%ff",
);
const path = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom("thing.at", "thing.at,wire.fine", "wire.fine%2Ca.b", "thing.save") },
	fc.array(name, { maxLength: 25 }).map((names) => names.join(",")),
	fc.array(fc.oneof(name, hostile, fc.constant(",")), { maxLength: 30 }).map((parts) => parts.join("")),
	fc.string({ unit: "binary", maxLength: 60 }),
);
const query = fc.oneof(
	fc.constantFrom("", "?batch=1", "?batch=1&input=%7B%7D", "?batch=1&input={", `?${"x".repeat(16_100)}`),
	fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => `?${text}`),
);
const value = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom("", "same-origin", "null", ownOrigin, "aqlcloud"));
const headers = fc.record(
	{
		origin: fc.oneof(fc.constant(ownOrigin), value),
		"sec-fetch-site": fc.oneof(fc.constantFrom("same-origin", "none", "cross-site"), value),
		"x-requested-by": fc.oneof(fc.constant("aqlcloud"), value),
		"content-type": fc.oneof(
			fc.constantFrom("application/json", "multipart/form-data; boundary=x", "application/octet-stream", "text/plain"),
			value,
		),
		"content-length": fc.constantFrom("0", "5", "-1", "1e9", "99999999999", "x"),
		accept: fc.oneof(fc.constantFrom("application/jsonl", "text/event-stream", "*/*"), value),
		"trpc-accept": fc.oneof(fc.constant("application/jsonl"), value),
		"last-event-id": value,
		"x-request-id": value,
		"x-aqlcloud-contract": fc.oneof(fc.constantFrom("0", "1", "99999", "-1", "1.5"), value),
		"x-aqlcloud-id-token": value,
		"cf-connecting-ip": fc.oneof(fc.ipV4(), fc.ipV6(), value),
		traceparent: value,
		connection: fc.constantFrom("keep-alive, cookie", "close"),
		"transfer-encoding": fc.constantFrom("chunked", "gzip"),
		expect: fc.constant("100-continue"),
		cookie: fc.oneof(fc.constant(cookies), fc.constant(`${cookies}; ${cookies}`), value),
	},
	{ requiredKeys: [] },
);
const method = fc.oneof(
	fc.constantFrom("GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "PATCH", "DELETE"),
	fc.string({ minLength: 1, maxLength: 8 }),
);
const own = { cookie: cookies, origin: ownOrigin, "sec-fetch-site": "same-origin", "x-requested-by": "aqlcloud" };
/** Headers that a browser may add without spoiling a good call, or every call would be denied at the first check. */
const harmless = new Set(["accept", "trpc-accept", "last-event-id", "x-request-id", "cf-connecting-ip", "traceparent"]);
const nearlyRight = headers.map((changes) => {
	const added = Object.entries(changes).filter(([header]) => harmless.has(header));
	return { ...own, "content-type": "application/json", ...Object.fromEntries(added) };
});
const call = fc.record({
	path,
	query,
	method,
	headers: fc.oneof(headers, nearlyRight),
	body: fc.oneof(
		fc.constant(null),
		fc.uint8Array({ maxLength: 200 }),
		fc.json().map((text) => new TextEncoder().encode(text)),
	),
});

type Call = typeof call extends fc.Arbitrary<infer Rendered> ? Rendered : never;

function countedUpstream() {
	const statuses: number[] = [];
	const BACKEND = fetcherOf(async (url, init) => {
		const response = await env.WIRE.fetch(url, init);
		statuses.push(response.status);
		return response;
	});
	return { statuses, bindings: wireBindings({ BACKEND, PROXY_RATE_LIMIT: "off" }) };
}

function requestOrNull({ path: procedures, query: search, body, ...init }: Call): Request | null {
	try {
		const isReading = init.method === "GET" || init.method === "HEAD";
		return new Request(`${ownOrigin}/api/proxy/${procedures}${search}`, { ...init, body: isReading ? null : body });
	} catch {
		return null; // the runtime rejects it as a request
	}
}
const ownError = {
	error: {
		json: {
			message: expect.any(String),
			code: expect.any(Number),
			data: {
				code: expect.any(String),
				httpStatus: expect.any(Number),
				reason: expect.any(String),
				requestId: expect.any(String),
			},
		},
	},
};

/** A request with doubled cookies also ends the session. */
function expectOwnError(text: string): void {
	const parsed: { error: { json: { data: { ending?: unknown } } } } = JSON.parse(text);
	const { ending = sessionEndings[0], ...data } = parsed.error.json.data;
	expect(sessionEndings).toContain(ending);
	expect({ error: { json: { ...parsed.error.json, data } } }).toEqual(ownError);
}

describe("random requests", () => {
	it(
		"return the backend's response or one of the forwarder's own errors, and reach no backend if denied",
		async () => {
			const { statuses, bindings } = countedUpstream();
			let passed = 0;
			await fc.assert(
				fc.asyncProperty(call, async (rendered) => {
					const request = requestOrNull(rendered);
					// A path with resolved dots may belong to another route.
					fc.pre(request !== null && new URL(request.url).pathname.startsWith("/api/proxy/"));
					if (request === null) return;
					statuses.length = 0;
					const response = await send(request, bindings);
					const text = await response.text();
					expect(response.status).not.toBe(500);
					expect(takeEvents().filter(({ event }) => event === "unexpected-error")).toEqual([]);
					if (text.includes('"reason"') || statuses.length === 0) {
						expect(response.status).toBeGreaterThanOrEqual(400);
						if (request.method !== "HEAD") expectOwnError(text);
						// The backend gets no call that ends in an own error below 502.
						if (response.status < 502) expect(statuses).toEqual([]);
					} else {
						passed += 1;
						expect(response.status).toBe(statuses.at(-1));
					}
				}),
				{ numRuns: 1_000 },
			);
			expect(passed).toBeGreaterThan(20);
		},
		fc.timeLimit(60_000),
	);
});

describe("random responses of the backend", () => {
	const contentType = fc.oneof(
		fc.constantFrom(
			"application/json",
			"application/json; charset=utf-8",
			"text/event-stream",
			"text/html",
			"text/plain",
		),
		value,
	);
	const body = fc.oneof(
		fc.json(),
		fc.string(),
		fc.constantFrom(
			"",
			"null",
			"[]",
			"{}",
			'{"result":{}}',
			'[{"result":{"data":1}}]',
			'{"error":{"json":{}}}',
			'{"error":1}',
		),
	);
	const result = fc.record({
		status: fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
		headers: fc.record(
			{ "content-type": contentType, "cache-control": value, vary: value, location: value, "set-cookie": value },
			{ requiredKeys: [] },
		),
		body,
	});

	const meant = fc.record({
		status: fc.constantFrom(200, 207, 400, 404, 409, 500),
		headers: fc.record({ "content-type": fc.constantFrom("application/json", "application/json; charset=utf-8") }),
		body: fc.json().map((data) => `{"result":{"data":${data}}}`),
	});

	it(
		"pass on with their status, or become one of the forwarder's own errors",
		async () => {
			let passed = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.oneof(result, meant),
					fc.constantFrom("application/json", "application/jsonl", "text/event-stream"),
					async (stated, accept) => {
						const BACKEND = fetcherOf(async () => new Response(stated.body, stated));
						const request = new Request(`${ownOrigin}/api/proxy/a.b`, {
							method: "POST",
							body: "{}",
							headers: { ...own, accept, "content-type": "application/json" },
						});
						const response = await send(request, wireBindings({ BACKEND, PROXY_RATE_LIMIT: "off" }));
						const text = await response.text();
						expect(response.headers.get("location")).toBeNull();
						// A 401 renews the session, whose cookies are the console's own.
						const foreign = response.headers.getSetCookie().filter((line) => !line.startsWith("CognitoIdentity"));
						expect(foreign).toEqual([]);
						expect(response.headers.get("cache-control")).toContain("no-store");
						if (text.includes('"reason"')) {
							expect([502, 503, 401]).toContain(response.status);
							expectOwnError(text);
						} else {
							passed += 1;
							expect([response.status, text]).toEqual([stated.status, stated.body]);
							expect(response.headers.get("content-type")).toMatch(/^(?:application\/json|text\/event-stream)/);
							expect(response.status < 300 || response.status >= 400).toBe(true);
						}
					},
				),
				{ numRuns: 500 },
			);
			expect(passed).toBeGreaterThan(10);
		},
		fc.timeLimit(60_000),
	);
});
