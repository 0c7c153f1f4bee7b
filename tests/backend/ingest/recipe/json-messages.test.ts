import { beforeEach, describe, expect, it } from "vitest";
import { payloadRecipes, recipeSenders } from "../../../../backend/db/schema";
import type { AuditEntry } from "../../../../shared/account/audit";
import { serverLimits } from "../../../../shared/base/limits";
import type { PayloadRecipe, PayloadSource } from "../../../../shared/device/recipe/payload-recipe";
import { readyRecipes } from "../../../../shared/device/recipe/ready-recipes";
import type { IntegrationKey } from "../../../../shared/ingest/integration-key";
import { IntegrationMessage } from "../../../../shared/ingest/integration-message";
import { addDevice, createOwner, inAccount, newId } from "../../fixtures/fleet";
import { addIntegration, ingestTo, latestValues, postTo } from "../../fixtures/integrations";
import { dataOf, type Person, type Reply } from "../../fixtures/people";
import { stopClock } from "../../fixtures/rate-limits";

let owner: Person;
let accountId: string;
let key: string;
let keyId: string;

async function connect(isCreatingDevices = true) {
	const created = await addIntegration(owner, isCreatingDevices);
	key = created.key;
	keyId = created.integration.id;
}

beforeEach(async () => {
	({ owner, id: accountId } = await createOwner());
	await connect();
});

const post = (body: unknown) => ingestTo({ key, endpoint: "json", body: JSON.stringify(body) });

const air = { path: "t", channel: "Air", unit: "°C" };
const damp = { path: "h", channel: "Humidity", unit: "%" };

function recipe(values = [air, damp], more: Partial<PayloadRecipe> = {}): PayloadRecipe {
	return { device: { path: "id" }, time: null, values, ...more };
}

async function save(given: PayloadRecipe, replaces = 0, older: number | null = null) {
	return owner.mutate("account.savePayloadRecipe", { keyId, recipe: given, replaces, older });
}

async function source(): Promise<PayloadSource> {
	return dataOf<PayloadSource>(await owner.query("account.getPayloadSource", { keyId }));
}

async function messages(): Promise<IntegrationMessage[]> {
	return dataOf<IntegrationMessage[]>(await owner.query("account.getIntegrationMessages", { keyId }));
}

async function facts() {
	const keys = dataOf<IntegrationKey[]>(await owner.query("account.getIntegrationKeys"));
	return keys.find(({ id }) => id === keyId)?.json;
}

const reasonOf = ({ error }: Reply) => error?.data.reason;
const fieldsOf = ({ error }: Reply) => Object.keys(error?.data.fields ?? {});
const stored = async (serial: string, channel: string) => (await latestValues(owner, serial))?.[channel]?.value;

describe("JSON messages of any shape", () => {
	it("the door holds and counts a message while no value is chosen", async () => {
		expect(await facts()).toBeNull();
		expect(await post({ id: "A1", list: [{ t: 1 }, { t: "2", deep: { x: 3 } }] })).toEqual({
			accepted: 0,
			duplicates: 0,
			rejected: [],
		});
		const { messages: held, versions } = await source();
		expect(versions).toEqual([]);
		expect(held).toMatchObject([{ body: '{"id":"A1","list":[{"t":1},{"t":"2","deep":{"x":3}}]}', version: null }]);
		expect(await facts()).toEqual({ heardAt: held[0]?.receivedAt, values: 2, chosen: 0, missing: [] });
		expect(await latestValues(owner, "A1")).toBeNull();
	});

	it("stores what the recipe chooses, from the next message on", async () => {
		await post({ id: "A1", t: 4, h: 60 });
		expect(dataOf(await save(recipe()))).toEqual({ version: 1 });
		expect(await post({ id: "A1", t: 39.2, h: "61 %", other: 7 })).toMatchObject({ accepted: 2, rejected: [] });
		expect(await stored("A1", "Air")).toBe(39.2);
		expect(await stored("A1", "Humidity")).toBe(61);
		const [last, first] = await messages();
		expect(last?.outcome.recipe).toEqual({ version: 1, values: 2, missing: [] });
		expect(first?.outcome.recipe?.version).toBeNull();
		expect(IntegrationMessage.parse(last)).toEqual(last);
		expect(await facts()).toMatchObject({ values: 2, chosen: 2 });
	});

	it("reads by the recipe in force after a restore, although another had the same version", async () => {
		await save(recipe([air]));
		await post({ id: "A1", t: 4, h: 60 });
		await inAccount(accountId, (db) => {
			const restored = { recipe: recipe([damp]), createdAt: new Date(Date.now() - 86_400_000) };
			db.update(payloadRecipes).set(restored).run();
		});
		expect(await post({ id: "A1", t: 5, h: 61 })).toMatchObject({ accepted: 1 });
		expect(await stored("A1", "Air")).toBe(4);
		expect(await stored("A1", "Humidity")).toBe(61);
	});

	it("takes up an older version only as it was", async () => {
		await save(recipe([air]));
		await save(recipe([damp]), 1);
		expect(fieldsOf(await save(recipe([damp]), 2, 1))).toEqual(["older"]);
		expect(fieldsOf(await save(recipe([air]), 2, 7))).toEqual(["older"]);
		expect(dataOf(await save(recipe([air]), 2, 1))).toEqual({ version: 3 });
		expect((await source()).versions.map(({ from }) => from)).toEqual([1, null, null]);
	});

	it("reads by the version in force, although the isolate remembers an older one", async () => {
		await save(recipe([air]));
		await post({ id: "A1", t: 4, h: 60 });
		await save(recipe([damp]), 1);
		expect(await post({ id: "A1", t: 5, h: 61 })).toMatchObject({ accepted: 1 });
		expect(await stored("A1", "Air")).toBe(4);
		expect(await stored("A1", "Humidity")).toBe(61);
		expect((await messages()).map(({ outcome }) => outcome.recipe?.version)).toEqual([2, 1]);
	});

	it("stores for the one device that a recipe names, whatever its messages say", async () => {
		const { device } = await addDevice(owner, { serialNumber: "B7" });
		await save(recipe([air], { device: { deviceId: device.id } }));
		expect(await post({ t: 4 })).toMatchObject({ accepted: 1 });
		expect(await stored("B7", "Air")).toBe(4);
	});

	it("rejects readings of a device that the integration does not add", async () => {
		await connect(false);
		await save(recipe([air]));
		expect(await post({ id: "Z9", t: 4 })).toMatchObject({ rejected: [{ index: 0, reason: "unknown-device" }] });
		expect(await post({ t: 4 })).toMatchObject({ rejected: [{ index: 0, reason: "unknown-device" }] });
		expect((await facts())?.missing).toEqual(["id"]);
	});

	it("rejects a value of another type, and stores the others", async () => {
		await save(recipe());
		await post({ id: "A1", t: 4, h: 60 });
		const result = await post({ id: "A1", t: { value: 4 }, h: 61 });
		expect(result).toEqual({ accepted: 1, duplicates: 0, rejected: [{ index: 0, reason: "bad-value" }] });
		const [last] = await messages();
		expect(last?.outcome.refused).toMatchObject([{ reason: "bad-value", count: 1, sample: { channel: "Air" } }]);
	});

	it("reads a held message again by the recipe that was made from it", async () => {
		await post({ id: "A1", t: 4, h: 60 });
		await save(recipe());
		const [message] = await messages();
		const input = { keyId, messageId: message?.id };
		expect(dataOf(await owner.mutate("account.readIntegrationMessageAgain", input))).toMatchObject({ accepted: 2 });
		expect((await messages())[0]?.outcome).toMatchObject({ accepted: 2, recipe: { version: 1 } });
		expect(await stored("A1", "Air")).toBe(4);
	});

	it.each([
		["text/plain", '{"id":"A1","t":4}', 200],
		["", '{"id":"A1","t":4}', 200],
		["application/x-www-form-urlencoded", '{"id":"A1","t":4}', 200],
		["application/json", '{"id":"A1","t":NaN}', 200],
		["application/json", "[]", 200],
		["application/json", "null", 200],
		["application/json", "{", 400],
		["application/json", "", 400],
	])("takes the type %j with the body %s with status %d", async (mediaType, body, status) => {
		await save(recipe([air]));
		expect((await postTo({ key, endpoint: "json", body, mediaType })).status).toBe(status);
	});

	it("the door takes and holds messages of hostile shapes", async () => {
		await save(recipe([air], { time: { path: "at", form: "seconds" } }));
		const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
		const deep = `{"id":"A1","t":4,"deep":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
		const bodies = [
			JSON.stringify({ id: "A1", t: 1, ...keys }),
			JSON.stringify({ id: "A1", t: 2, fill: "x".repeat(64_000) }),
			deep,
			'{"id":"A1","__proto__":{"t":9},"t":5}',
			'{"id":"A1","t":6,"at":4294967295}',
			'{"id":"A1","t":7,"at":0}',
			'{"id":{"toString":1},"t":8}',
		];
		for (const body of bodies) expect((await postTo({ key, endpoint: "json", body })).status).toBe(200);
		const held = (await source()).messages;
		expect(held).toHaveLength(bodies.length);
		expect(held.filter(({ body }) => body === null)).toHaveLength(2);
		const unread = (await messages()).map(({ outcome }) => outcome.unread.map(({ name }) => name).join());
		expect(unread).toEqual(["", "at", "at", "", "", "", ""]);
		expect(await stored("A1", "Air")).toBe(7);
	});

	it("rejects different values of a channel at one time, as in a file", async () => {
		await addDevice(owner, { serialNumber: "A1" });
		await save(recipe([{ ...air, path: "v[*]" }]));
		const result = await post({ id: "A1", v: [4, 5] });
		const reason = "same-time";
		expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [0, 1].map((index) => ({ index, reason })) });
		const [last] = await messages();
		expect(last?.outcome.refused).toMatchObject([{ reason, count: 2, sample: { channel: "Air", value: "4" } }]);
	});

	it("rejects a message with more chosen values than an upload may hold", async () => {
		await save(recipe([{ ...air, path: "v[*]" }]));
		const long = JSON.stringify({ id: "A1", v: new Array(20_001).fill(1) });
		expect((await postTo({ key, endpoint: "json", body: long })).status).toBe(400);
		await save(recipe([air]), 1);
		expect((await postTo({ key, endpoint: "json", body: long })).status).toBe(200);
	});

	it.each(readyRecipes)("stores the example of $name by its ready recipe", async ({ message, recipe: ready }) => {
		await save(ready);
		const { accepted, rejected } = await post(message);
		expect(rejected).toEqual([]);
		expect(accepted).toBe(ready.values.length);
	});

	it("limits messages that are only held to 120 a minute of their key", async () => {
		stopClock();
		const sent = Array.from({ length: serverLimits.ingestUploadsPerMinute + 1 }, () =>
			postTo({ key, endpoint: "json", body: "{}" }),
		);
		const statuses = await Promise.all(sent.map(async (response) => (await response).status));
		expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
	});
});

describe("paths that vanish", () => {
	it("stay named at the integration until they are back, and lose nothing of the other values", async () => {
		await save(recipe());
		await post({ id: "A1", t: 4, h: 60 });
		await post({ id: "B2", t: 5 });
		expect((await source()).missing).toEqual([]);
		await post({ id: "A1", t: 6 });
		expect(await stored("A1", "Air")).toBe(6);
		const { missing } = await source();
		expect(missing).toMatchObject([{ path: "h", devices: 1, device: "A1" }]);
		expect((await facts())?.missing).toEqual(["h"]);
		expect((await messages())[0]?.outcome.recipe?.missing).toEqual(["h"]);
		await post({ id: "A1", t: 7, h: 61 });
		expect((await source()).missing).toEqual([]);
		expect((await facts())?.missing).toEqual([]);
	});

	it("cost no row while nothing changes, and go with the version and the key", async () => {
		await save(recipe());
		await post({ id: "A1", t: 4, h: 60 });
		const senders = () => inAccount(accountId, (db) => db.select().from(recipeSenders).all());
		const [before] = await senders();
		await post({ id: "A1", t: 5, h: 60 });
		expect(await senders()).toEqual([before]);
		await save(recipe([air]), 1);
		expect(await senders()).toEqual([]);
		await post({ id: "A1", t: 5, h: 60 });
		expect(await senders()).toHaveLength(1);
		await owner.mutate("account.revokeIntegrationKey", { keyId });
		expect(await senders()).toEqual([]);
	});
});

describe("the versions of a recipe", () => {
	it("stay, and take up an older one again as a new one", async () => {
		await save(recipe([air]));
		await save(recipe([damp]), 1);
		expect(dataOf(await save(recipe([air]), 2, 1))).toEqual({ version: 3 });
		const { versions } = await source();
		expect(versions.map(({ version, from, recipe: each }) => [version, from, each.values[0]?.path])).toEqual([
			[3, 1, "t"],
			[2, null, "h"],
			[1, null, "t"],
		]);
		expect(versions[0]?.madeBy).toBeTruthy();
		const audit = dataOf<{ entries: AuditEntry[] }>(await owner.query("account.getAudit", {}));
		expect(audit.entries.filter(({ action }) => action === "account.savePayloadRecipe")).toHaveLength(3);
	});

	it("reject a change by someone who saw an older one", async () => {
		await save(recipe([air]));
		expect(reasonOf(await save(recipe([damp]), 0))).toBe("CHANGED_MEANWHILE");
		expect((await source()).versions).toHaveLength(1);
	});

	it("apply to one integration alone", async () => {
		await save(recipe([air]));
		const other = await addIntegration(owner, true);
		expect(await ingestTo({ key: other.key, endpoint: "json", body: '{"id":"A1","t":4}' })).toMatchObject({
			accepted: 0,
		});
		const stranger = await createOwner();
		const { key: foreign } = await addIntegration(stranger.owner, true);
		expect(await ingestTo({ key: foreign, endpoint: "json", body: '{"id":"A1","t":4}' })).toMatchObject({
			accepted: 0,
		});
		expect(reasonOf(await stranger.owner.query("account.getPayloadSource", { keyId }))).toBe(
			"INTEGRATION_KEY_NOT_FOUND",
		);
	});

	it("reject an archived device, and one of another account", async () => {
		const { device } = await addDevice(owner, { serialNumber: "B7" });
		await owner.mutate("device.archiveDevices", { deviceIds: [device.id] });
		const ofArchived = recipe([air], { device: { deviceId: device.id } });
		expect(fieldsOf(await save(ofArchived))).toEqual(["recipe.device.deviceId"]);
		expect(reasonOf(await save(recipe([air], { device: { deviceId: newId("device") } })))).toBe("DEVICE_NOT_FOUND");
	});
});

describe("pinned messages", () => {
	const pin = (messageId: string | undefined, isPinned = true) =>
		owner.mutate("account.pinIntegrationMessage", { keyId, messageId, isPinned });

	it("stay beside the last twenty, three at most", async () => {
		for (const t of [1, 2, 3, 4]) await post({ id: "A1", t });
		const first = (await source()).messages.toReversed();
		for (const message of first.slice(0, 3)) await pin(message.id);
		expect(fieldsOf(await pin(first[3]?.id))).toEqual(["messageId"]);
		for (let t = 0; t < serverLimits.integrationMessages; t += 1) await post({ id: "A1", t: 10 + t });
		const held = (await source()).messages;
		expect(held).toHaveLength(serverLimits.integrationMessages + serverLimits.pinnedMessages);
		expect(held.filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual(
			first
				.slice(0, 3)
				.map(({ id }) => id)
				.toReversed(),
		);
		await pin(first[0]?.id, false);
		expect((await source()).messages.filter(({ isPinned }) => isPinned)).toHaveLength(2);
		expect(reasonOf(await pin(first[0]?.id))).toBe("INTEGRATION_MESSAGE_NOT_FOUND");
	});

	it("include none of another endpoint, and hold no secret", async () => {
		await post({ id: "A1", api_key: "s3cret", Authorization: "Bearer x" });
		await postTo({ key, endpoint: "chirpstack?event=join", body: "{}" });
		const [join, ...json] = await messages();
		expect(reasonOf(await pin(join?.id))).toBe("INTEGRATION_MESSAGE_NOT_FOUND");
		await pin(json[0]?.id);
		const [pinned] = (await source()).messages;
		expect(pinned?.body).toBe('{"id":"A1","api_key":"…","Authorization":"…"}');
	});
});
