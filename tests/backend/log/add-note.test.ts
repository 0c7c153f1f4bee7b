import { describe, expect, it } from "vitest";
import { dayMs } from "../../../shared/base/durations";
import { type AddNote, LogEvent, type LogPage } from "../../../shared/log/log";
import { addDevice, addGroup, addMember, createOwner, freezer, newId } from "../fixtures/fleet";
import { createPerson, dataOf, type Person } from "../fixtures/people";

async function write(person: Person, note: Partial<AddNote>): Promise<LogEvent> {
	const input = { deviceId: null, at: Date.now(), text: "Cleaned", ...note };
	return dataOf<LogEvent>(await person.mutate("log.addNote", input));
}

async function notesOf(person: Person, filter: object = {}): Promise<LogEvent[]> {
	const input = { rangeType: "hour", offset: 0, kinds: ["note"], ...filter };
	return dataOf<LogPage>(await person.query("log.getLogs", input)).events;
}

describe("log.addNote", () => {
	it("writes into the log in the name of the caller, and returns the stored line", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner);
		const at = Date.now() - 60_000;
		const note = await write(owner, { deviceId: device.id, at, text: "  Door sealed  " });
		expect(LogEvent.parse(note)).toEqual({
			id: expect.stringMatching(/^log_/),
			deviceId: device.id,
			at,
			kind: "note",
			level: "info",
			text: "Door sealed",
			author: "Pat Example",
			authorId: expect.stringMatching(/^usr_/),
		});
		expect(await notesOf(owner)).toEqual([note]);
		expect(await notesOf(owner, { deviceIds: [device.id] })).toEqual([note]);
	});

	it("ignores an author from outside", async () => {
		const { owner } = await createOwner();
		expect(await write(owner, { author: "Somebody else" } as Partial<AddNote>)).toMatchObject({
			author: "Pat Example",
		});
	});

	it("names by id which of two people of one name wrote it, whatever their pool lets them be called", async () => {
		const { owner, id } = await createOwner();
		const { sub, email } = await addMember(id, "admin");
		const member = await createPerson({ sub, email, name: "Pat\u200b Exam\u202eple\r\n" });
		const [first, second] = [await write(owner, {}), await write(member, {})];
		expect([first.author, second.author]).toEqual(["Pat Example", "Pat Example"]);
		expect(new Set([first.authorId, second.authorId]).size).toBe(2);
		dataOf(await member.mutate("device.createDevice", freezer));
		const page = dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "24h", offset: 0, kinds: ["config"] }));
		expect(page.events.map(({ authorId }) => authorId)).toEqual([second.authorId]);
	});

	it("needs access to the whole account for a note about the account, to write and to read", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const { device } = await addDevice(owner, { groupIds: [groupId] });
		const operator = await addMember(id, "operator", { groupIds: [groupId] });
		await write(owner, { text: "Moved house" });
		const rejected = await operator.mutate("log.addNote", { deviceId: null, at: Date.now(), text: "Mine" });
		expect(rejected.error?.data).toMatchObject({ code: "BAD_REQUEST", fields: { deviceId: expect.any(String) } });
		await write(operator, { deviceId: device.id, text: "Ours" });
		expect((await notesOf(operator)).map(({ text }) => text)).toEqual(["Ours"]);
		expect((await notesOf(owner)).map(({ text }) => text).toSorted()).toEqual(["Moved house", "Ours"]);
	});

	it("finds no device outside the writer's scope, nor of another account", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const { device } = await addDevice(owner);
		const operator = await addMember(id, "operator", { groupIds: [groupId] });
		const { owner: stranger } = await createOwner("Elsewhere");
		for (const person of [operator, stranger]) {
			const { error } = await person.mutate("log.addNote", { deviceId: device.id, at: Date.now(), text: "x" });
			expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "DEVICE_NOT_FOUND" });
		}
		expect(await notesOf(owner)).toEqual([]);
	});

	it("denies viewers, and people without an account", async () => {
		const { id } = await createOwner();
		const note = { deviceId: null, at: Date.now(), text: "x" };
		const viewer = await addMember(id, "viewer");
		expect((await viewer.mutate("log.addNote", note)).error?.data.reason).toBe("NOT_PERMITTED");
		expect((await (await createPerson()).mutate("log.addNote", note)).error?.data.reason).toBe("NO_ACCOUNT");
	});

	it.each([
		["a time before any logger", { at: Date.UTC(1999, 11, 31) }, "at"],
		["a time to come", { at: Date.now() + 2 * dayMs }, "at"],
		["nothing", { text: "  " }, "text"],
		["too much", { text: "x".repeat(501) }, "text"],
		["no device's id", { deviceId: newId("group") }, "deviceId"],
	])("rejects %s at its field", async (_, change, field) => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("log.addNote", { deviceId: null, at: Date.now(), text: "x", ...change });
		expect(error?.data.code).toBe("BAD_REQUEST");
		expect(Object.keys(error?.data.fields ?? {})).toEqual([field]);
	});
});
