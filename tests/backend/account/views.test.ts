import { beforeAll, describe, expect, it } from "vitest";
import { savedViews } from "../../../backend/db/schema";
import type { User } from "../../../shared/account/account";
import { mostViews, type SavedView } from "../../../shared/account/view";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;
let operator: Person;
let viewer: Person;
let scoped: Person;
let groupId = "";

const cold = { screen: "log", name: "Cold rooms", search: "range=7d&q=cold", isShared: false } as const;
const namesFor = async (person: Person) =>
	dataOf<SavedView[]>(await person.query("view.getViews")).map(({ name }) => name);
const create = async (person: Person, changes: object = {}) =>
	dataOf<SavedView>(await person.mutate("view.createView", { ...cold, ...changes }));
const reasonOf = async (person: Person, verb: string, input: object) =>
	(await person.mutate(`view.${verb}`, input)).error?.data;
const toUpdate = ({ id, version, name, search, isShared }: SavedView) => ({
	viewId: id,
	version,
	name,
	search,
	isShared,
});

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	groupId = await addGroup(accountId, "Seen");
	operator = await addMember(accountId, "operator");
	viewer = await addMember(accountId, "viewer");
	scoped = await addMember(accountId, "operator", { groupIds: [groupId] });
});

describe("a view", () => {
	it("stores a user's own view unchanged, for its maker alone", async () => {
		const made = await create(viewer);
		expect(made).toEqual({ ...cold, id: made.id, author: null, isEditable: true, version: 1 });
		expect(await namesFor(viewer)).toEqual(["Cold rooms"]);
		expect(await namesFor(owner)).not.toContain("Cold rooms");
		for (const person of [owner, operator]) {
			expect(await reasonOf(person, "updateView", toUpdate(made))).toMatchObject({ reason: "VIEW_NOT_FOUND" });
			expect(await reasonOf(person, "deleteView", { viewId: made.id })).toMatchObject({ reason: "VIEW_NOT_FOUND" });
		}
		const renamed = dataOf<SavedView>(
			await viewer.mutate("view.updateView", { ...toUpdate(made), name: "Warm rooms", search: "" }),
		);
		expect(renamed).toMatchObject({ name: "Warm rooms", search: "", version: 2 });
		await viewer.mutate("view.deleteView", { viewId: made.id });
		expect(await namesFor(viewer)).toEqual([]);
	});

	it("shares it if a member may write notes, and lets its maker, the owner and admins change it", async () => {
		expect(await reasonOf(viewer, "createView", { ...cold, isShared: true })).toMatchObject({
			reason: "NOT_PERMITTED",
			fields: { isShared: expect.stringContaining("cannot share") },
		});
		const made = await create(operator, { name: "Shared rooms", isShared: true });
		const seen = dataOf<SavedView[]>(await viewer.query("view.getViews")).find(({ id }) => id === made.id);
		expect(seen).toMatchObject({ isEditable: false, author: expect.any(String), isShared: true });
		expect(await reasonOf(viewer, "updateView", toUpdate(made))).toMatchObject({ reason: "NOT_PERMITTED" });
		expect(await reasonOf(viewer, "deleteView", { viewId: made.id })).toMatchObject({ reason: "NOT_PERMITTED" });
		const hidden = { ...toUpdate(made), isShared: false };
		expect(await reasonOf(owner, "updateView", hidden)).toMatchObject({ reason: "NOT_PERMITTED" });
		const renamed = dataOf<SavedView>(await owner.mutate("view.updateView", { ...toUpdate(made), name: "All rooms" }));
		expect(renamed).toMatchObject({ name: "All rooms", isEditable: true, version: 2 });
		expect(await reasonOf(operator, "updateView", toUpdate(made))).toMatchObject({ reason: "CHANGED_MEANWHILE" });
		expect(await namesFor(operator)).toContain("All rooms");
		await operator.mutate("view.deleteView", { viewId: made.id });
		expect(await namesFor(viewer)).toEqual([]);
	});

	it("rejects a name that is taken on its screen, at the name", async () => {
		const made = await create(operator, { name: "Doors" });
		const taken = { fields: { name: "You have a view of this name." } };
		expect(await reasonOf(operator, "createView", { ...cold, name: " doors " })).toMatchObject(taken);
		const other = await create(operator, { name: "Doors", screen: "devices" });
		const shared = await create(operator, { name: "Doors", isShared: true });
		const second = await create(operator, { name: "Gates" });
		expect(await reasonOf(operator, "updateView", { ...toUpdate(second), name: "DOORS" })).toMatchObject(taken);
		expect(await reasonOf(operator, "updateView", { ...toUpdate(made), isShared: true })).toMatchObject({
			fields: { name: "There is a shared view of this name." },
		});
		for (const { id } of [made, other, shared, second]) await operator.mutate("view.deleteView", { viewId: id });
	});

	it("hides a view that names something else from scoped members, who cannot share", async () => {
		const { device } = await addDevice(owner, { groupIds: [groupId] });
		const { device: hidden } = await addDevice(owner);
		const shared = (name: string, search: string) => create(owner, { name, search, isShared: true });
		const made = await Promise.all([
			shared("Anything", "range=7d"),
			shared("Their group", `group=${groupId}&range=7d`),
			shared("Their device", `device=${device.id}`),
			shared("Another group", `group=${groupId}%2C${newId("group")}`),
			shared("Another device", `device=${hidden.id}`),
			shared("A channel", `channels=${device.channels[0]?.id}`),
		]);
		expect(await namesFor(scoped)).toEqual(["Anything", "Their device", "Their group"]);
		expect(await namesFor(viewer)).toHaveLength(made.length);
		expect(await reasonOf(scoped, "createView", { ...cold, isShared: true })).toMatchObject({
			reason: "NOT_PERMITTED",
		});
		const hiddenOne = made.find(({ name }) => name === "Another device");
		expect(await reasonOf(scoped, "deleteView", { viewId: hiddenOne?.id })).toMatchObject({ reason: "VIEW_NOT_FOUND" });
		for (const { id } of made) await owner.mutate("view.deleteView", { viewId: id });
	});

	it("hides what it names however it is written: encoded once more, as JSON, by name, in its own name", async () => {
		const { device } = await addDevice(owner, { name: "Open freezer", groupIds: [groupId] });
		const { device: hidden } = await addDevice(owner, {
			name: "Vault 9",
			channels: [{ name: "Pressure gauge", quantity: "temperature", unit: "°C" }],
		});
		const secretId = await addGroup(accountId, "Café secret");
		const shared = (name: string, search: string) => create(owner, { name, search, isShared: true });
		const bytes = (text: string) =>
			[...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
		const json = (text: string) => text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
		const hiding = [
			`group=${bytes(secretId)}`,
			`group=${encodeURIComponent(bytes(secretId))}`,
			`device=${encodeURIComponent(encodeURIComponent(bytes(hidden.id)))}`,
			`device=${encodeURIComponent(JSON.stringify([hidden.id]))}`,
			`device=${encodeURIComponent(json(hidden.id))}`,
			`lines=${hidden.channels[0]?.id.toUpperCase()}`,
			`%64evice=${device.id}%2c${bytes(hidden.id)}`,
			`nothing=${device.id}.${hidden.id}`,
			`text=${bytes("VAULT 9")}`,
			"text=vault+9",
			`q=in ${encodeURIComponent("Café secret")} only`,
			`text=${encodeURIComponent("pressure gauge")}`,
			`unknown=${encodeURIComponent(json("vault 9"))}`,
		];
		const hidingViews = await Promise.all(hiding.map((search, position) => shared(`View ${position}`, search)));
		const named = await shared("Doors of Vault 9", "range=7d");
		const open = await Promise.all([
			shared("By encoding", `device=${bytes(device.id)}&group=${encodeURIComponent(groupId)}`),
			shared("By name", "text=open+freezer"),
			shared("By half a name", "text=vault"),
			shared("Broken", "text=%E0%A4%A&range=7d"),
		]);
		expect(await namesFor(scoped)).toEqual(["Broken", "By encoding", "By half a name", "By name"]);
		expect(await namesFor(viewer)).toHaveLength(hiding.length + 1 + open.length);
		for (const { id } of [...hidingViews, named, ...open]) await owner.mutate("view.deleteView", { viewId: id });
	});

	it("limits each person to a hundred views, and the account to a hundred shared ones", async () => {
		const first = await create(viewer, { name: "First" });
		await inAccount(accountId, (db) => {
			const [row] = db
				.select()
				.from(savedViews)
				.all()
				.filter(({ id }) => id === first.id);
			if (!row) throw new Error("The view is not there");
			for (let index = 1; index < mostViews; index += 1) {
				db.insert(savedViews)
					.values({ ...row, id: newId("savedView"), name: `View ${index}` })
					.run();
			}
		});
		expect(await reasonOf(viewer, "createView", cold)).toMatchObject({ reason: "VIEW_LIMIT" });
		await create(operator, { name: "Not counted" });
		await viewer.mutate("view.deleteView", { viewId: first.id });
		await create(viewer);
	});

	it("disappears with its maker unless it is shared", async () => {
		const leaver = await addMember(accountId, "operator");
		const own = await create(leaver, { name: "Own of the leaver" });
		await create(leaver, { name: "Shared by the leaver", isShared: true });
		const users = dataOf<User[]>(await owner.query("account.getUsers"));
		const me = dataOf<{ me: User }>(await leaver.query("account.getCurrent")).me;
		expect(users.map(({ id }) => id)).toContain(me.id);
		await owner.mutate("account.removeUser", { userId: me.id, linkedContacts: "keep" });
		const left = await inAccount(accountId, (db) => db.select().from(savedViews).all());
		expect(left.map(({ id }) => id)).not.toContain(own.id);
		const shared = dataOf<SavedView[]>(await owner.query("view.getViews")).find(({ name }) =>
			/by the leaver/.test(name),
		);
		expect(shared).toMatchObject({ author: "somebody who has left", isEditable: true });
	});
});
