import { expect, it } from "vitest";
import type { TestHarness } from "wrangler";
import { test } from "./product";

let harness: TestHarness;
test.beforeAll(({ harness: started }) => {
	harness = started;
});

const origin = "http://localhost";
const own = { origin, "x-requested-by": "aqlcloud", "content-type": "application/json" };
const file = { ...own, "content-type": "application/octet-stream" };
const body = new Uint8Array(24_000_000).fill(97);
const times = 2;

const denials: [what: string, path: string, headers: Record<string, string>, answer: [status: number, name: string]][] =
	[
		["calls", "/api/proxy/a.b?batch=1", own, [413, "BODY_TOO_LARGE"]],
		["a file", "/api/proxy/import.preview", file, [413, "BODY_TOO_LARGE"]],
		["calls of another site", "/api/proxy/a.b", { "content-type": "application/json" }, [403, "CROSS_SITE"]],
		["readings without a key", "/api/ingest/v1/readings", own, [401, "InvalidKey"]],
		["a sign-in", "/api/auth/sign-in", own, [413, "RequestTooLarge"]],
		["an address that leads nowhere", "/api/nowhere", own, [404, "NotFound"]],
	];

it.for(denials)("a large body that is denied before it is read has its response: %s", async (row) => {
	const [, path, headers, result] = row;
	for (let time = 0; time < times; time += 1) {
		const response = await harness.fetch(`${origin}${path}`, { method: "POST", headers, body });
		const text = await response.text();
		const [name] = /(?<="(?:name|reason)":")\w+/.exec(text) ?? [text];
		expect([response.status, name]).toEqual(result);
	}
});
