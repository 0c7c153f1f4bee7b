import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccountObject } from "../../../backend/account-object";
import { storedForm } from "../../../backend/base/stored-form";
import { insertAccountDeletion } from "../../../backend/db/account-deletion-rows";
import { account } from "../../../backend/db/schema";
import type { UploadOperation } from "../../../backend/openapi/document-types";
import { uploadOperations } from "../../../backend/openapi/upload-operations";
import { limits, serverLimits } from "../../../shared/base/limits";
import type { Device, NewChannel } from "../../../shared/device/device";
import { accountStub, addDevice, createOwner, inAccount } from "../fixtures/fleet";
import { addIntegration } from "../fixtures/integrations";
import { takeLogs } from "../fixtures/logs";
import { dataOf, type Person, send } from "../fixtures/people";
import { partsOf } from "../fixtures/works";
import { schemaOf } from "./openapi-problems";

const document = uploadOperations();
const endpoints = Object.entries(document.paths).map(([path, { post }]) => ({ path, operation: post }));

// The clock is frozen, so that a number of uploads uses up a quota however fast they are.
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
	vi.useRealTimers();
});

const channel = (name: string): NewChannel => ({ name, quantity: "other", unit: name === "temperature" ? "°C" : "" });

type Opened = { id: string; keys: Record<string, string | undefined> };

async function makeAccount(): Promise<Opened> {
	const { id, owner } = await createOwner();
	const devices = [
		{ serialNumber: "SN-1", channels: ["Temperature", "Door", "Humidity"] },
		{ serialNumber: "70b3d57ed0061a2f", channels: ["temperature", "probe_1.temperature", "signal"] },
		{ serialNumber: "a84041000181c0de", channels: ["temperature", "leak", "signal"] },
	];
	// In days: longer than the examples are old, but not back to the year 2000.
	const retentionDays = 9_000;
	const [first] = await Promise.all(
		devices.map(({ channels, ...device }) =>
			addDevice(owner, { ...device, retentionDays, channels: channels.map(channel) }),
		),
	);
	if (first) await addHighest(owner, first.device);
	const { key: integrationKey, integration } = await addIntegration(owner);
	const recipe = {
		device: { path: "device" },
		time: { path: "when", form: "seconds" },
		values: [
			{ path: "body.temperature", channel: "Temperature", unit: "" },
			{ path: "rows[*]", channel: "Humidity", unit: "" },
		],
	};
	dataOf(await owner.mutate("account.savePayloadRecipe", { keyId: integration.id, recipe, replaces: 0, older: null }));
	return { id, keys: { deviceKey: first?.key, integrationKey } };
}

function keyFor(operation: UploadOperation, { keys }: Opened): string {
	const [name = ""] = operation.security.flatMap((each) => Object.keys(each));
	return keys[name] ?? "";
}

async function openAccount(operation: UploadOperation) {
	const opened = await makeAccount();
	return { id: opened.id, key: keyFor(operation, opened) };
}

let unchanged: Promise<Opened> | undefined;

/** Uploads that are rejected before they change anything share an account. */
async function keyOfUnchanged(operation: UploadOperation): Promise<string> {
	unchanged ??= makeAccount();
	return keyFor(operation, await unchanged);
}

async function addHighest(owner: Person, { id, version, channels }: Device): Promise<void> {
	const sources = channels.slice(1).map((source) => ({ role: "source", channelId: source.id }));
	const driver = sources[0]?.channelId;
	const definition = { kind: "highest", sources, driver, toleranceSeconds: 0, options: {} };
	const input = { deviceId: id, version, name: "Door or humidity", definition };
	dataOf(await owner.mutate("device.addDerivedChannel", input));
}

type Sent = { body?: BodyInit; headers?: Record<string, string>; method?: string; path?: string };

function call(
	endpoint: { path: string; operation: UploadOperation },
	key: string,
	{ body, headers, method = "POST", path }: Sent = {},
) {
	const { parameters, requestBody } = endpoint.operation;
	const [[mediaType, media] = ["", null]] = Object.entries(requestBody.content);
	const query = parameters.filter((each) => each.in === "query").map(({ name, example }) => `${name}=${example}`);
	const all = { authorization: `Bearer ${key}`, "content-type": mediaType, ...headers };
	const usual = textOf(Object.values(media?.examples ?? {})[0]?.value);
	const init = { method, headers: all, ...(method === "POST" ? { body: body ?? usual } : {}) };
	return send(`${path ?? endpoint.path}?${query.join("&")}`, init);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const examples = endpoints.flatMap((endpoint) =>
	Object.values(endpoint.operation.requestBody.content).flatMap((media) =>
		Object.entries(media.examples).map(([name, { value }]) => ({ endpoint, path: endpoint.path, name, value })),
	),
);

it.each(examples)(
	"returns at $path the documented result of the example “$name”",
	async ({ endpoint, name, value }) => {
		const { key } = await openAccount(endpoint.operation);
		const response = await call(endpoint, key, { body: textOf(value) });
		const documented = endpoint.operation.responses["200"]?.content["application/json"];
		const result = await response.json();
		expect([response.status, result]).toEqual([200, documented?.examples[name]?.value]);
		expect(schemaOf({ components: document }, documented?.schema ?? {}).safeParse(result).success).toBe(true);
	},
);

it.each(endpoints)("accepts gzip at $path, as its parameter says", async (endpoint) => {
	const { key } = await openAccount(endpoint.operation);
	const [media] = Object.values(endpoint.operation.requestBody.content);
	const [example] = Object.values(media?.examples ?? {});
	const stream = new Blob([textOf(example?.value)]).stream().pipeThrough(new CompressionStream("gzip"));
	const body = await new Response(stream).arrayBuffer();
	const encoding = endpoint.operation.parameters.find(({ name }) => name === "Content-Encoding");
	expect(encoding?.schema.enum).toContain("gzip");
	expect((await call(endpoint, key, { body, headers: { "content-encoding": "gzip" } })).status).toBe(200);
});

type Endpoint = (typeof endpoints)[number];
type Provoke = (endpoint: Endpoint) => Promise<Response>;

const withKey =
	(submitted: Sent): Provoke =>
	async (endpoint) =>
		call(endpoint, await keyOfUnchanged(endpoint.operation), submitted);

/** An upload after a mocked count of the day's readings: a million real ones take longer than a test may. */
const withReceivedOn =
	(receivedOn: () => number): Provoke =>
	async (endpoint) => {
		const { id, key } = await openAccount(endpoint.operation);
		await runInDurableObject(accountStub(id), (object) => {
			vi.spyOn(partsOf(object).readingStore, "receivedOn").mockImplementation(receivedOn);
		});
		return call(endpoint, key);
	};

/** Provokes each documented error, by its name. */
const provocations: Record<string, Provoke> = {
	UnreadableBody: withKey({ body: '"' }),
	InvalidBody: (endpoint) => {
		const tooMany = JSON.stringify({ device: "SN-1", rows: new Array(limits.ingestReadings + 1).fill(1) });
		return withKey({ body: endpoint.path.endsWith("/json") ? tooMany : "[]" })(endpoint);
	},
	InvalidKey: (endpoint) => call(endpoint, "aqd_0"),
	AccountGone: async (endpoint) => {
		const { id, key } = await openAccount(endpoint.operation);
		const closed = { id, requestedBy: "Ana", requestedAt: 0, endsAt: 0, closedAt: Date.now() };
		await inAccount(id, (db) => insertAccountDeletion(db, closed));
		return call(endpoint, key);
	},
	BodyTooLarge: withKey({ body: " ".repeat(serverLimits.ingestBodyBytes + 1) }),
	UnsupportedMediaType: withKey({ headers: { "content-type": "text/plain" } }),
	UnsupportedEncoding: withKey({ headers: { "content-encoding": "br" } }),
	TooManyUploads: async (endpoint) => {
		const { id, key } = await openAccount(endpoint.operation);
		// Uses up the account's bucket alone. ingest-quotas.test.ts has those of each sender.
		const bucket = { id: "account", perMinute: serverLimits.accountUploadsPerMinute };
		await runInDurableObject(accountStub(id), (object) => {
			const { meter } = partsOf(object);
			while (meter.left(bucket, Date.now()) > 0) meter.take([bucket], Date.now());
		});
		return call(endpoint, key);
	},
	DailyQuotaReached: withReceivedOn(() => serverLimits.ingestReadingsPerDay),
	StorageFull: async (endpoint) => {
		const { id, key } = await openAccount(endpoint.operation);
		await inAccount(id, (db) => db.update(account).set({ isQuotaBinding: true, fullSince: Date.now() }).run());
		return call(endpoint, key);
	},
	InternalError: async (endpoint) => {
		const response = await withReceivedOn(() => {
			throw new Error("A fault of the test's");
		})(endpoint);
		expect(takeLogs().join()).toContain("internal-error");
		return response;
	},
	UpdateUnderWay: async (endpoint) => {
		const { id, key } = await openAccount(endpoint.operation);
		await runInDurableObject(accountStub(id), (_, { storage }) => {
			storage.sql.exec("UPDATE _stored_form SET least_reader = ?", storedForm.version + 1);
		});
		await evictDurableObject(accountStub(id));
		const response = await call(endpoint, key);
		expect(takeLogs().join()).toContain("stored-form-newer");
		return response;
	},
	Overloaded: async (endpoint) => {
		const key = await keyOfUnchanged(endpoint.operation);
		const overloaded = Object.assign(new Error("Durable Object is overloaded."), { overloaded: true });
		const spies = (["appendUpload", "appendIntegrationUpload"] as const).map((name) =>
			vi.spyOn(AccountObject.prototype, name).mockRejectedValue(overloaded),
		);
		const response = await call(endpoint, key);
		for (const spy of spies) spy.mockRestore();
		expect(takeLogs().join()).toContain("account-overloaded");
		return response;
	},
};

/** Errors of the console itself, and of a Worker without settings. The console's tests provoke them. */
const ofTheConsole = ["UpstreamUnreachable", "Misconfigured"];

const rejections = endpoints.flatMap((endpoint) =>
	Object.entries(endpoint.operation.responses).flatMap(([status, { content, headers }]) =>
		Object.entries(content["application/json"]?.examples ?? {})
			.filter(([name]) => status !== "200" && !ofTheConsole.includes(name))
			.map(([name, { value }]) => ({ endpoint, path: endpoint.path, status: Number(status), name, value, headers })),
	),
);

describe("the documented errors", () => {
	it("include all errors of each endpoint", () => {
		const known = [...Object.keys(provocations), ...ofTheConsole].sort();
		for (const { path, operation } of endpoints) {
			const names = Object.entries(operation.responses)
				.filter(([status]) => status !== "200")
				.flatMap(([, { content }]) => Object.keys(content["application/json"]?.examples ?? {}));
			const ofMediaType = path.endsWith("/json") ? [] : ["UnsupportedMediaType"];
			expect([...names, "UnsupportedMediaType"].sort()).toEqual([...known, ...ofMediaType].sort());
		}
	});

	it.each(rejections)(
		"equal the real response: $path $status $name",
		async ({ endpoint, status, name, value, headers }) => {
			const response = await (provocations[name] as Provoke)(endpoint);
			const result = await response.json<{ error: { requestId: string } }>();
			const { error } = value as { error: object };
			expect([response.status, result]).toEqual([status, { error: { ...error, requestId: expect.any(String) } }]);
			const wait = response.headers.get("retry-after");
			expect(wait !== null).toBe("Retry-After" in headers);
			if (wait !== null) expect(Number(wait)).toBeGreaterThanOrEqual(1);
		},
	);

	it.each([
		["NotFound", { path: "/api/ingest/v1/elsewhere" }, null],
		["MethodNotAllowed", { method: "GET" }, "POST"],
	] satisfies [string, Sent, string | null][])(
		"return %s for a path or method without an endpoint",
		async (name, submitted, allow) => {
			const [endpoint] = endpoints;
			if (!endpoint) throw new Error("No endpoint");
			const response = await call(endpoint, "", submitted);
			const documented = document.responses[name]?.content["application/json"]?.examples[name]?.value;
			const { error } = documented as { error: object };
			expect(await response.json()).toEqual({ error: { ...error, requestId: expect.any(String) } });
			expect(response.headers.get("allow")).toBe(allow);
		},
	);
});
