import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { publicLinks } from "../../../backend/db/schema";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import type { AuditPage } from "../../../shared/account/audit";
import type { Role } from "../../../shared/account/permissions";
import {
	type CreatePublicLink,
	extendedEnd,
	type LinkFrame,
	linkFramePath,
	type NewPublicLink,
	type PublicLink,
	type PublicView,
	publicIdOf,
	publicLinkPath,
} from "../../../shared/account/public-link";
import type { Attachment } from "../../../shared/base/attachment";
import { dayMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import type { FloorPlan, FloorPlanPosition } from "../../../shared/device/floor-plan";
import { pngFile } from "../../png-file";
import { close, plan } from "../fixtures/account-deletion";
import { reasonOf, userOf } from "../fixtures/account-users";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { dataOf, type Person, parseResponse, send, type Wire } from "../fixtures/people";
import { stopClock } from "../fixtures/rate-limits";

let accountId = "";
let owner: Person;
let kitchen = "";
let made: CreatedDevice;
let planId = "";
const readAt = Date.now() - 60_000;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner("A company that no visitor reads"));
	kitchen = await addGroup(accountId, "Secret kitchen");
	made = await addDevice(owner, {
		name: "=Ice store",
		groupIds: [kitchen],
		description: "Third floor",
		serialNumber: "SN-4711",
	});
	await ingest(made.key, [
		{ channel: "Air", at: readAt - 300_000, value: -18.5 },
		{ channel: "Air", at: readAt, value: -18.34 },
	]);
	dataOf(await owner.mutate("log.addNote", { deviceId: made.device.id, text: "Called the plumber", at: readAt }));
	planId = await addPlan();
	await placeOn(planId, { x: 40_000, y: 30_000 });
});

const pixels = { width: 80, height: 60 };

async function addPlan(groupId = kitchen): Promise<string> {
	const body = new FormData();
	body.set("file", new File([await pngFile({ ...pixels, color: [9, 9, Math.random() * 255] })], "secret-file.png"));
	const sent = await send("/api/proxy/attachment.addAttachment", { method: "POST", headers: owner.headers, body });
	const { id: attachmentId } = dataOf<Attachment>(parseResponse(await sent.json<Wire>()));
	const input = { groupId, name: "Cold rooms", altText: "Two cold rooms", parentId: null, attachmentId };
	return dataOf<FloorPlan>(await owner.mutate("group.addFloorPlan", input)).id;
}

async function placeOn(plan: string, position: FloorPlanPosition | null, deviceId = made.device.id): Promise<void> {
	dataOf(await owner.mutate("group.placeDevice", { planId: plan, deviceId, position }));
}

const toPlan = (plan = planId): Choice => ({ target: { kind: "plan", planId: plan } });

const chosen = { span: "day", days: 30, origins: [], allowsPicture: true, allowsData: true } as const;
type Choice = Partial<CreatePublicLink>;

async function addLink(by: Person = owner, changes: Choice = {}): Promise<NewPublicLink> {
	const target = { kind: "device", deviceId: made.device.id } as const;
	const input = { ...chosen, name: "For Fred", target, ...changes };
	return dataOf<NewPublicLink>(await by.mutate("account.createPublicLink", input));
}

let network = 0;

function open({ link, token }: Pick<NewPublicLink, "link" | "token">, query = ""): Promise<Response> {
	const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": `10.4.${network++ % 250}.1` };
	return send(`${publicLinkPath}?link=${publicIdOf(link.id)}${query}`, { headers });
}

async function isOpen(link: NewPublicLink): Promise<boolean> {
	return (await open(link)).status === 200;
}

const framesOf = async (publicId: string) => (await send(`${linkFramePath}?link=${publicId}`)).json<LinkFrame>();

describe("a public link", () => {
	it("shows names of device and channels with their readings, in the company's words and look", async () => {
		const view = await (await open(await addLink())).json<PublicView>();
		expect(view).toMatchObject({
			kind: "device",
			title: "=Ice store",
			language: "en",
			bucketMs: 0,
			brand: { productName: "AQLCloud" },
			readings: [
				{ device: "=Ice store", name: "Air", text: "−18.3 °C", at: readAt },
				{ device: "=Ice store", name: "Door", text: "—", at: null },
			],
			lines: [
				{ name: "Air", unit: "°C", at: [readAt - 300_000, readAt], value: [-18.5, -18.34] },
				{ name: "Door", isDoor: true, at: [] },
			],
		});
		expect(view.offsets[0]?.at).toBe(view.from);
	});

	it("responds with no id, person, group, serial number, note or key of the account", async () => {
		const link = await addLink(owner, { target: { kind: "chart", channelIds: [made.device.channels[0]?.id ?? ""] } });
		const ofPlan = await addLink(owner, toPlan());
		const [chart, plan] = [
			[open(link), open(link, "&as=csv")],
			[open(ofPlan), open(ofPlan, "&as=csv"), open(ofPlan, "&as=picture")],
		];
		const responses = await Promise.all([...chart, ...plan]);
		const texts = await Promise.all(
			responses.map(async (response) => JSON.stringify([...response.headers]) + (await response.text())),
		);
		const stored = await inAccount(accountId, (db) => {
			const own = sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT GLOB 'sqlite_*'`;
			const tables = db.all<{ name: string }>(own);
			return tables.map(({ name }) => JSON.stringify(db.all(sql.raw(`SELECT * FROM "${name}"`)))).join("\n");
		});
		const ids = stored.match(/\b[a-z]{3}_[0-9a-z]{26}\b/g) ?? [];
		const addresses = stored.match(/[\w.+-]{1,64}@[\w.-]{1,100}/g) ?? [];
		const own = ["Secret kitchen", "SN-4711", "Third floor", "plumber", "no visitor reads", "For Fred", "Pat Example"];
		const words = [...addresses, ...own, link.token, ofPlan.token, owner.sub, "secret-file"];
		const secrets = new Set([...ids, ...ids.map((id) => id.slice(4)), ...words]);
		expect(secrets.size).toBeGreaterThan(20);
		expect(texts[1]).toContain("'=Ice store · Air (°C)");
		expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		for (const secret of secrets) for (const text of texts) expect(text.includes(secret), secret).toBe(false);
	});

	it("shows a floor plan with a dot for each placed device, in the order of the keyboard", async () => {
		const { device } = await addDevice(owner, { name: "Beside", groupIds: [kitchen] });
		const plan = await addPlan();
		await placeOn(plan, { x: 40_000, y: 30_000 });
		await placeOn(plan, { x: 60_000, y: 1_000 }, device.id);
		const view = await (await open(await addLink(owner, toPlan(plan)))).json<PublicView>();
		expect(view).toMatchObject({ kind: "plan", title: "Cold rooms", lines: [], readings: [] });
		expect(view.plan).toEqual({
			picture: 1,
			altText: "Two cold rooms",
			...pixels,
			dots: [
				{ name: "Beside", state: "silent", text: "—", at: null, x: 60_000, y: 1_000, readings: expect.any(Array) },
				{
					...{ name: "=Ice store", state: "normal", text: "−18.3 °C", at: readAt, x: 40_000, y: 30_000 },
					readings: [
						{ device: "=Ice store", name: "Air", text: "−18.3 °C", at: readAt },
						{ device: "=Ice store", name: "Door", text: "—", at: null },
					],
				},
			],
		});
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [kitchen] }));
		const later = await (await open(await addLink(owner, toPlan(plan)))).json<PublicView>();
		expect(later.plan?.dots.map(({ name }) => name)).toEqual(["=Ice store"]);
	});

	it("returns a plan's picture to its token alone, and none of another link", async () => {
		const link = await addLink(owner, toPlan());
		const picture = await open(link, "&as=picture");
		expect([picture.status, picture.headers.get("content-type"), picture.headers.get("cache-control")]).toEqual([
			200,
			"image/png",
			"no-store",
		]);
		expect((await picture.bytes()).slice(1, 4)).toEqual(new TextEncoder().encode("PNG"));
		for (const closed of [{ ...link, token: "" }, await addLink()]) {
			expect((await open(closed, "&as=picture")).status).toBe(404);
		}
	});

	it("sets no cookie, and is stored by no cache", async () => {
		const { headers } = await open(await addLink());
		expect([headers.get("set-cookie"), headers.get("cache-control")]).toEqual([null, "no-store"]);
	});

	it("returns values as CSV only if its maker allows it", async () => {
		const csv = await open(await addLink(), "&as=csv");
		expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect((await csv.text()).split("\r\n").slice(0, 3)).toEqual([
			"Time (UTC),'=Ice store · Air (°C),'=Ice store · Door",
			`${new Date(readAt - 300_000).toISOString()},-18.5,`,
			`${new Date(readAt).toISOString()},-18.34,`,
		]);
		expect((await open(await addLink(owner, { allowsData: false }), "&as=csv")).status).toBe(404);
	});

	it("allows a rate for all its visitors, and no more", async () => {
		const link = await addLink();
		stopClock();
		const statuses = new Set<number>();
		for (let call = 0; call <= serverLimits.publicLinkCallsPerMinute + 2; call += 1)
			statuses.add((await open(link)).status);
		expect([...statuses]).toEqual([200, 429]);
	});

	it("counts openings and no refresh", async () => {
		stopClock(); // openings are counted by day, which may end amid the test
		const link = await addLink();
		await open(link, "&opening");
		await open(link);
		await framesOf(publicIdOf(link.link.id));
		const listed = dataOf<PublicLink[]>(await owner.query("account.getPublicLinks"));
		const { openCount, opens } = listed.find(({ id }) => id === link.link.id) ?? { openCount: null, opens: null };
		expect([openCount, opens]).toEqual([1, [{ day: new Date().toISOString().slice(0, 10), count: 1 }]]);
	});
});

describe("a closed link", () => {
	it("responds alike to a forged, unknown, foreign, revoked and ended link", async () => {
		const [link, other, revoked, ended] = [await addLink(), await addLink(), await addLink(), await addLink()];
		dataOf<PublicLink[]>(await owner.mutate("account.removePublicLink", { linkId: revoked.link.id }));
		const past = { expiresAt: new Date(Date.now() - 1) };
		await inAccount(accountId, (db) => db.update(publicLinks).set(past).where(sql`id = ${ended.link.id}`).run());
		const unknownId = newId("publicLink");
		const strange = await createIngestKeys("publicLink", ["a secret of somebody else"]).mint(accountId, link.link.id);
		const genuine = createIngestKeys("publicLink", [env.INGEST_SECRET]);
		const known = [
			{ ...link, token: strange.key },
			{ ...link, token: (await genuine.mint(accountId, link.link.id)).key },
			{ ...link, token: (await genuine.mint(newId("account"), link.link.id)).key },
			{ token: (await genuine.mint(accountId, unknownId)).key, link: { ...link.link, id: unknownId } },
			{ ...link, link: other.link },
			{ ...link, token: "" },
			{ ...link, token: made.key },
			revoked,
			ended,
		];
		const responses = await Promise.all(known.map((each) => open(each)));
		const shapes = await Promise.all(
			responses.map(async (response) => [response.status, await response.text(), [...response.headers.keys()].sort()]),
		);
		for (const shape of shapes) expect(shape).toEqual([404, '{"problem":"closed"}', expect.any(Array)]);
		expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
		expect(await isOpen(link)).toBe(true);
	});

	it("opens nothing else by its token", async () => {
		const { token } = await addLink();
		for (const path of ["/api/v1/devices", "/api/wall"]) {
			expect((await send(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
		}
	});

	it("shows nothing while its device is outside its maker's groups or deleted", async () => {
		const { device } = await addDevice(owner, { name: "Moved", groupIds: [kitchen] });
		const scoped = await addMember(accountId, "admin", { groupIds: [kitchen] });
		const target = { kind: "device", deviceId: device.id } as const;
		const [link, ofOwner] = [await addLink(scoped, { target }), await addLink(owner, { target })];
		expect(await isOpen(link)).toBe(true);
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [kitchen] }));
		expect([await isOpen(link), await isOpen(ofOwner)]).toEqual([false, true]);
		const [listed] = dataOf<PublicLink[]>(await scoped.query("account.getPublicLinks")).filter(
			({ id }) => id === link.link.id,
		);
		expect(listed).toMatchObject({ state: "closed", devices: [] });
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [device.id] }));
		expect(await isOpen(ofOwner)).toBe(false);
	});

	it("shows nothing of a plan that was removed, and its list says so", async () => {
		const plan = await addPlan();
		const link = await addLink(owner, toPlan(plan));
		expect(await isOpen(link)).toBe(true);
		dataOf(await owner.mutate("group.removeFloorPlan", { planId: plan }));
		expect([await isOpen(link), (await open(link, "&as=picture")).status]).toEqual([false, 404]);
		const listed = dataOf<PublicLink[]>(await owner.query("account.getPublicLinks"));
		expect(listed.find(({ id }) => id === link.link.id)).toMatchObject({ state: "closed", devices: [] });
	});

	const endings: [string, (user: { id: string; version: number }) => [path: string, input: object]][] = [
		["is removed", ({ id }) => ["account.removeUser", { userId: id }]],
		["is disabled", ({ id }) => ["account.disableUser", { userId: id }]],
		["loses the role", (user) => ["account.updateUser", accessOf(user, "operator", "all")]],
		["loses the groups", (user) => ["account.updateUser", accessOf(user, "admin", { groupIds: [cellar] })]],
	];
	let cellar = "";
	const accessOf = ({ id: userId, version }: { id: string; version: number }, role: Role, scope: object | string) => {
		return { userId, version, role, scope };
	};

	it.each(endings)("ends for good once its maker %s", async (_, act) => {
		cellar ||= await addGroup(accountId, "Cellar");
		const maker = await addMember(accountId, "admin", { groupIds: [kitchen] });
		const links = [await addLink(maker), await addLink(maker, toPlan())];
		const user = await userOf(owner, maker.email);
		dataOf(await owner.mutate(...act(user)));
		const left = await inAccount(accountId, (db) => db.select({ id: publicLinks.id }).from(publicLinks).all());
		for (const link of links) {
			expect([await isOpen(link), (await open(link, "&as=picture")).status]).toEqual([false, 404]);
			expect(left).not.toContainEqual({ id: link.link.id });
			const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { entityId: link.link.id }));
			expect(entries).toHaveLength(2);
		}
	});

	it("shows nothing once its account is closed", async () => {
		const other = await createOwner();
		const { device } = await addDevice(other.owner);
		const link = await addLink(other.owner, { target: { kind: "device", deviceId: device.id } });
		expect(await isOpen(link)).toBe(true);
		await plan(other);
		await close(other.id);
		expect(await isOpen(link)).toBe(false);
	});
});

describe("making public links", () => {
	it("takes only devices and channels that the caller sees", async () => {
		const scoped = await addMember(accountId, "admin", { groupIds: [await addGroup(accountId, "Attic")] });
		const input = (target: CreatePublicLink["target"]) => ({ ...chosen, name: "Hidden", target });
		const ofDevice = input({ kind: "device", deviceId: made.device.id });
		const ofChart = input({ kind: "chart", channelIds: made.device.channels.map(({ id }) => id) });
		expect(await reasonOf(scoped.mutate("account.createPublicLink", ofDevice))).toBe("DEVICE_NOT_FOUND");
		expect(await reasonOf(scoped.mutate("account.createPublicLink", ofChart))).toBe("CHANNEL_NOT_FOUND");
		const ofPlan = input({ kind: "plan", planId });
		expect(await reasonOf(scoped.mutate("account.createPublicLink", ofPlan))).toBe("FLOOR_PLAN_NOT_FOUND");
		const link = await addLink();
		expect(dataOf<PublicLink[]>(await scoped.query("account.getPublicLinks"))).toEqual([]);
		const theirs = scoped.mutate("account.removePublicLink", { linkId: link.link.id });
		expect(await reasonOf(theirs)).toBe("PUBLIC_LINK_NOT_FOUND");
	});

	it("needs an end, and origins that a policy takes as they are", async () => {
		const bad = ["https://*.example.com", "https://example.com/page", "http://example.com", "https://a.example;x", "*"];
		const target = { kind: "device", deviceId: made.device.id } as const;
		for (const origin of bad) {
			const input = { ...chosen, name: "Framed", target, days: null, origins: [origin] };
			const { error } = await owner.mutate("account.createPublicLink", input);
			expect(Object.keys(error?.data.fields ?? {}).sort(), origin).toEqual(["days", "origins.0"]);
		}
		const { link } = await addLink(owner, { origins: ["Example.com/", "https://www.example.com:8443"] });
		expect(link.origins).toEqual(["https://example.com", "https://www.example.com:8443"]);
	});

	it("lists links without their tokens", async () => {
		const { token } = await addLink();
		const listed = JSON.stringify(dataOf(await owner.query("account.getPublicLinks")));
		expect(listed).not.toMatch(/aqs_|igest/);
		expect(listed).not.toContain(token);
	});
});

describe("extending a public link", () => {
	const extend = (by: Person, linkId: string, until: number) => {
		return by.mutate("account.extendPublicLink", { linkId, until });
	};
	const endOf = async (link: NewPublicLink) => {
		const listed = dataOf<PublicLink[]>(await owner.query("account.getPublicLinks"));
		return listed.find(({ id }) => id === link.link.id)?.expiresAt.getTime();
	};

	it("keeps its address, brings an ended one and its frames back, and counts once if it is repeated", async () => {
		const link = await addLink(owner, { ...toPlan(), origins: ["https://example.net"] });
		const past = { expiresAt: new Date(Date.now() - 1) };
		await inAccount(accountId, (db) => db.update(publicLinks).set(past).where(sql`id = ${link.link.id}`).run());
		expect(await isOpen(link)).toBe(false);
		const until = extendedEnd(past.expiresAt.getTime(), Date.now());
		for (let press = 0; press < 2; press += 1) dataOf(await extend(owner, link.link.id, until));
		expect([await endOf(link), await isOpen(link)]).toEqual([until, true]);
		expect((await framesOf(publicIdOf(link.link.id))).origins).toEqual(["https://example.net"]);
		dataOf(await extend(owner, link.link.id, until - dayMs));
		expect(await endOf(link)).toBe(until);
	});

	it("ends at most a year ahead, and is for members who see what it shows", async () => {
		const link = await addLink(owner, toPlan());
		const { error } = await extend(owner, link.link.id, Date.now() + 366 * dayMs);
		expect(Object.keys(error?.data.fields ?? {})).toEqual(["until"]);
		const beside = await addMember(accountId, "admin", { groupIds: [await addGroup(accountId, "Loft")] });
		const until = Date.now() + 60 * dayMs;
		expect(await reasonOf(extend(beside, link.link.id, until))).toBe("PUBLIC_LINK_NOT_FOUND");
		const within = await addMember(accountId, "admin", { groupIds: [kitchen] });
		dataOf(await extend(within, link.link.id, until));
		expect(await endOf(link)).toBe(until);
	});
});

describe("who may frame a link", () => {
	it("include its own origins, until it is revoked or ends", async () => {
		const [one, other, none] = [
			await addLink(owner, { origins: ["https://example.com"] }),
			await addLink(owner, { origins: ["https://example.org"] }),
			await addLink(),
		];
		const frames = async (link: NewPublicLink) => (await framesOf(publicIdOf(link.link.id))).origins;
		expect(await frames(one)).toEqual(["https://example.com"]);
		expect([await frames(none), (await framesOf("0".repeat(12))).origins]).toEqual([[], []]);
		expect((await framesOf("%")).origins).toEqual([]);
		await owner.mutate("account.removePublicLink", { linkId: one.link.id });
		expect(await frames(one)).toEqual([]);
		await env.DIRECTORY.prepare("UPDATE short_links SET expires_at = 1 WHERE account_id = ?").bind(accountId).run();
		expect(await frames(other)).toEqual([]);
	});
});
