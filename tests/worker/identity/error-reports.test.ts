import { describe, it, vi } from "vitest";
import type { Bindings } from "../../../worker/settings/bindings";
import { wholeResponse } from "../fixtures/browser";
import { get, post, storedSession } from "../fixtures/console";
import { withErrorService } from "../fixtures/error-service";
import { loggedEvents } from "../fixtures/event-log";
import { rightPassword } from "../fixtures/pool-ids";

const deviceKey = `aqd_acc0001_dev0001_${"k".repeat(43)}_tag0001`;

function brokenLimit(words: string): Pick<Bindings, "AUTH_BY_NAME"> {
	return { AUTH_BY_NAME: { limit: () => Promise.reject(new TypeError(words)) } };
}

async function failedSignIn(bindings: Bindings, words = "The limit broke") {
	const { cookies } = await storedSession();
	const headers = { authorization: `Bearer ${deviceKey}`, "x-request-id": "request-0001" };
	const body = { email: "jane@example.com", password: rightPassword };
	const broken = { ...bindings, ...brokenLimit(words) };
	return {
		cookies,
		response: await post("/api/auth/sign-in?code=123456", { bindings: broken, cookies, headers, body }),
	};
}

describe("an unexpected error", () => {
	it("carries its name, stack and request id in the report, and nothing of the request", async ({ expect }) => {
		const { posted, bindings } = withErrorService();
		const { response } = await failedSignIn(bindings);
		expect(response.status).toBe(500);
		expect(posted).toHaveLength(1);
		const [header, item, event] = (posted[0]?.body ?? "").split("\n").map((line) => JSON.parse(line));
		expect(posted[0]?.url).toMatch(/^https:\/\/errors\.aqlcloud\.test\/api\/1\/envelope\/\?/);
		expect(item).toMatchObject({ type: "event" });
		expect(event).toMatchObject({
			environment: "local",
			release: "release-1",
			exception: { values: [{ type: "TypeError", value: "The limit broke" }] },
			tags: { place: "console", event: "unexpected-error", request_id: response.headers.get("x-request-id") },
		});
		expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(1);
		const allowed = ["event_id", "timestamp", "platform", "level", "environment", "release"];
		const fields = [...allowed, "exception", "tags", "debug_meta", "sdk", "type"];
		expect(Object.keys(event).filter((name) => !fields.includes(name))).toEqual([]);
		expect(Object.keys(header)).not.toContain("request");
	});

	it("S56 goes out without a token, cookie, code, password or key, even if its own words hold them", async ({
		expect,
	}) => {
		const { posted, bindings } = withErrorService();
		const { accessToken } = await storedSession();
		const link = "https://console.example.com/api/links/l1nk-t0ken and /confirm?email=a&code=123456";
		const { cookies } = await failedSignIn(
			bindings,
			`token ${accessToken} key ${deviceKey} at ${link}; Failed query: select ?\nparams: ${rightPassword}`,
		);
		const sent = JSON.stringify(posted);
		expect(sent).toContain("token … key … at https://console.example.com/api/links/…");
		const values = cookies.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
		const secrets = [...values.filter((value) => value.length > 8), accessToken, deviceKey, "k".repeat(43)];
		expect(secrets.length).toBeGreaterThan(4);
		for (const secret of [...secrets, rightPassword, "123456", "l1nk-t0ken", "jane@example.com"]) {
			expect(sent, secret).not.toContain(secret);
		}
		expect(sent).not.toMatch(/authorization|CognitoIdentityServiceProvider|"cookie/i);
	});

	it("goes nowhere without a DSN, and returns the same response if the service is away", async ({ expect }) => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const away = withErrorService(() => Promise.reject(new Error("Network connection lost.")));
		const off = withErrorService();
		const responses = [
			await failedSignIn(withErrorService().bindings),
			await failedSignIn(away.bindings),
			await failedSignIn({ ...off.bindings, SENTRY_DSN: "" }),
		];
		const bodies = await Promise.all(responses.map(({ response }) => wholeResponse(response)));
		expect(bodies[1]).toEqual(bodies[0]);
		expect(bodies[2]).toEqual(bodies[0]);
		expect(away.posted).toHaveLength(1);
		expect(off.posted).toEqual([]);
	});
});

const envelope = (header: object) => `${JSON.stringify(header)}\n{"type":"event"}\n{"message":"x"}`;

function tunnel(bindings: Bindings, body: string, headers: Record<string, string> = {}) {
	return post("/api/monitoring", { bindings, cookies: "a=secret-cookie", headers, rawBody: body });
}

describe("the tunnel of a page's reports", () => {
	it("leads to the service of the settings, whatever the page names, with nothing but the body", async ({ expect }) => {
		const { posted, bindings } = withErrorService();
		const sent = { dsn: "https://evil@evil.example/9", trace: { trace_id: "t", public_key: "evil" }, event_id: "e" };
		const response = await tunnel(bindings, envelope(sent), { authorization: "Bearer secret-token" });
		expect([response.status, await response.text()]).toEqual([204, ""]);
		const [{ url, headers, body } = { url: "", headers: [], body: "" }] = posted;
		expect(url).toBe("https://errors.aqlcloud.test/api/1/envelope/?sentry_key=local0errors&sentry_version=7");
		expect(headers.filter(([name]) => name !== "content-type")).toEqual([]);
		const [header = "", ...items] = body.split("\n");
		expect(JSON.parse(header)).toEqual({
			dsn: "https://local0errors@errors.aqlcloud.test/1",
			trace: { trace_id: "t", public_key: "local0errors" },
			event_id: "e",
		});
		expect(items).toEqual(['{"type":"event"}', '{"message":"x"}']);
	});

	it("rejects reports without a DSN, from other sites, by other methods, in another form, or too large", async ({
		expect,
	}) => {
		const { posted, bindings } = withErrorService();
		const statusOf = async (response: Promise<Response>) => (await response).status;
		expect(await statusOf(tunnel({ ...bindings, SENTRY_DSN: "" }, envelope({})))).toBe(404);
		expect(await statusOf(tunnel(bindings, envelope({}), { "sec-fetch-site": "cross-site" }))).toBe(403);
		expect(await statusOf(tunnel(bindings, envelope({}), { origin: "https://evil.example" }))).toBe(403);
		expect(await statusOf(get("/api/monitoring", { bindings }))).toBe(405);
		expect(await statusOf(tunnel(bindings, "not json\n{}"))).toBe(400);
		expect(await statusOf(tunnel(bindings, "{}"))).toBe(400);
		expect(await statusOf(tunnel(bindings, `{}\n${"x".repeat(2_000_000)}`))).toBe(413);
		expect(posted).toEqual([]);
	});

	it("limits one network, apart from the limits of signing in", async ({ expect }) => {
		const keys: string[] = [];
		const { posted, bindings } = withErrorService();
		const limited = {
			limit: async ({ key }: { key: string }) => {
				keys.push(key);
				return { success: false };
			},
		};
		const address = "2001:db8:1bc:8fc4::1";
		const response = await tunnel({ ...bindings, PROXY_BY_SUB: limited }, envelope({}), {
			"cf-connecting-ip": address,
		});
		expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
		expect(keys).toEqual(["monitoring 2001:db8:1bc:8fc4::/64"]);
		expect(posted).toEqual([]);
	});

	it("requests a pause of the page, and nothing else, if the service rejects or is away", async ({ expect }) => {
		const respond = [
			() => new Response("detail", { status: 500, headers: { "set-cookie": "a=b" } }),
			() => Promise.reject(new Error("Network connection lost.")),
		];
		for (const reply of respond) {
			const response = await tunnel(withErrorService(reply).bindings, envelope({}));
			expect([response.status, await response.text()]).toEqual([204, ""]);
			expect(response.headers.get("x-sentry-rate-limits")).toBe("60::organization");
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		const reported = () => new Response(null, { status: 429, headers: { "x-sentry-rate-limits": "7:replay:key" } });
		const limited = await tunnel(withErrorService(reported).bindings, envelope({}));
		expect(limited.headers.get("x-sentry-rate-limits")).toBe("7:replay:key");
		expect(loggedEvents().map(({ event, reason }) => [event, reason])).toEqual([
			["upstream-failed", "status 500"],
			["upstream-failed", "Error"],
			["upstream-failed", "status 429"],
		]);
	});
});
