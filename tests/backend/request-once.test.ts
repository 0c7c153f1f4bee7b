import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createAccountStore } from "../../backend/account-parts";
import { createOnce } from "../../backend/activity/request-once";
import type { Once } from "../../backend/base/context";
import { parseRequestKeys } from "../../backend/base/request-keys";
import { keptRequests } from "../../backend/db/schema";
import { type StoredRequestRow, saveStoredRequest } from "../../backend/db/stored-request-rows";
import type { ApiKey, NewApiKey } from "../../shared/account/api-key";
import { dayMs, hourMs } from "../../shared/base/durations";
import { requestKeyHeader } from "../../shared/base/request-key";
import type { CreatedDevice } from "../../shared/device/device-inputs";
import type { Group } from "../../shared/device/group";
import * as fc from "../properties";
import { contactInput } from "../samples";
import { reasonOf, userOf } from "./fixtures/account-users";
import { type Call, postBatch } from "./fixtures/batch";
import { accountStub, addMember, createOwner, freezer, inAccount, ingest } from "./fixtures/fleet";
import { createGroup, groupInput } from "./fixtures/group-input";
import { dataOf, naming, type Person, type Reply } from "./fixtures/people";
import { partsOf, workThrough } from "./fixtures/works";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const newKey = () => crypto.randomUUID();
const keptOf = (id = accountId) => inAccount(id, (db): StoredRequestRow[] => db.select().from(keptRequests).all());
const groupsNamed = async (name: string, asks = owner) =>
	dataOf<Group[]>(await asks.query("group.getGroups")).filter((group) => group.name === name);

describe("a call that is sent again with its key", () => {
	it("gets the first response, and makes nothing more", async () => {
		const [key, input] = [newKey(), groupInput()];
		const first = dataOf<Group>(await owner.mutate("group.createGroup", input, key));
		expect(dataOf(await owner.mutate("group.createGroup", input, key))).toEqual(first);
		// The order of fields has no meaning.
		const turned = Object.fromEntries(Object.entries(input).reverse());
		expect(dataOf(await owner.mutate("group.createGroup", turned, key))).toEqual(first);
		expect(await groupsNamed(input.name)).toHaveLength(1);
	});

	it.for([
		["waits for the first one, if that is still under way", null, [1, 1]],
		["goes on by itself where the one it waited for came to nothing", 1, ["refused", 2]],
	] as const)("%s", async ([, denied, expected]) => {
		const user = await userOf(owner, owner.email);
		await runInDurableObject(accountStub(accountId), async (object) => {
			const store = createAccountStore(partsOf(object), Date.now());
			const once = createOnce(store, { accountId, currentUser: () => user });
			const gate = Promise.withResolvers<void>();
			let runs = 0;
			const run: Parameters<Once>[1] = async ({ keep }) => {
				runs += 1;
				const position = runs;
				await gate.promise;
				if (position === denied) throw new Error("Refused");
				store.db.transaction(() => keep({ entities: [], isMaking: true }));
				return position;
			};
			const call = { key: newKey(), action: "device.createDevice", input: freezer, user };
			const results = [1, 2].map(() => once(call, run).catch(() => "refused"));
			gate.resolve();
			expect(await Promise.all(results)).toEqual(expected);
		});
	});

	it("gets it also after its object ended", async () => {
		const [key, input] = [newKey(), { ...freezer, name: "Evicted" }];
		const first = await owner.mutate("device.createDevice", input, key);
		await evictDurableObject(accountStub(accountId));
		expect(await owner.mutate("device.createDevice", input, key)).toEqual(first);
	});

	it("gets it for a saved view too, which no one else sees", async () => {
		const [key, input] = [newKey(), { screen: "devices", name: "Mine", search: "", isShared: false }];
		const first = dataOf(await owner.mutate("view.createView", input, key));
		expect(dataOf(await owner.mutate("view.createView", input, key))).toEqual(first);
	});

	it("fails with another input, and for another procedure", async () => {
		const [key, input] = [newKey(), groupInput()];
		await owner.mutate("group.createGroup", input, key);
		const other = await owner.mutate("group.createGroup", { ...input, name: "Another" }, key);
		expect(other.error?.data).toMatchObject({ reason: "REQUEST_KEY_REUSED", httpStatus: 422 });
		expect(await reasonOf(owner.mutate("contact.createContact", contactInput(), key))).toBe("REQUEST_KEY_REUSED");
		expect(await groupsNamed("Another")).toEqual([]);
	});

	it("counts apart for another person", async () => {
		const [key, admin] = [newKey(), await addMember(accountId, "admin")];
		const input = { ...freezer, name: "Of two" };
		const ours = dataOf<CreatedDevice>(await owner.mutate("device.createDevice", input, key));
		const theirs = dataOf<CreatedDevice>(await admin.mutate("device.createDevice", input, key));
		expect(theirs.device.id).not.toBe(ours.device.id);
		expect(theirs.key).not.toBe(ours.key);
	});

	it("runs anew if the first one was rejected", async () => {
		const [key, input] = [newKey(), groupInput({ name: "Taken" })];
		const taken = await createGroup(owner, { name: "Taken" });
		expect((await owner.mutate("group.createGroup", input, key)).error?.data.fields).toHaveProperty("name");
		await owner.mutate("group.deleteGroups", { ids: [taken.id] });
		expect(dataOf(await owner.mutate("group.createGroup", input, key))).toMatchObject({ name: "Taken" });
	});

	it("changes again what is only changed", async () => {
		const { device } = dataOf<CreatedDevice>(await owner.mutate("device.createDevice", freezer));
		const [key, deviceIds] = [newKey(), [device.id]];
		const count = (await keptOf()).length;
		for (const path of ["device.archiveDevices", "device.restoreDevices", "device.archiveDevices"]) {
			expect((await owner.mutate(path, { deviceIds }, key)).error).toBeNull();
		}
		expect(await keptOf()).toHaveLength(count);
		expect(dataOf(await owner.query("device.getDevice", { deviceId: device.id }))).toMatchObject({
			archivedAt: expect.any(Date),
		});
	});
});

describe("a response that cannot be repeated", () => {
	it.for<[string, (group: Group) => [string, unknown]]>([
		["was changed since", ({ id }) => ["group.muteGroups", { ids: [id], until: Date.now() + hourMs, reason: "" }]],
		["was deleted since", ({ id }) => ["group.deleteGroups", { ids: [id] }]],
	])("gets 409 REQUEST_DONE if its entity %s", async ([, next]) => {
		const [key, input] = [newKey(), groupInput()];
		const group = dataOf<Group>(await owner.mutate("group.createGroup", input, key));
		expect((await owner.mutate(...next(group))).error).toBeNull();
		const again = await owner.mutate("group.createGroup", input, key);
		expect(again.error?.data).toMatchObject({ reason: "REQUEST_DONE", httpStatus: 409 });
	});

	it("gets REQUEST_DONE if the object ended between the change and its response", async () => {
		const [key, input] = [newKey(), groupInput()];
		await owner.mutate("group.createGroup", input, key);
		await inAccount(accountId, (db) => db.update(keptRequests).set({ stateDigest: null, answer: null }).run());
		expect(await reasonOf(owner.mutate("group.createGroup", input, key))).toBe("REQUEST_DONE");
		expect(await groupsNamed(input.name)).toHaveLength(1);
	});

	it("gets REQUEST_DONE for a person with fewer rights than then, and NO_ACCESS for a disabled one", async () => {
		const [key, admin] = [newKey(), await addMember(accountId, "admin")];
		const note = { deviceId: null, at: Date.now(), text: "Door open" };
		dataOf(await admin.mutate("log.addNote", note, key));
		const user = await userOf(owner, admin.email);
		const less = { userId: user.id, version: user.version, role: "operator", scope: "all" };
		expect((await owner.mutate("account.updateUser", less)).error).toBeNull();
		expect(await reasonOf(admin.mutate("log.addNote", note, key))).toBe("REQUEST_DONE");
		dataOf(await owner.mutate("account.disableUser", { userId: user.id }));
		expect(await reasonOf(admin.mutate("log.addNote", note, key))).toBe("NO_ACCESS");
	});

	it("disappears after a day, with all that was stored of it", async () => {
		const { id, owner } = await createOwner();
		const input = { ...freezer, name: "Yesterday" };
		dataOf(await owner.mutate("device.createDevice", input, newKey()));
		const now = Date.now();
		await workThrough(accountStub(id), now + dayMs - hourMs);
		expect(await keptOf(id)).toHaveLength(1);
		await workThrough(accountStub(id), now + dayMs + 2 * hourMs);
		expect(await keptOf(id)).toEqual([]);
	});
});

it("keeps a caller's newest 500", async () => {
	const { id, owner } = await createOwner();
	const [key, input] = [newKey(), groupInput()];
	await owner.mutate("group.createGroup", input, key);
	const [row] = await keptOf(id);
	if (!row) throw new Error("Nothing is kept");
	await inAccount(id, (db) => {
		for (let position = 1; position <= 600; position += 1)
			saveStoredRequest(db, { ...row, keyDigest: String(position), at: row.at + position });
	});
	await owner.mutate("group.createGroup", groupInput(), newKey());
	const kept = await keptOf(id);
	expect(kept).toHaveLength(500);
	expect(kept.map(({ keyDigest }) => keyDigest)).toContain("600");
	expect(kept.map(({ keyDigest }) => keyDigest)).not.toContain("101");
});

describe("a secret that is shown once", () => {
	const webhook = { name: "Tickets", url: "https://hooks.acme.io/aqlcloud", topics: ["alerts"] };
	const apiKey = { name: "Spreadsheet", access: "read", scope: "all", days: 30 };

	it.for<[string, unknown, (data: never) => string | null]>([
		["device.createDevice", freezer, ({ key }: { key: string }) => key],
		["device.createDevices", { devices: [freezer, freezer] }, ([, second]: [unknown, { key: string }]) => second.key],
		["account.createApiKey", apiKey, ({ key }: { key: string }) => key],
		["account.createIntegrationKey", { name: "Network", isCreatingDevices: true }, ({ key }: { key: string }) => key],
		["webhook.createWebhook", webhook, ({ secret }: { secret: string }) => secret],
		[
			"contact.createContact",
			contactInput({ webhookUrl: "https://hooks.acme.io/on-call" }),
			({ secret }: { secret: string }) => secret,
		],
	])("comes again from %s, and is not stored", async ([path, input, secretOf]) => {
		const key = newKey();
		const first = await owner.mutate(path, input, key);
		const secret = secretOf(dataOf(first) as never);
		expect(secret).toMatch(/^(aq[a-z]_|whsec_)/);
		expect(await owner.mutate(path, input, key)).toEqual(first);
		const kept = JSON.stringify(await keptOf());
		expect(kept).not.toContain(secret);
		expect(kept).not.toContain(key);
		expect(kept).not.toMatch(/aq[a-z]_|whsec_/);
	});

	it("comes again for a wall screen too", async () => {
		const { id: groupId } = await createGroup(owner);
		const [key, input] = [newKey(), { groupId, name: "Kitchen", days: null }];
		const first = await owner.mutate("group.createWall", input, key);
		expect(await owner.mutate("group.createWall", input, key)).toEqual(first);
	});

	it("comes again as the one that works", async () => {
		const key = newKey();
		await owner.mutate("device.createDevice", freezer, key);
		const { key: deviceKey } = dataOf<CreatedDevice>(await owner.mutate("device.createDevice", freezer, key));
		const result = await ingest(deviceKey, [{ channel: "Air", at: Date.now(), value: 4 }]);
		expect(result).toMatchObject({ accepted: 1 });
	});

	it("replaces the one before it once, so that this one works on for its time", async () => {
		const { device } = dataOf<CreatedDevice>(await owner.mutate("device.createDevice", freezer));
		const [key, input] = [newKey(), { deviceId: device.id, graceSeconds: 3600 }];
		const first = await owner.mutate("device.rotateDeviceKey", input, key);
		expect(first.error).toBeNull();
		expect(await owner.mutate("device.rotateDeviceKey", input, key)).toEqual(first);
		dataOf(await owner.mutate("device.rotateDeviceKey", input, newKey()));
		expect(await reasonOf(owner.mutate("device.rotateDeviceKey", input, key))).toBe("REQUEST_DONE");
	});

	it("stays hidden once it was revoked", async () => {
		const key = newKey();
		const { apiKey: made } = dataOf<NewApiKey>(await owner.mutate("account.createApiKey", apiKey, key));
		dataOf<ApiKey[]>(await owner.mutate("account.revokeApiKey", { keyId: made.id }));
		expect(await reasonOf(owner.mutate("account.createApiKey", apiKey, key))).toBe("REQUEST_DONE");
	});
});

describe("the header", () => {
	it.for<[string | undefined, number, ReturnType<typeof parseRequestKeys>]>([
		[undefined, 2, []],
		["", 1, [null]],
		["a-key_1", 1, ["a-key_1"]],
		['"a key".', 1, undefined],
		['"8e03978e-40d5-43e8-bc93-6894a57f9324"', 1, ["8e03978e-40d5-43e8-bc93-6894a57f9324"]],
		["one, ,three", 3, ["one", null, "three"]],
		["one", 2, undefined],
		["one,two", 1, undefined],
		["with space", 1, undefined],
		["x".repeat(256), 1, undefined],
	])("parses %s of %i calls as %o", ([text, calls, keys]) => {
		expect(parseRequestKeys(text, calls)).toEqual(keys);
	});

	it("names a key for each call of a batch", async () => {
		const inputs = [groupInput(), groupInput()];
		const calls = inputs.map((input): Call => ["group.createGroup", input]);
		const keyed = withHeader(owner, `${newKey()},${newKey()}`);
		const first = await postBatch(keyed, calls);
		expect(await postBatch(keyed, calls)).toEqual(first);
		for (const { name } of inputs) expect(await groupsNamed(name)).toHaveLength(1);
	});

	it("does nothing if it names one key for several calls", async () => {
		const [keyed, calls] = [withHeader(owner, newKey()), [groupInput(), groupInput()]];
		const { answers: responses } = await postBatch(
			keyed,
			calls.map((input): Call => ["group.createGroup", input]),
		);
		expect(responses.map(({ error }) => error?.data.httpStatus)).toEqual([400, 400]);
		for (const { name } of calls) expect(await groupsNamed(name)).toEqual([]);
	});
});

function withHeader(person: Person, value: string): Person {
	const named = naming(person, accountId);
	named.headers.set(requestKeyHeader, value);
	return named;
}

type Step = { person: number; key: number; input: number; isLost: boolean; isRestarted: boolean };

it("makes at most one record for a person and a key, whatever is sent, lost and sent again", {
	timeout: fc.timeLimit(60_000),
}, async () => {
	const { id, owner } = await createOwner();
	const people = [owner, await addMember(id, "admin")];
	const step = fc.record<Step>({
		person: fc.nat({ max: 1 }),
		key: fc.nat({ max: 2 }),
		input: fc.nat({ max: 1 }),
		isLost: fc.boolean(),
		isRestarted: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
			const run = newKey().slice(0, 8);
			const made = new Map<string, { input: number; answer: Reply | null }>();
			for (const { person, key, input, isLost, isRestarted } of steps) {
				if (isRestarted) await evictDurableObject(accountStub(id));
				const text = `${run} ${person} ${key} ${input}`;
				const send = () =>
					people[person]?.mutate("log.addNote", { deviceId: null, at: 1_600_000_000_000, text }, `${run}-${key}`);
				// The response is lost: the next call may begin before it arrives.
				const responses = await Promise.all(isLost ? [send(), send()] : [send()]);
				const known = made.get(`${person} ${key}`);
				for (const response of responses) {
					if (known && known.input !== input) expect(response?.error?.data.reason).toBe("REQUEST_KEY_REUSED");
					else expect(response).toEqual(known?.answer ?? responses[0]);
				}
				if (!known) made.set(`${person} ${key}`, { input, answer: responses[0] ?? null });
			}
			const texts = await inAccount(id, (db) => db.all<{ text: string }>(`SELECT text FROM log_events`));
			const ofRun = texts.map(({ text }) => text).filter((text) => text.startsWith(run));
			const expected = [...made].map(([of, { input }]) => `${run} ${of} ${input}`);
			expect(ofRun.sort()).toEqual(expected.sort());
		}),
		{ numRuns: 30 },
	);
});
