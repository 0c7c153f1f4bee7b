import { beforeAll, describe, expect, it } from "vitest";
import { limits, serverLimits } from "../../../shared/base/limits";
import { addDevice, createOwner, ingestPath } from "../fixtures/fleet";
import { send } from "../fixtures/people";

let key = "";

beforeAll(async () => {
	const { owner } = await createOwner();
	key = (await addDevice(owner)).key;
});

type Sent = { body: BodyInit; headers?: Record<string, string>; method?: string };

async function post({ body, headers = {}, method = "POST" }: Sent) {
	const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
	const response = await send(ingestPath, { method, headers: all, body });
	const text = await response.text();
	return { status: response.status, name: JSON.parse(text).error?.name, result: JSON.parse(text), response };
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

const upload = (value: number) => JSON.stringify({ readings: [{ channel: "Air", at: Date.now() - 1000, value }] });
const asGzip = { "content-encoding": "gzip" };

describe("the body of an upload", () => {
	it("accepts a body in gzip", async () => {
		const { status, result } = await post({ body: await gzip(upload(1)), headers: asGzip });
		expect([status, result]).toEqual([200, { accepted: 1, duplicates: 0, rejected: [] }]);
	});

	it("accepts the encoding named x-gzip", async () => {
		expect((await post({ body: await gzip(upload(1)), headers: { "content-encoding": "x-gzip" } })).status).toBe(200);
	});

	it("rejects only the reading of a bare nan", async () => {
		const at = Date.now() - 1000;
		const body = `{"readings": [{"channel": "Air", "at": ${at}, "value": nan}, {"channel": "Air", "at": ${at - 1}, "value": 5}]}`;
		expect(await post({ body })).toMatchObject({
			status: 200,
			result: { accepted: 1, rejected: [{ index: 0, reason: "bad-value" }] },
		});
	});

	it("accepts a named character set", async () => {
		expect(
			(await post({ body: upload(2), headers: { "content-type": "Application/JSON; charset=utf-8" } })).status,
		).toBe(200);
	});

	it("rejects with 413 a body that inflates past the limit", async () => {
		const bomb = await gzip(`{"readings":[${" ".repeat(60_000_000)}]}`);
		expect(bomb.byteLength).toBeLessThan(serverLimits.ingestBodyBytes / 10);
		expect(await post({ body: bomb, headers: asGzip })).toMatchObject({ status: 413, name: "BodyTooLarge" });
	});

	it("rejects with 413 a body above the limit, and accepts one at the limit", async () => {
		const padded = (length: number) => upload(3).padEnd(length, " ");
		expect((await post({ body: padded(serverLimits.ingestBodyBytes) })).status).toBe(200);
		expect(await post({ body: padded(serverLimits.ingestBodyBytes + 1) })).toMatchObject({ status: 413 });
	});

	it.each([
		["no JSON", { body: "{readings" }, 400, "UnreadableBody"],
		["nothing", { body: "" }, 400, "UnreadableBody"],
		["broken UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "UnreadableBody"],
		["no gzip though it says so", { body: "{}", headers: asGzip }, 400, "UnreadableBody"],
		["no list", { body: '{"readings":{}}' }, 400, "InvalidBody"],
		["an empty list", { body: '{"readings":[]}' }, 400, "InvalidBody"],
		["another shape", { body: "[]" }, 400, "InvalidBody"],
		["another media type", { body: "a,b", headers: { "content-type": "text/csv" } }, 415, "UnsupportedMediaType"],
		["another encoding", { body: "x", headers: { "content-encoding": "br" } }, 415, "UnsupportedEncoding"],
	] satisfies [string, Sent, number, string][])("rejects a body with %s", async (_, submitted, status, name) => {
		expect(await post(submitted)).toMatchObject({
			status,
			result: { error: { name, message: expect.any(String), requestId: expect.any(String) } },
		});
	});

	it("accepts 20,000 readings and no more", async () => {
		const now = Date.now();
		const readings = Array.from({ length: limits.ingestReadings }, (_, step) => [now - step * 1000, step % 50]);
		const body = (list: number[][]) =>
			JSON.stringify({ readings: list.map(([at, value]) => ({ channel: "Air", at, value })) });
		expect(await post({ body: body(readings) })).toMatchObject({
			status: 200,
			result: { accepted: limits.ingestReadings },
		});
		expect(await post({ body: body([...readings, [now, 1]]) })).toMatchObject({ status: 400, name: "InvalidBody" });
	});

	it("rejects a body that is cut off in the middle of gzip", async () => {
		const whole = await gzip(upload(4));
		expect(await post({ body: whole.slice(0, whole.length - 12), headers: asGzip })).toMatchObject({ status: 400 });
	});
});

it.each(["PUT", "DELETE", "PATCH"])("returns 405 at the endpoint for %s", async (method) => {
	const { status, name, response } = await post({ body: upload(5), method });
	expect([status, name, response.headers.get("allow")]).toEqual([405, "MethodNotAllowed", "POST"]);
});

it("returns 405 at the endpoint for GET", async () => {
	const response = await send(ingestPath);
	expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});
