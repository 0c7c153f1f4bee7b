import { describe, expect, it } from "vitest";
import { limits } from "../../shared/base/limits";
import { wholeError } from "./fixtures/batch";
import { createOwner } from "./fixtures/fleet";
import { createPerson, type Person, parseResponse, send, type Wire } from "./fixtures/people";

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const many = Array.from({ length: 10_000 }, (_, index) => [`ids.${index}`, ["undefined"]]);
const values = (annotations: unknown, json: unknown = { id: "x" }) =>
	JSON.stringify({ json, meta: { values: annotations, v: 1 } });

const hostile: [name: string, input: string][] = [
	["a Map", values({ id: ["map"] }, { id: [["a", 1]] })],
	["a Map of 2^32 pairs", values({ id: ["map", { "4294967295.0": ["Date"] }] }, { id: [] })],
	["a Set", values({ id: ["set"] }, { id: [1] })],
	["a bigint", values({ id: ["bigint"] }, { id: "9".repeat(10_000) })],
	["a typed array of 150 MB", values({ id: [["typed-array", "Float64Array"]] }, { id: 18_750_000 })],
	["an Error", values({ id: ["Error"] }, { id: { name: "a", message: "b" } })],
	["a RegExp", values({ id: ["regexp"] }, { id: "/(a+)+$/" })],
	["a URL", values({ id: ["URL"] }, { id: "https://example.test" })],
	["a symbol", values({ id: [["symbol", "a"]] })],
	["a class", values({ id: [["class", "Date"]] })],
	["a custom transformer", values({ id: [["custom", "a"]] })],
	["a kind named constructor", values({ id: ["constructor"] })],
	["a Date of an object", values({ id: ["Date"] }, { id: { valueOf: 1 } })],
	["a Date of a long text", values({ id: ["Date"] }, { id: "2026".repeat(10_000) })],
	["a number that is a text", values({ id: ["number"] }, { id: "0x10" })],
	["undefined in place of a text", values({ id: ["undefined"] })],
	["a place of an array that it lacks", values({ "ids.4294967294": ["undefined"] }, { ids: [] })],
	["a field that is not there", values({ other: ["undefined"] })],
	["a path through __proto__", values({ "__proto__.polluted": ["undefined"] })],
	["a path through constructor.prototype", values({ "constructor.prototype.polluted": ["undefined"] })],
	["a path that ends in a backslash", values({ "id\\": ["undefined"] })],
	["10,000 annotations", values(Object.fromEntries(many), { ids: many.map(() => null) })],
	["an annotation nested 10,000 deep", `{"json":{},"meta":{"values":${nested(10_000)}}}`],
	["a path of 13 keys", values({ [Array.from({ length: 13 }, () => "a").join(".")]: ["undefined"] })],
	["annotations that are a text", values("undefined")],
	["JSON nested 10,000 deep", `{"json":{"id":${nested(10_000)}}}`],
	["null", "null"],
	["a number", "5"],
	["broken JSON", '{"json":{'],
];

type Sent = { person: Person; input: string; isBatch: boolean };

const path = (isBatch: boolean) => `/api/proxy/device.getDevice${isBatch ? ",device.getDevice?batch=1" : ""}`;
const bodyOf = ({ input, isBatch }: Sent) => (isBatch ? `{"0":${input},"1":{"json":{"deviceId":"x"}}}` : input);

async function post(submitted: Sent): Promise<Response> {
	const headers = new Headers(submitted.person.headers);
	headers.set("content-type", "application/json");
	return send(path(submitted.isBatch), { method: "POST", headers, body: bodyOf(submitted) });
}

async function get(submitted: Sent): Promise<Response> {
	const url = `${path(submitted.isBatch)}${submitted.isBatch ? "&" : "?"}input=${encodeURIComponent(bodyOf(submitted))}`;
	return send(url, { headers: submitted.person.headers });
}

async function outcomeOf(response: Response) {
	const wire: Wire | Wire[] = await response.json();
	const { error } = parseResponse(Array.isArray(wire) ? (wire[0] ?? {}) : wire);
	return [error?.data.httpStatus, error?.data.reason];
}

describe("the inputs of calls", () => {
	it.each(hostile)("rejects %s by name, by GET and POST, alone and in a batch", async (_, input) => {
		const { owner: person } = await createOwner();
		for (const isBatch of [false, true]) {
			expect(await outcomeOf(await post({ person, input, isBatch }))).toEqual([400, "INPUT_NOT_READABLE"]);
			// Longer addresses never reach the backend.
			if (input.length > 5_000) continue;
			expect(await outcomeOf(await get({ person, input, isBatch }))).toEqual([400, "INPUT_NOT_READABLE"]);
		}
	});

	it.each(hostile)("rejects %s by name from a person without an account", async (_, input) => {
		const headers = new Headers((await createPerson()).headers);
		headers.set("content-type", "application/json");
		const response = await send("/api/proxy/account.createAccount", { method: "POST", headers, body: input });
		expect(await outcomeOf(response)).toEqual([400, "INPUT_NOT_READABLE"]);
	});

	it("rejects such an input of a rehearsal by name", async () => {
		const { owner } = await createOwner();
		const headers = new Headers(owner.headers);
		headers.set("content-type", "application/json");
		for (const [, input] of hostile) {
			const response = await send("/api/proxy/alert.rehearse", { method: "POST", headers, body: input });
			expect(await outcomeOf(response)).toEqual([400, "INPUT_NOT_READABLE"]);
		}
	});

	it("rejects a body of more than a megabyte before it is parsed", async () => {
		const { owner } = await createOwner();
		const headers = new Headers(owner.headers);
		headers.set("content-type", "application/json");
		const body = JSON.stringify({ json: { id: "x".repeat(limits.proxyBodyBytes) } });
		for (const person of [owner, await createPerson()]) {
			const response = await send("/api/proxy/device.getDevice", {
				method: "POST",
				body,
				headers: { ...Object.fromEntries(person.headers), "content-type": "application/json" },
			});
			expect(response.status).toBe(413);
			expect((await wholeError(response)).data.reason).toBe("BODY_TOO_LARGE");
		}
	});
});
