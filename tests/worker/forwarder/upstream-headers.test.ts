import { afterEach, describe, it, vi } from "vitest";
import { parseUpstreamHeaders } from "../../../worker/settings/upstream-settings";
import { get, storedSession } from "../fixtures/console";
import { loggedText } from "../fixtures/event-log";
import { iamBindings } from "../fixtures/identity-pool";
import { callWire, seenByWire, urlBindings, wireBindings } from "../fixtures/wire";

afterEach(() => void vi.unstubAllGlobals());

const { cookies } = await storedSession();
const UPSTREAM_HEADERS = '{"X-Api-Key":"key of the gateway","x-tenant":"7"}';

describe("the operator's own headers", () => {
	it.for([
		["the bound backend", () => wireBindings({ UPSTREAM_HEADERS })],
		["an upstream at an address", () => urlBindings({ UPSTREAM_HEADERS })],
	] as const)("go with every call, whatever the browser says: %s", async ([, bindings], { expect }) => {
		const mark = crypto.randomUUID();
		const headers = { "x-api-key": "of the browser", "x-tenant": "8" };
		const response = await callWire(`wire.fine?mark=${mark}`, { cookies, headers, bindings: bindings() });
		expect(response.status).toBe(200);
		const [call] = await seenByWire(mark);
		expect(call?.headers).toMatchObject({ "x-api-key": "key of the gateway", "x-tenant": "7" });
		expect(JSON.stringify([...response.headers]) + (await response.text()) + loggedText()).not.toContain(
			"key of the gateway",
		);
	});

	it("take part in the signature", async ({ expect }) => {
		const response = await get("/api/proxy/a.b", { cookies, bindings: iamBindings({ UPSTREAM_HEADERS }) });
		const body: { result: { data: { json: { headers: Record<string, string> } } } } = await response.json();
		const { headers } = body.result.data.json;
		expect(headers["x-api-key"]).toBe("key of the gateway");
		expect(headers.authorization).toMatch(/SignedHeaders=[\w;-]*x-api-key;/);
	});

	const wrong: [why: string, text: string][] = [
		["no JSON", "x-api-key: 1"],
		["a list", '["x-api-key"]'],
		["nothing", "null"],
		["a number as value", '{"x-api-key":1}'],
		["an empty value", '{"x-api-key":""}'],
		["a line break in a value", '{"x-api-key":"a\\r\\nx-evil: 1"}'],
		["a zero in a value", '{"x-api-key":"a\\u0000"}'],
		["a letter outside ASCII", '{"x-api-key":"é"}'],
		["a space at the end", '{"x-api-key":"a "}'],
		["a name with a space", '{"x api":"1"}'],
		["a name with a line break", '{"x\\n":"1"}'],
		["an empty name", '{"":"1"}'],
		["a name twice", '{"x-a":"1","X-A":"2"}'],
		["a name that is the console's own", '{"authorization":"Bearer x"}'],
	];
	it.for(wrong)("fail the settings with %s", async ([, text], { expect }) => {
		const bindings = wireBindings({ UPSTREAM_HEADERS: text });
		const health = await get("/api/health", { bindings });
		expect(await health.json()).toMatchObject({
			checks: { settings: [{ setting: "UPSTREAM_HEADERS", error: "InvalidSetting" }] },
		});
		expect((await callWire("wire.fine", { cookies, bindings })).status).toBe(500);
	});

	const reserved = [
		...["Authorization", "Cookie", "Host", "Origin", "Content-Length", "Content-Type", "Accept", "Trpc-Accept"],
		...["Connection", "Keep-Alive", "Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade"],
		...["X-Request-Id", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Session", "X-Requested-By"],
		...["X-Aqlcloud-Id-Token", "X-Aqlcloud-Contract", "X-Amz-Date", "Cf-Connecting-Ip", "Sec-Fetch-Site", "User-Agent"],
	];
	it.for(reserved)("may not include %s", (name, { expect }) => {
		expect(parseUpstreamHeaders(JSON.stringify({ "x-good": "1", [name]: "1" }))).toBeNull();
	});
});
