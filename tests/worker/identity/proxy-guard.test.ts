import { describe, it } from "vitest";
import { limits, serverLimits } from "../../../shared/base/limits";
import { backendCalls, ownOrigin, send, storedSession } from "../fixtures/console";

const { cookies } = await storedSession();
const own = { cookie: cookies, "sec-fetch-site": "same-origin", origin: ownOrigin, "x-requested-by": "aqlcloud" };

async function call(path: string, init: RequestInit = {}) {
	const headers = { ...own, ...Object.fromEntries(new Headers(init.headers)) };
	const response = await send(new Request(ownOrigin + path, { ...init, headers }));
	// Every error has this form; proxy-responses.test.ts checks it by tRPC's links.
	const body: { error?: { json: { data: { reason: string; httpStatus: number } } } } = await response.json();
	return { status: response.status, reason: body.error?.json.data.reason ?? null };
}

const json = { "content-type": "application/json" };
const many = (count: number, separator: string) => Array.from({ length: count }, () => "a.b").join(separator);

describe("the guard before the backend", () => {
	const paths: [why: string, path: string, status: number, reason: string][] = [
		["S51 an absolute address", "https://evil.example/x", 400, "BAD_PROCEDURE_PATH"],
		["S51 an encoded absolute address", "https%3A%2F%2Fevil.example", 400, "BAD_PROCEDURE_PATH"],
		["S51 a protocol-relative address", "/evil.example", 400, "BAD_PROCEDURE_PATH"],
		["S51 an encoded slash", "a%2fb", 400, "BAD_PROCEDURE_PATH"],
		["S51 a twice encoded slash", "a%252fb", 400, "BAD_PROCEDURE_PATH"],
		["S51 a backslash", "a%5cb", 400, "BAD_PROCEDURE_PATH"],
		["S51 dots alone, as a call of a batch", "a.b,..", 400, "BAD_PROCEDURE_PATH"],
		["S51 encoded dots in the middle", "a.b,%2e%2e", 400, "BAD_PROCEDURE_PATH"],
		["a name that begins with a dot", ".a", 400, "BAD_PROCEDURE_PATH"],
		["no name", "", 400, "BAD_PROCEDURE_PATH"],
		["an empty call", "a.b,,c.d", 400, "BAD_PROCEDURE_PATH"],
		["malformed encoding", "a%zz", 400, "BAD_PROCEDURE_PATH"],
		["a space", "a%20b", 400, "BAD_PROCEDURE_PATH"],
		["a name too long", "a".repeat(serverLimits.procedureNameLength + 1), 400, "BAD_PROCEDURE_PATH"],
		["a batch too large", many(21, ","), 400, "BATCH_TOO_LARGE"],
		["a batch too large by encoded commas", many(21, "%2C"), 400, "BATCH_TOO_LARGE"],
		["thousands of commas", ",".repeat(8_000), 400, "BATCH_TOO_LARGE"],
		["an address too long", `a.b?input=${"x".repeat(serverLimits.proxyUrlLength)}`, 400, "URL_TOO_LONG"],
	];

	it.for(paths)("rejects the call: %s", async ([, path, status, reason], { expect }) => {
		const before = (await backendCalls("/api/proxy/")).length;
		expect(await call(`/api/proxy/${path}`)).toEqual({ status, reason });
		expect(await backendCalls("/api/proxy/")).toHaveLength(before);
	});

	it("S51 rejects its own endpoint's name in another spelling", async ({ expect }) => {
		expect(await call("/api/%70roxy/a.b")).toEqual({ status: 400, reason: "BAD_PROCEDURE_PATH" });
	});

	it("S51 never sees a path that climbs, which is resolved before", async ({ expect }) => {
		const response = await send(new Request(`${ownOrigin}/api/proxy/%2e%2e/%2e%2e/secret`, { headers: own }));
		expect(await response.text()).not.toContain("authorization");
	});

	it("lets a full batch and every separator of tRPC pass", async ({ expect }) => {
		expect(await call(`/api/proxy/${many(20, ",")}?batch=1`)).toEqual({ status: 200, reason: null });
		expect(await call("/api/proxy/a.b-c_d~e")).toEqual({ status: 200, reason: null });
	});

	it("S51 rejects methods that tRPC does not use", async ({ expect }) => {
		for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
			expect(await call("/api/proxy/a.b", { method }), method).toEqual({ status: 405, reason: "METHOD_NOT_SUPPORTED" });
		}
	});

	it("rejects bodies of a media type that a form could send, or of none", async ({ expect }) => {
		for (const contentType of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]) {
			const init = { method: "POST", body: "{}", headers: { "content-type": contentType } };
			expect(await call("/api/proxy/a.b", init), contentType).toEqual({
				status: 415,
				reason: "MEDIA_TYPE_NOT_SUPPORTED",
			});
		}
		for (const contentType of [
			"Application/JSON; charset=utf-8",
			"multipart/form-data; boundary=x",
			"application/octet-stream",
		]) {
			const init = { method: "POST", body: "{}", headers: { "content-type": contentType } };
			expect((await call("/api/proxy/a.b", init)).status, contentType).toBe(200);
		}
	});

	it("counts a body whatever length it declares", async ({ expect }) => {
		const procedure = `size.${crypto.randomUUID()}`;
		const body = new Blob(["x".repeat(limits.proxyBodyBytes + 1)]);
		const tooLarge = { status: 413, reason: "BODY_TOO_LARGE" };
		expect(await call(`/api/proxy/${procedure}`, { method: "POST", body, headers: json })).toEqual(tooLarge);
		const streamed = { method: "POST", body: body.stream(), headers: json };
		expect(await call(`/api/proxy/${procedure}`, streamed)).toEqual(tooLarge);
		const declared = { method: "POST", body: "{}", headers: { ...json, "content-length": "2000000" } };
		expect(await call(`/api/proxy/${procedure}`, declared)).toEqual(tooLarge);
		expect(await backendCalls(procedure)).toEqual([]);
		const whole = "x".repeat(limits.proxyBodyBytes);
		expect((await call(`/api/proxy/${procedure}`, { method: "POST", body: whole, headers: json })).status).toBe(200);
		expect((await backendCalls(procedure))[0]?.body).toHaveLength(limits.proxyBodyBytes);
	});

	it("runs before the session, so that a rejected call costs nothing", async ({ expect }) => {
		const response = await send(new Request(`${ownOrigin}/api/proxy/${many(21, ",")}`));
		expect(response.status).toBe(400);
	});
});
