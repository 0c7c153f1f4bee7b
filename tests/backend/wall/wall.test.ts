import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { changeWall } from "../../../backend/db/wall-rows";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import type { User } from "../../../shared/account/account";
import type { AuditPage } from "../../../shared/account/audit";
import { type CreateWall, type NewWall, type Wall, type WallView, wallPath } from "../../../shared/account/wall";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import { serverLimits } from "../../../shared/base/limits";
import type { NewChannel } from "../../../shared/device/device";
import { eventsSeen } from "../fixtures/alert-account";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { openPage, topicsOf, whenIdle } from "../fixtures/live-page";
import { dataOf, type Person, send } from "../fixtures/people";
import { stopClock } from "../fixtures/rate-limits";

let accountId = "";
let owner: Person;
let kitchen = "";

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner("A company that no screen names"));
	kitchen = await addGroup(accountId, "Kitchen");
});

async function addWall(changes: Partial<CreateWall> = {}): Promise<NewWall> {
	const input = { groupId: kitchen, name: "By the door", days: null, ...changes };
	return dataOf<NewWall>(await owner.mutate("group.createWall", input));
}

let network = 0;
const request = (token: string, init: RequestInit = {}) => {
	const from = `10.3.${network++ % 250}.1`;
	return send(wallPath, { ...init, headers: { authorization: `Bearer ${token}`, "x-forwarded-for": from } });
};

const viewOf = async (token: string) => (await request(token)).json<WallView>();

describe("a screen", () => {
	it("shows the devices of its group with their newest values, and nothing else of the account", async () => {
		const { key } = await addDevice(owner, {
			name: "Ice cream store",
			groupIds: [kitchen],
			description: "Third floor",
		});
		await addDevice(owner, { name: "Never heard of", groupIds: [kitchen] });
		await addDevice(owner, { name: "Elsewhere", groupIds: [] });
		const readAt = Date.now() - 60_000;
		await ingest(key, [{ channel: "Air", at: readAt, value: -18.34 }]);
		const view = await viewOf((await addWall()).token);
		const silent = { name: "Never heard of", state: "silent", isSilent: true, readAt: null };
		expect(view).toEqual({
			group: "Kitchen",
			now: expect.any(Number),
			more: 0,
			hourCycle: "12",
			decimalSign: "point",
			language: "en",
			summary: "2 devices: 1 without connection",
			moreText: "",
			words: expect.objectContaining({ minutesAgo: "Read {minutes} min ago" }),
			tiles: [
				expect.objectContaining(silent),
				{
					name: "Ice cream store",
					state: "normal",
					isSilent: false,
					readAt,
					readings: [
						{ name: "Air", text: "−18.3 °C" },
						{ name: "Door", text: "—" },
					],
				},
			],
		});
		expect(JSON.stringify(view)).not.toMatch(/no screen names|Third floor|Elsewhere|dev_|grp_/);
	});

	it("shows and marks the value that alerts, also of a device fact and of a channel beyond those listed", async () => {
		const { id, owner: own } = await createOwner();
		const store = await addGroup(id, "Store");
		const { token } = dataOf<NewWall>(
			await own.mutate("group.createWall", { groupId: store, name: "Door", days: null }),
		);
		const air = (name: string): NewChannel => ({ name, quantity: "temperature", unit: "°C" });
		const channels: NewChannel[] = [
			...["Top", "Middle", "Bottom", "Probe"].map(air),
			{ name: "Battery", quantity: "battery", unit: "%" },
		];
		const { key } = await addDevice(own, { name: "Insulin store", groupIds: [store], channels });
		const threshold = { kind: "threshold", comparison: ">", limit: { from: "value", value: 8 } } as const;
		const rules: [string, AlertRule["condition"]][] = [
			["Low battery", { kind: "battery", below: 20 }],
			["Warm probe", { ...threshold, channels: { quantity: "temperature", unit: "°C", name: "Probe" } }],
		];
		for (const [name, condition] of rules) await addAlert(own, { name, rule: { ...warmRule, condition } });
		const readings = async () => (await viewOf(token)).tiles.map(({ state, readings: shown }) => [state, ...shown]);
		const at = Date.now() - 60_000;
		const upload = (values: number[], seconds: number) =>
			ingest(
				key,
				values.map((value, index) => ({ channel: channels[index]?.name ?? "", at: at + 1_000 * seconds, value })),
			);
		const [top, middle, bottom] = [
			{ name: "Top", text: "5.5 °C" },
			{ name: "Middle", text: "5.6 °C" },
			{ name: "Bottom", text: "5.7 °C" },
		];
		const battery = { name: "Battery", text: "12 %", isAlerting: true };
		await upload([5.5, 5.6, 5.7, 5.8, 12], 0);
		expect(await readings()).toEqual([["alert", battery, top, middle]]);
		await upload([5.5, 5.6, 5.7, 9, 12], 1);
		const probe = { name: "Probe", text: "9.0 °C", isAlerting: true };
		expect(await readings()).toEqual([["alert", probe, battery, top]]);
		// An acknowledged event is not the reason of the tile's alert.
		const [ofBattery] = await eventsSeen(own).then((events) =>
			events.filter(({ ruleName }) => ruleName === "Low battery"),
		);
		dataOf(await own.mutate("alert.acknowledgeEvents", { eventIds: [ofBattery?.id] }));
		expect(await readings()).toEqual([["alert", probe, top, middle]]);
		await upload([5.5, 5.6, 5.7, 5.8, 12], 2);
		expect(await readings()).toEqual([["acknowledged", battery, top, middle]]);
		await upload([5.5, 5.6, 5.7, 5.8, 90], 3);
		expect(await readings()).toEqual([["normal", top, middle, bottom]]);
	});

	it("shows nothing once it is removed, and others go on", async () => {
		const [one, other] = [await addWall(), await addWall()];
		dataOf<Wall[]>(await owner.mutate("group.removeWall", { wallId: one.wall.id }));
		expect([(await request(one.token)).status, (await request(other.token)).status]).toEqual([401, 200]);
	});

	it("notifies pages of its group when it is first opened, and not at each refresh", async () => {
		const { token } = await addWall();
		const page = await openPage(owner);
		expect((await request(token)).status).toBe(200);
		await expect.poll(() => topicsOf(page).flat()).toContain("groups");
		const notified = topicsOf(page).length;
		expect((await request(token)).status).toBe(200);
		await whenIdle(page);
		expect(topicsOf(page)).toHaveLength(notified);
		page.socket.close();
	});

	it("shows nothing once it has expired", async () => {
		const { wall, token } = await addWall({ days: 30 });
		expect((await request(token)).status).toBe(200);
		await inAccount(accountId, (db) => changeWall(db, wall.id, { expiresAt: new Date(Date.now() - 1) }));
		expect((await request(token)).status).toBe(410);
	});

	it("ends with its group, and follows it into another", async () => {
		const [gone, merged] = [await addGroup(accountId, "Gone"), await addGroup(accountId, "Merged")];
		const [ofGone, ofMerged] = [await addWall({ groupId: gone }), await addWall({ groupId: merged })];
		dataOf(await owner.mutate("group.deleteGroups", { ids: [gone] }));
		dataOf(await owner.mutate("group.mergeGroups", { fromIds: [merged], intoId: kitchen }));
		expect((await request(ofGone.token)).status).toBe(401);
		expect((await viewOf(ofMerged.token)).group).toBe("Kitchen");
	});

	it("opens by its token alone: no other key, no forged one, no other method", async () => {
		const { wall, token } = await addWall();
		const strange = createIngestKeys("wall", ["a secret of somebody else, who knows how it is done"]);
		const { key: forged } = await strange.mint(accountId, wall.id);
		const { key: unknown } = await createIngestKeys("wall", [env.INGEST_SECRET]).mint(accountId, newId("wall"));
		const { key: deviceKey } = await addDevice(owner);
		for (const other of ["", forged, unknown, deviceKey, `${token.slice(0, -1)}0`, token.toUpperCase()]) {
			expect((await request(other)).status).toBe(other === token ? 200 : 401);
		}
		expect((await request(token, { method: "POST" })).status).toBe(405);
		const elsewhere = await send("/api/v1/devices", { headers: { authorization: `Bearer ${token}` } });
		expect(elsewhere.status).toBe(401);
	});

	it("allows a rate for several screens at one address, and no more", async () => {
		const { token } = await addWall();
		stopClock();
		const statuses = new Set<number>();
		for (let call = 0; call <= serverLimits.wallCallsPerMinute + 2; call += 1)
			statuses.add((await request(token)).status);
		expect([...statuses]).toEqual([200, 429]);
	});
});

describe("the list of screens", () => {
	it("holds those of the caller's groups, with their last call, and never a token", async () => {
		const hidden = await addGroup(accountId, "Hidden");
		const { wall, token } = await addWall({ groupId: hidden });
		await request(token);
		const listed = await owner.query("group.getWalls");
		const own = dataOf<Wall[]>(listed).find(({ id }) => id === wall.id);
		expect(own).toMatchObject({ name: "By the door", lastSeenAt: expect.any(Date), expiresAt: null });
		expect(JSON.stringify(listed)).not.toMatch(/aqw_|igest/);
		const scoped = await addMember(accountId, "admin", { groupIds: [kitchen] });
		const theirs = dataOf<Wall[]>(await scoped.query("group.getWalls"));
		expect(theirs.some(({ groupId }) => groupId === hidden)).toBe(false);
	});
});

describe("the screens of a removed member", () => {
	async function leaving() {
		const admin = await addMember(accountId, "admin");
		const input = { groupId: kitchen, name: "By the door", days: null };
		const { token } = dataOf<NewWall>(await admin.mutate("group.createWall", input));
		const users = dataOf<User[]>(await owner.query("account.getUsers"));
		const userId = users.find(({ email }) => email === admin.email)?.id ?? "";
		const [listed] = dataOf<Wall[]>(await owner.query("group.getWalls")).filter(
			({ createdBy }) => createdBy === userId,
		);
		expect(listed).toMatchObject({ name: "By the door", createdByName: "Pat Example" });
		return { userId, token, wallId: listed?.id ?? "" };
	}

	it.each(["account.removeUser", "account.disableUser"])(
		"go on at %s unless they are removed with them",
		async (path) => {
			const [kept, removed] = [await leaving(), await leaving()];
			dataOf(await owner.mutate(path, { userId: kept.userId }));
			dataOf(await owner.mutate(path, { userId: removed.userId, removesWalls: true }));
			expect((await request(kept.token)).status).toBe(200);
			expect((await request(removed.token)).status).toBe(401);
			const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { entityId: removed.wallId }));
			expect(entries.map(({ action }) => action)).toContain(path);
		},
	);

	it("stay if the person who removes their maker does not see the group", async () => {
		const [other, made] = [await addGroup(accountId, "Cellar"), await leaving()];
		const scoped = await addMember(accountId, "admin", { groupIds: [other] });
		const ofCellar = await addMember(accountId, "admin", { groupIds: [other] });
		const users = dataOf<User[]>(await owner.query("account.getUsers"));
		const userId = users.find(({ email }) => email === ofCellar.email)?.id ?? "";
		await inAccount(accountId, (db) => changeWall(db, made.wallId, { createdBy: userId }));
		dataOf(await scoped.mutate("account.removeUser", { userId, removesWalls: true }));
		expect((await request(made.token)).status).toBe(200);
	});
});
