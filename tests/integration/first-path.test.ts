import { describe, expect, it, vi } from "vitest";
import type { TestHarness } from "wrangler";
import type { CreatedDevice } from "../../shared/device/device-inputs";
import type { LogPage } from "../../shared/log/log";
import type { Contact } from "../../shared/message/contact";
import type { MessagePage } from "../../shared/message/message";
import { dataOf, test, Visitor } from "./product";

let harness: TestHarness;
test.beforeAll(({ harness: started }) => {
	harness = started;
});

const sessions = new Map<string, Visitor>();

/** One sign-in per persona: the endpoint allows three in ten seconds. */
async function signedIn(persona: string): Promise<Visitor> {
	const known = sessions.get(persona);
	if (known) return known;
	const visitor = new Visitor(harness);
	expect(await visitor.signIn(persona)).toMatchObject({ status: 200, body: { status: "signed-in" } });
	sessions.set(persona, visitor);
	return visitor;
}

const newDevice = {
	name: "Test logger",
	timezoneOffset: 60,
	timeZoneRule: 2 as const,
	channels: [{ name: "Temperature", quantity: "temperature" as const, unit: "°C" }],
};

function post(key: string, readings: unknown) {
	return new Visitor(harness).send("/api/ingest/v1/readings", {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings }),
	});
}

describe("from sign-in to the log", () => {
	it("responds to a visitor who is not signed in with false and, at the proxy, 401", async () => {
		const visitor = new Visitor(harness);
		expect(await visitor.send("/api/isAuthenticated")).toMatchObject({ status: 200, body: { isAuthenticated: false } });
		expect(await visitor.query({ "device.getDevices": undefined })).toMatchObject({
			status: 401,
			body: { error: { json: { data: { code: "UNAUTHORIZED", reason: "SIGNED_OUT" } } } },
		});
	});

	it("signs a persona in, says so at both addresses, and returns three results for a batch of three", async () => {
		const owner = await signedIn("owner");
		for (const path of ["/api/isAuthenticated", "/_serverFn/isAuthenticated"]) {
			expect(await owner.send(path)).toMatchObject({
				status: 200,
				body: { isAuthenticated: true, user: { email: "owner@aqlcloud.test" } },
			});
		}
		const response = await owner.query({
			"device.getDevices": undefined,
			"group.getGroups": undefined,
			"account.getCurrent": undefined,
		});
		expect(response.status).toBe(200);
		const [devices, groups, account] = dataOf(response);
		expect(devices).toHaveLength(40);
		expect(groups).toHaveLength(7);
		expect(account).toMatchObject({
			companyName: "Northwind Cold Chain",
			me: { role: "owner", email: "owner@aqlcloud.test" },
		});
	});

	it("shows a reading in the log of the hour as soon as the endpoint has taken it", async () => {
		const owner = await signedIn("owner");
		const [created] = dataOf(await owner.mutate("device.createDevice", newDevice)) as [CreatedDevice];
		const at = Date.now() - 1_000;
		expect(await post(created.key, [{ channel: "temperature", at, value: 4.25 }])).toMatchObject({
			status: 200,
			body: { accepted: 1, duplicates: 0, rejected: [] },
		});
		const [readingStore] = dataOf(
			await owner.query({ "log.getLogs": { rangeType: "hour", offset: 0, deviceIds: [created.device.id] } }),
		) as [LogPage];
		expect(readingStore.readings).toMatchObject({ readingAt: [at], value: [4.25] });
		expect(readingStore.channels[readingStore.readings.channel[0] ?? -1]).toMatchObject({
			name: "Temperature",
			deviceId: created.device.id,
		});
	});

	it("ends the session at sign-out: the same browser and a copy of its cookies", async () => {
		const viewer = await signedIn("viewer");
		const copied = new Map(viewer.cookies);
		expect((await viewer.post("/api/auth/sign-out", {})).status).toBe(200);
		expect(await viewer.send("/api/isAuthenticated")).toMatchObject({ body: { isAuthenticated: false } });
		const thief = new Visitor(harness);
		for (const [name, value] of copied) {
			// An expired access token has no use; only the refresh token could prolong it.
			thief.cookies.set(name, name.endsWith(".accessToken") ? `${value}x` : value);
		}
		expect(await thief.send("/api/isAuthenticated")).toMatchObject({ body: { isAuthenticated: false } });
	});
});

describe("bad input", () => {
	it("responds to wrong password and unknown person with the same bytes", async () => {
		const visitor = new Visitor(harness);
		const wrong = await visitor.post("/api/auth/sign-in", { email: "operator@aqlcloud.test", password: "wrong" });
		const unknown = await visitor.post("/api/auth/sign-in", { email: "nobody@aqlcloud.test", password: "wrong" });
		const withoutId = ({ body }: { body: unknown }) => JSON.stringify(body).replace(/"requestId":"[^"]*"/, "");
		expect([wrong.status, unknown.status]).toEqual([401, 401]);
		expect(withoutId(wrong)).toBe(withoutId(unknown));
		expect(wrong.body).toMatchObject({ error: { message: "The email or password is incorrect." } });
	});

	it("names an unknown procedure as the specification does, in its place in the batch", async () => {
		const owner = await signedIn("owner");
		const response = await owner.query({ "group.getGroups": undefined, "device.fly": undefined });
		expect(response).toMatchObject({
			status: 207,
			body: [
				{ result: {} },
				{ error: { json: { message: 'No "query"-procedure on path "device.fly"', data: { code: "NOT_FOUND" } } } },
			],
		});
	});

	it("rejects a malformed batch, one call too many and an oversize body with true statuses", async () => {
		const owner = await signedIn("owner");
		expect((await owner.send("/api/proxy/group.getGroup?batch=1&input=%7Bnot-json")).status).toBe(400);
		const many = Array.from({ length: 21 }, () => "group.getGroups").join(",");
		expect(await owner.send(`/api/proxy/${many}?batch=1&input=%7B%7D`)).toMatchObject({
			status: 400,
			body: { error: { json: { data: { reason: "BATCH_TOO_LARGE" } } } },
		});
		const oversize = { ...newDevice, name: "x".repeat(1_100_000) };
		const request = () => owner.mutate("device.createDevice", oversize).catch(() => null);
		const denied = await vi.waitUntil(request, { timeout: 20_000 });
		expect(denied).toMatchObject({ status: 413, body: { error: { json: { data: { reason: "BODY_TOO_LARGE" } } } } });
	});

	it("keeps the good readings of an upload and says what is wrong with each other one", async () => {
		const owner = await signedIn("owner");
		const [created] = dataOf(await owner.mutate("device.createDevice", { ...newDevice, name: "Door test" })) as [
			CreatedDevice,
		];
		const now = Date.now();
		const response = await post(created.key, [
			{ channel: "Temperature", at: now, value: 1 },
			{ channel: "Temperature", at: now + 48 * 3_600_000, value: 1 },
			{ channel: "Temperature", at: now, value: "warm" },
			{ channel: "Pressure", at: now, value: 1 },
			{ channel: "Temperature", at: "2026-11-21T10:00:00", value: 1 },
		]);
		expect(response).toMatchObject({
			status: 200,
			body: {
				accepted: 1,
				rejected: [
					{ index: 1, reason: "future" },
					{ index: 2, reason: "bad-value" },
					{ index: 3, reason: "unknown-channel" },
					{ index: 4, reason: "zone-missing" },
				],
			},
		});
		const forged = `${created.key.slice(0, -1)}${created.key.endsWith("x") ? "y" : "x"}`;
		expect((await post(forged, [{ channel: "Temperature", at: now, value: 2 }])).status).toBe(401);
	});
});

describe("tenants", () => {
	it("show a stranger nothing of the demo account, by id or by list", async () => {
		const owner = await signedIn("owner");
		const stranger = await signedIn("stranger");
		const [devices] = dataOf(await owner.query({ "device.getDevices": undefined })) as [{ id: string }[]];
		const deviceId = devices[0]?.id;
		expect(dataOf(await stranger.query({ "device.getDevices": undefined }))).toEqual([[]]);
		expect(await stranger.query({ "device.getDevice": { deviceId } })).toMatchObject({
			status: 404,
			body: [{ error: { json: { data: { reason: "DEVICE_NOT_FOUND" } } } }],
		});
	});

	it.each([
		["newcomer", "NO_ACCOUNT"],
		["removed", "NO_ACCESS"],
	])("tell %s@ %s, while the session stays", async (persona, reason) => {
		const visitor = await signedIn(persona);
		expect(await visitor.query({ "account.getCurrent": undefined })).toMatchObject({
			status: 403,
			body: [{ error: { json: { data: { reason } } } }],
		});
		expect(await visitor.send("/api/isAuthenticated")).toMatchObject({ body: { isAuthenticated: true } });
	});
});

it.each(["email", "sms"] as const)("sends a test message by %s, which lands in the mailbox", async (channel) => {
	const owner = await signedIn("owner");
	const contacts = dataOf(await owner.query({ "account.getContacts": undefined }))[0] as Contact[];
	const contact = contacts.find(({ fullName }) => fullName === "Ana Prado");
	const to = (channel === "email" ? contact?.email : contact?.phone) ?? "";
	expect(await owner.mutate("contact.sendTest", { contactId: contact?.id, channel })).toMatchObject({ status: 200 });
	await vi.waitFor(
		async () => {
			const path = `/__local/mailbox?to=${encodeURIComponent(to)}`;
			const { body } = await owner.send(path, { headers: { accept: "application/json" } });
			expect(body).toMatchObject({ messages: [{ to, text: expect.stringContaining("Maria Oliveira") }] });
			const requested = { "message.getMessages": { channels: [channel] } };
			const readingStore = dataOf(await owner.query(requested))[0] as MessagePage;
			expect(readingStore.messages).toMatchObject([{ state: "sent", address: to, recipient: "Ana Prado" }]);
		},
		{ timeout: 20_000, interval: 100 },
	);
});
