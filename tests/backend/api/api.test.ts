import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { resources } from "../../../backend/api/resources";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import type { User } from "../../../shared/account/account";
import type { ApiKey, NewApiKey } from "../../../shared/account/api-key";
import type { AuditPage } from "../../../shared/account/audit";
import type { BillingSummary } from "../../../shared/account/billing";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import { createAlerted } from "../fixtures/alert-account";
import { type ApiPage, actByApi, addApiKey, callApi, pageOf } from "../fixtures/api-keys";
import { addDevice, addGroup, addMember, createOwner, freezer, ingest, newId } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { stopClock } from "../fixtures/rate-limits";

let accountId = "";
let owner: Person;
let key = "";

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	({ key } = await addApiKey(owner));
});

type DeviceRow = { id: string; name: string };
type ReadingRow = { deviceId: string; value: number; readingAt: string };

const deniedLimit = {
	"retry-after": "60",
	"ratelimit-policy": `"refused";q=${serverLimits.ingestRefusalsPerMinute};w=60`,
	ratelimit: '"refused";r=0;t=60',
};

describe("a list", () => {
	const needsNothing = Object.keys(resources).filter((name) => resources[name]?.parameters.safeParse({}).success);

	it.for(needsNothing)("responds as JSON and CSV: %s", async (name) => {
		const { key } = await addApiKey(owner, { access: "audit" });
		expect((await pageOf(await callApi(key, name))).data).toBeInstanceOf(Array);
		const file = await callApi(key, `${name}?format=csv`);
		const text = await file.text();
		expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(text.split("\r\n")[0]?.replace("\uFEFF", "")).toBe(Object.keys(resources[name]?.row.shape ?? {}).join(","));
	});

	it("holds every row once, page by page, in the order of ids", async () => {
		const made = await Promise.all(
			Array.from({ length: 7 }, (_, position) => addDevice(owner, { name: `Paged ${position}` })),
		);
		const found: string[] = [];
		let path: string | null = "devices?search=Paged&limit=3";
		while (path !== null) {
			const page: { data: DeviceRow[]; nextCursor: string | null } = await pageOf<DeviceRow>(await callApi(key, path));
			found.push(...page.data.map(({ id }) => id));
			path = page.nextCursor && `devices?limit=3&search=Paged&cursor=${page.nextCursor}`;
		}
		expect(found).toEqual(made.map(({ device }) => device.id).sort());
	});

	it("links to no further page after its last row", async () => {
		const { owner } = await createOwner();
		const { key } = await addApiKey(owner, { access: "audit" });
		const { device, key: deviceKey } = await addDevice(owner);
		const from = Date.now() - hourMs;
		const [channel] = freezer.channels;
		await ingest(
			deviceKey,
			[0, 1, 2, 3].map((minute) => ({ channel: channel?.name, at: from + minute * 60_000, value: minute })),
		);
		for (const path of [`readings?from=${from}&device=${device.id}`, "audit", "log", "devices", "deliveries"]) {
			const whole = await pageOf(await callApi(key, path));
			if (whole.data.length === 0) continue;
			const list = `${path}${path.includes("?") ? "&" : "?"}limit=${whole.data.length}`;
			expect(await pageOf(await callApi(key, list)), list).toMatchObject({ nextCursor: null });
		}
	});

	it("continues at its link, and not with another query or account", async () => {
		const first = await callApi(key, "devices?limit=1");
		const [, next = ""] = /^<\/api\/v1\/(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
		expect((await callApi(key, next)).status).toBe(200);
		const cursor = new URLSearchParams(next.split("?")[1]).get("cursor");
		const other = await addApiKey((await createOwner()).owner);
		for (const response of [
			await callApi(key, `devices?search=x&cursor=${cursor}`),
			await callApi(key, `groups?cursor=${cursor}`),
			await callApi(key, `devices?cursor=${cursor}x`),
			await callApi(other.key, `devices?cursor=${cursor}`),
		]) {
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ title: "InvalidCursor" });
		}
	});

	it("returns 304 while nothing in it has changed", async () => {
		const etag = (await callApi(key, "groups")).headers.get("etag") ?? "";
		const bare = etag.slice(1, -1);
		const marked = [`W/${etag}`, `"${bare}-gzip"`, `W/"${bare}--gzip"`, `"${bare}:br"`, `"other", "${bare};zstd"`];
		for (const tag of marked) expect((await callApi(key, "groups", { "if-none-match": tag })).status).toBe(304);
		for (const tag of [`"${bare}0"`, `"x${bare}"`, "*-gzip", `"${bare}-"`, ""]) {
			expect((await callApi(key, "groups", { "if-none-match": tag })).status).toBe(200);
		}
		await addGroup(accountId, "Another");
		expect((await callApi(key, "groups", { "if-none-match": etag })).status).toBe(200);
	});

	it("holds the readings of a time span, however its times are written", async () => {
		const { device, key: deviceKey } = await addDevice(owner);
		const at = Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs;
		const [channel] = freezer.channels;
		const reading = (minutes: number) => ({ channel: channel?.name, at: at + minutes * 60_000, value: minutes });
		await ingest(deviceKey, [reading(0), reading(1), reading(2)]);
		const from = new Date(at + 60_000).toISOString();
		const offset = `${new Date(at + 60_000 + hourMs).toISOString().slice(0, 19)}+01:00`;
		for (const text of [from, String(at + 60_000), encodeURIComponent(offset), offset]) {
			const { data } = await pageOf<ReadingRow>(await callApi(key, `readings?device=${device.id}&from=${text}`));
			expect(data.map(({ value }) => value)).toEqual([1, 2]);
			expect(data[0]?.readingAt).toBe(from);
		}
	});

	it.for(["readings", "log"])("begins a day before its end, if only that is given: %s", async (name) => {
		const at = Date.now() - 30 * dayMs;
		const { device, key: deviceKey } = await addDevice(owner);
		dataOf(await owner.mutate("log.addNote", { deviceId: device.id, at: at - hourMs, text: "Door open" }));
		await ingest(deviceKey, [{ channel: "Air", at: at - hourMs, value: 4 }]);
		const path = name === "log" ? `log?kind=note&device=${device.id}` : `readings?device=${device.id}`;
		const both = await callApi(key, `${path}&from=${at - dayMs}&to=${at}`);
		const alone = await pageOf(await callApi(key, `${path}&to=${at}`));
		expect(alone.data).toHaveLength(1);
		expect(alone.data).toEqual((await pageOf(both)).data);
	});

	it("names what is wrong with each parameter", async () => {
		const response = await callApi(key, "readings?from=yesterday&device=dev_1&limit=0&colour=red");
		expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
		const { fields } = await response.json<{ fields: Record<string, string> }>();
		expect(Object.keys(fields).sort()).toEqual(["", "device.0", "from", "limit"]);
	});

	it.for([
		["changes?since=yesterday", ["since"]],
		["log?since=2026-03-14", ["since"]],
		["devices?cursor=1", ["cursor"]],
		["readings?from=2026-02-30T00:00:00Z", ["from"]],
		["readings?from=2026-03-14T24:30:00Z&to=2026-03-14T10:00:60Z", ["from", "to"]],
		["readings?from=2569-03-14T00:00:00Z", ["from"]],
		["readings?from=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z", ["to"]],
		["log?from=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z", ["to"]],
		["events?from=2026-03-15T00:00:00Z&to=2026-03-15T00:00:00Z", ["to"]],
		["deliveries?from=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z", ["to"]],
		["audit?from=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z", ["to"]],
		["audit?since=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z", ["to"]],
	] as const)("names the parameter of a time that cannot be: %s", async ([path, names]) => {
		const { key } = await addApiKey(owner, { access: "audit" });
		const response = await callApi(key, path);
		const { fields = {} } = await response.json<{ fields?: Record<string, string> }>();
		expect([response.status, Object.keys(fields)]).toEqual([400, names]);
	});
});

async function userOf({ email }: Person): Promise<User> {
	const user = dataOf<User[]>(await owner.query("account.getUsers")).find((each) => each.email === email);
	if (!user) throw new Error("Nobody has this address");
	return user;
}

describe("a key", () => {
	it("rejects a missing, forged or revoked key", async () => {
		const revoked = await addApiKey(owner);
		dataOf(await owner.mutate("account.revokeApiKey", { keyId: revoked.apiKey.id }));
		const unknown = await createIngestKeys("apiKey", [env.INGEST_SECRET]).mint(accountId, newId("apiKey"));
		const { key: deviceKey } = await addDevice(owner);
		for (const bad of ["", "aqk_x", `${key}x`, revoked.key, unknown.key, deviceKey]) {
			const response = await callApi(bad, "devices", { "x-forwarded-for": crypto.randomUUID() });
			expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
		}
		const { headers } = owner;
		expect((await send("/api/v1/devices", { headers })).status).toBe(401);
	});

	it("shows a key of some groups only their devices", async () => {
		const group = await addGroup(accountId, "Cold");
		const inside = await addDevice(owner, { groupIds: [group] });
		const outside = await addDevice(owner);
		const { key } = await addApiKey(owner, { scope: { groupIds: [group] } });
		const { data } = await pageOf<DeviceRow>(await callApi(key, "devices"));
		expect(data.map(({ id }) => id)).toEqual([inside.device.id]);
		expect((await callApi(key, `readings?device=${outside.device.id}`)).status).toBe(404);
	});

	it("reads the use of the plan page by page with the audit permission, equal to the screen", async () => {
		const { key } = await addApiKey(owner, { access: "audit" });
		const { usage } = dataOf<BillingSummary>(await owner.query("billing.getBillingSummary"));
		const found: { meter: string; used: number; limit: number | null }[] = [];
		let cursor: string | null = "";
		while (cursor !== null) {
			const path = `usage?limit=3${cursor && `&cursor=${cursor}`}`;
			const page: ApiPage<(typeof found)[number]> = await pageOf(await callApi(key, path));
			found.push(...page.data);
			cursor = page.nextCursor;
		}
		const meters = usage.map(({ meter }) => meter);
		expect(found.map(({ meter }) => meter)).toEqual(meters.toSorted());
		const usedOf = (rows: { meter: string; used: number }[]) => rows.find(({ meter }) => meter === "devices")?.used;
		expect(usedOf(found)).toBe(usedOf(usage));
	});

	it("denies a key that only reads the users, the audit log, the bill and every write", async () => {
		for (const path of ["users", "audit", "usage"]) expect((await callApi(key, path)).status).toBe(403);
		const response = await actByApi(key, "notes", { deviceId: null, at: Date.now(), text: "Door was open" });
		expect(await response.json()).toMatchObject({ status: 403, title: "ReadOnlyKey" });
	});

	it("writes in its own name, which the audit log keeps", async () => {
		const { key, apiKey } = await addApiKey(owner, { name: "Robot", access: "write" });
		const at = new Date().toISOString();
		const response = await actByApi(key, "notes", { deviceId: null, at, text: "Door was open" });
		expect(await response.json()).toMatchObject({ data: { text: "Door was open", author: "Robot", at } });
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { actorId: apiKey.id }));
		expect(entries.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
			["log.addNote", "key", "Robot"],
		]);
	});

	it("writes once what it sends again with its own key of the request", async () => {
		const [first, second] = [await addApiKey(owner, { access: "write" }), await addApiKey(owner, { access: "write" })];
		const note = { deviceId: null, at: new Date().toISOString(), text: "Door was left open" };
		const send = (key: string, requestKey: string, body: object = note) =>
			actByApi(key, "notes", body, { "idempotency-key": requestKey });
		const responded = async (response: Response) => (await response.json<{ data: { id: string } }>()).data;
		const requestKey = '"a key, with spaces: 1"';
		const made = await responded(await send(first.key, requestKey));
		expect(await responded(await send(first.key, requestKey))).toEqual(made);
		expect((await responded(await send(second.key, requestKey))).id).not.toBe(made.id);
		const other = await send(first.key, requestKey, { ...note, text: "Another" });
		expect(await other.json()).toMatchObject({ status: 422, title: "RequestKeyReused" });
		for (const none of ["", "x".repeat(256)]) {
			expect(await (await send(first.key, none)).json()).toMatchObject({ title: "InvalidIdempotencyKey" });
		}
		const company = dataOf<object>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, city: "Porto" }));
		expect(await (await send(first.key, requestKey)).json()).toMatchObject({ status: 409, title: "RequestDone" });
	});

	describe("that acknowledges", () => {
		const body = { comment: "Going there" };
		type Called = { eventId: string; key: string; requestKey?: string; comment?: string };
		async function acknowledge({ eventId, key, requestKey = "K", comment = body.comment }: Called) {
			const headers = { "idempotency-key": requestKey };
			const response = await actByApi(key, "events/acknowledge", { eventIds: [eventId], comment }, headers);
			const { data, title } = await response.json<{ data?: object; title?: string }>();
			return { status: response.status, ...(data && { data }), ...(title && { title }) };
		}
		async function createOpen() {
			const alerted = await createAlerted();
			await alerted.send([[1, 9]]);
			const eventId = (await alerted.events())[0]?.id ?? "";
			const { key } = await addApiKey(alerted.owner, { name: "Pager", access: "write" });
			const said = async () => {
				const { timeline } = dataOf<AlertEventDetail>(await alerted.owner.query("alert.getEvent", { eventId }));
				return timeline.flatMap(({ kind, author, text }) => (author === null ? [] : [[kind, author, text]]));
			};
			return { ...alerted, eventId, key, said };
		}
		const done = { status: 200, data: { changed: 1 } };

		it("acknowledges once, however often it is sent, also after further readings", async () => {
			const { eventId, key, said, send } = await createOpen();
			expect(await acknowledge({ eventId, key })).toEqual(done);
			await send([[2, 11]]);
			expect(await acknowledge({ eventId, key })).toEqual(done);
			expect(await said()).toEqual([["acknowledged", "Pager", "Going there"]]);
			const other = await acknowledge({ eventId, key, comment: "Something else" });
			expect(other).toEqual({ status: 422, title: "RequestKeyReused" });
			await send([[3, 5]]);
			expect(await acknowledge({ eventId, key })).toEqual({ status: 409, title: "RequestDone" });
		});

		it("returns the same to two calls at the same instant", async () => {
			const { eventId, key, said } = await createOpen();
			const both = await Promise.all([acknowledge({ eventId, key }), acknowledge({ eventId, key })]);
			expect(both).toEqual([done, done]);
			expect(await said()).toHaveLength(1);
		});

		it("stores the idempotency key of a call that found nothing to do", async () => {
			const { eventId, key, owner } = await createOpen();
			dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [eventId] }));
			const nothing = { status: 200, data: { changed: 0 } };
			expect(await acknowledge({ eventId, key, comment: "" })).toEqual(nothing);
			expect(await acknowledge({ eventId, key, comment: "" })).toEqual(nothing);
			expect(await acknowledge({ eventId, key })).toMatchObject({ title: "RequestKeyReused" });
		});

		it("does it once after 429, and apart from another API key", async () => {
			const { eventId, key, owner, said } = await createOpen();
			let limited = await callApi(key, "groups");
			for (let call = 0; call < 200 && limited.status === 200; call += 1) limited = await callApi(key, "groups");
			expect(limited.status).toBe(429);
			expect(await acknowledge({ eventId, key })).toMatchObject({ status: 429 });
			const other = await addApiKey(owner, { name: "Second", access: "write" });
			expect(await acknowledge({ eventId, key: other.key })).toEqual(done);
			expect(await said()).toEqual([["acknowledged", "Second", "Going there"]]);
		});
	});

	it("limits a key to the rights of its keeper, and works on for a new keeper", async () => {
		const admin = await addMember(accountId, "admin");
		const { key, apiKey } = await addApiKey(admin, { access: "audit" });
		expect((await callApi(key, "users")).status).toBe(200);
		dataOf(await owner.mutate("account.removeUser", { userId: (await userOf(admin)).id }));
		const paused = await callApi(key, "devices");
		expect(await paused.json()).toMatchObject({ status: 403, title: "PausedKey" });
		const list = dataOf<ApiKey[]>(await owner.query("account.getApiKeys"));
		expect(list.find(({ id }) => id === apiKey.id)).toMatchObject({ state: "paused" });
		dataOf(await owner.mutate("account.keepApiKey", { keyId: apiKey.id }));
		expect((await callApi(key, "devices")).status).toBe(200);
	});

	it("limits a key to the groups of its keeper at once", async () => {
		const group = await addGroup(accountId, "Only these");
		const admin = await addMember(accountId, "admin");
		const { key } = await addApiKey(admin);
		const { id: userId, version } = await userOf(admin);
		const { nextCursor } = await pageOf(await callApi(key, "devices?limit=1"));
		dataOf(await owner.mutate("account.updateUser", { userId, version, role: "admin", scope: { groupIds: [group] } }));
		expect((await pageOf(await callApi(key, "devices"))).data).toEqual([]);
		// A page that was begun with more rights returns no further rows.
		expect((await pageOf(await callApi(key, `devices?limit=1&cursor=${nextCursor}`))).data).toEqual([]);
	});

	it("cannot be made with more rights than one has", async () => {
		const group = await addGroup(accountId, "Mine");
		const admin = await addMember(accountId, "admin", { groupIds: [group] });
		const response = await admin.mutate("account.createApiKey", {
			name: "All",
			access: "read",
			scope: "all",
			days: null,
		});
		expect(response.error).toMatchObject({ data: { reason: "NOT_PERMITTED", fields: { scope: expect.any(String) } } });
	});

	it("makes as many calls as its limit allows, and gets the number of those left", async () => {
		const { key } = await addApiKey(owner);
		stopClock();
		const first = await callApi(key, "groups");
		expect(first.headers.get("ratelimit")).toBe(`"key";r=${serverLimits.apiCallsPerMinute - 1};t=60`);
		let response = first;
		for (let call = 0; call <= serverLimits.apiCallsPerMinute && response.status === 200; call += 1) {
			response = await callApi(key, "groups");
		}
		expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
	});

	it("stops working at its end", async () => {
		const made = await owner.mutate("account.createApiKey", { name: "A", access: "read", scope: "all", days: 30 });
		const { apiKey } = dataOf<NewApiKey>(made);
		expect(apiKey.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 29 * dayMs);
	});
});

type Sent = { data: { accepted: number; duplicates: number; rejected: { pointer: string; title: string }[] } };

describe("readings that a program sends", () => {
	const [channel] = freezer.channels;
	const at = new Date(Date.now() - hourMs).toISOString();

	it("stores readings by device id or serial number, and returns an error for each rejected one", async () => {
		const { key } = await addApiKey(owner, { access: "write" });
		const one = await addDevice(owner);
		const other = await addDevice(owner, { serialNumber: "770-001" });
		const readings = [
			{ device: one.device.id, channel: channel?.name, at, value: 4 },
			{ device: 770_001, channel: channel?.name, at, value: 5 },
			{ device: one.device.id, channel: "Nose", at, value: 4 },
			{ device: newId("device"), channel: channel?.name, at, value: 4 },
			"4",
			{ device: one.device.id, channel: channel?.name, at: "today", value: 4 },
		];
		const response = await actByApi(key, "readings", { readings });
		const { data } = await response.json<Sent>();
		expect([response.status, data.accepted, data.duplicates]).toEqual([200, 2, 0]);
		expect(data.rejected.map(({ pointer, title }) => [pointer, title])).toEqual([
			["#/readings/2", "unknown-channel"],
			["#/readings/3", "unknown-device"],
			["#/readings/4", "not-an-object"],
			["#/readings/5", "bad-time"],
		]);
		const ids = `${one.device.id},${other.device.id}`;
		const { data: stored } = await pageOf<ReadingRow>(await callApi(key, `readings?device=${ids}&from=${at}`));
		expect(stored.map(({ value }) => value).sort()).toEqual([4, 5]);
		expect((await (await actByApi(key, "readings", { readings })).json<Sent>()).data).toMatchObject({
			accepted: 0,
			duplicates: 2,
		});
	});

	it("lose only the reading with a bare NaN, as Python writes it", async () => {
		const { key } = await addApiKey(owner, { access: "write" });
		const { device } = await addDevice(owner);
		const reading = (value: string, time: string) =>
			`{"device": "${device.id}", "channel": "${channel?.name}", "at": "${time}", "value": ${value}}`;
		const body = `{"readings": [${reading("NaN", at)}, ${reading("4", new Date().toISOString())}]}`;
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const response = await send("/api/v1/readings", { method: "POST", headers, body });
		const { data } = await response.json<Sent>();
		expect([response.status, data.accepted]).toEqual([200, 1]);
		expect(data.rejected).toMatchObject([{ pointer: "#/readings/0", title: "bad-value" }]);
	});

	it("rejects a body without a good reading, a key that only reads, and devices outside the key's groups", async () => {
		const group = await addGroup(accountId, "Its own");
		const { device } = await addDevice(owner);
		const readings = [{ device: device.id, channel: channel?.name, at, value: 4 }];
		const scoped = await addApiKey(owner, { access: "write", scope: { groupIds: [group] } });
		const none = await actByApi(scoped.key, "readings", { readings });
		expect(none.headers.get("content-type")).toBe("application/problem+json");
		expect(await none.json()).toMatchObject({
			status: 422,
			title: "NothingStored",
			errors: [{ pointer: "#/readings/0", title: "unknown-device" }],
		});
		expect(await (await actByApi(key, "readings", { readings })).json()).toMatchObject({ title: "ReadOnlyKey" });
		const { data } = await pageOf(await callApi(key, `readings?device=${device.id}&from=${at}`));
		expect(data).toEqual([]);
	});
});

type Change = { deviceId: string; change: string; from: string | null; to: string | null };
type Changes = { data: Change[]; nextCursor: string | null; nextSince: string | null };

describe("the feed of changes", () => {
	const [channel] = freezer.channels;
	const changesSince = async (key: string, since: string | null) => {
		const response = await callApi(key, `changes${since === null ? "" : `?since=${since}`}`);
		if (!response.ok) throw new Error(await response.text());
		return response.json<Changes>();
	};

	it("returns each change once, by its receipt, whatever the time of the readings", async () => {
		const { owner } = await createOwner();
		const { key } = await addApiKey(owner);
		const { device, key: deviceKey } = await addDevice(owner);
		const first = await changesSince(key, null);
		expect(first.data).toEqual([]);
		const late = Math.floor(Date.now() / dayMs) * dayMs - 9 * dayMs;
		await ingest(deviceKey, [{ channel: channel?.name, at: late + hourMs, value: 1 }]);
		const second = await changesSince(key, first.nextSince);
		const span = { from: new Date(late).toISOString(), to: new Date(late + dayMs).toISOString() };
		expect(second.data).toEqual([{ deviceId: device.id, change: "changed", ...span, eventsGone: false }]);
		expect((await changesSince(key, second.nextSince)).data).toEqual([]);
	});

	it("rejects a cursor of another account, of another filter, or one that was never issued", async () => {
		const { key } = await addApiKey(owner);
		const { nextSince } = await changesSince(key, null);
		const { device } = await addDevice(owner);
		const other = await addApiKey((await createOwner()).owner);
		for (const response of [
			await callApi(other.key, `changes?since=${nextSince}`),
			await callApi(key, `changes?since=${nextSince}&device=${device.id}`),
			await callApi(key, "changes?since=2026-01-01T00:00:00Z"),
		]) {
			expect([response.status, (await response.json<{ title: string }>()).title]).toEqual([400, "InvalidSince"]);
		}
	});

	it("continues over pages, and gives the next position on the last one alone", async () => {
		const { owner } = await createOwner();
		const { key } = await addApiKey(owner);
		const devices = await Promise.all(Array.from({ length: 5 }, () => addDevice(owner)));
		const at = Date.now() - hourMs;
		for (const each of devices) await ingest(each.key, [{ channel: channel?.name, at, value: 1 }]);
		const notified: string[] = [];
		let path: string | null = "changes?limit=2";
		while (path !== null) {
			const page: Changes = await (await callApi(key, path)).json<Changes>();
			notified.push(...page.data.map(({ deviceId }) => deviceId));
			expect(page.nextSince === null).toBe(page.nextCursor !== null);
			path = page.nextCursor && `changes?limit=2&cursor=${page.nextCursor}`;
		}
		expect(notified).toEqual(devices.map(({ device }) => device.id).sort());
	});

	it("limits calls, also those that never reach the account", async () => {
		const { key } = await addApiKey(owner);
		const stranger = (await createOwner()).owner;
		await Promise.all([addDevice(stranger), addDevice(stranger)]);
		const theirs = await addApiKey(stranger);
		const { nextCursor } = await pageOf(await callApi(theirs.key, "devices?limit=1"));
		const path = `devices?limit=1&cursor=${nextCursor}`;
		let response = await callApi(key, path);
		for (let call = 0; call < 10_000 && response.status === 400; call += 1) response = await callApi(key, path);
		expect((await callApi(theirs.key, path)).status).toBe(200);
		expect(response.status).toBe(429);
		expect(Object.fromEntries(response.headers)).toMatchObject(deniedLimit);
	});

	it("sends the headers of its limit also without a valid key", async () => {
		const request = () => callApi("no key", "devices", { "x-forwarded-for": "10.9.8.7" });
		let response = await request();
		for (let call = 0; call < 10_000 && response.status === 401; call += 1) response = await request();
		expect(response.status).toBe(429);
		expect(Object.fromEntries(response.headers)).toMatchObject(deniedLimit);
		expect(await response.json()).toMatchObject({
			title: "TooManyCalls",
			detail: expect.not.stringContaining("this key"),
		});
	});
});

describe("the keys of a removed member", () => {
	it("pass to the person who removes their keeper, within the rights that this person can grant", async () => {
		const { id, owner } = await createOwner();
		const admin = await addMember(id, "admin");
		const { key, apiKey } = await addApiKey(admin, { access: "audit" });
		const users = dataOf<User[]>(await owner.query("account.getUsers"));
		const userId = users.find(({ email }) => email === admin.email)?.id;
		dataOf(await owner.mutate("account.disableUser", { userId, takesKeys: false }));
		expect(await (await callApi(key, "devices")).json()).toMatchObject({ title: "PausedKey" });
		dataOf(await owner.mutate("account.enableUser", { userId }));
		dataOf(await owner.mutate("account.removeUser", { userId, takesKeys: true }));
		expect((await callApi(key, "users")).status).toBe(200);
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { entityId: apiKey.id }));
		expect(entries.map(({ action }) => action)).toContain("account.removeUser");
	});
});
