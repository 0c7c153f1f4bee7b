import { describe, expect, it } from "vitest";
import { devices } from "../../../backend/db/schema";
import { type Attachment, attachmentUrl } from "../../../shared/base/attachment";
import { hourMs } from "../../../shared/base/durations";
import type { AddNote, LogEvent, LogPage, NoteKind, SeriesPage } from "../../../shared/log/log";
import { addDevice, addGroup, addMember, createOwner, ingest, newId, writeBehind } from "../fixtures/fleet";
import { dataOf, type Person, parseResponse, send } from "../fixtures/people";

const now = Date.now();

async function write(person: Person, note: Partial<AddNote>): Promise<LogEvent> {
	return dataOf<LogEvent>(
		await person.mutate("log.addNote", { deviceId: null, at: now - hourMs, text: "Cleaned", ...note }),
	);
}

async function notesOf(person: Person, filter: object = {}): Promise<LogEvent[]> {
	const span = { rangeType: "day", offset: 0, from: now - 10 * hourMs, to: now + hourMs };
	const input = { ...span, kinds: ["note"], ...filter };
	const found: LogEvent[] = [];
	let cursor: string | null | undefined;
	do {
		const page = dataOf<LogPage>(await person.query("log.getLogs", { ...input, ...(cursor && { cursor }) }));
		found.push(...page.events);
		cursor = page.nextCursor;
	} while (cursor);
	return found;
}

const textsOf = (notes: LogEvent[]) => notes.map(({ text }) => text);

async function kindsOf(owner: Person, names: object[]): Promise<NoteKind[]> {
	return dataOf<NoteKind[]>(await owner.mutate("log.saveNoteKinds", { kinds: names }));
}

async function inGroup() {
	const { owner, id } = await createOwner();
	const [inside, outside] = [await addGroup(id, "Warehouse"), await addGroup(id, "Shop")];
	const { device, key } = await addDevice(owner, { groupIds: [inside] });
	const insider = await addMember(id, "operator", { groupIds: [inside] });
	const outsider = await addMember(id, "operator", { groupIds: [outside] });
	return { owner, id, inside, outside, device, key, insider, outsider };
}

describe("notes on groups", () => {
	it("shows them to who sees the group, with its devices, and once in an order by device", async () => {
		const { owner, inside, outside, device, insider, outsider } = await inGroup();
		const { device: other } = await addDevice(owner, { groupIds: [inside], serialNumber: "SN-2" });
		await write(owner, { groupId: inside, text: "Defrosted" });
		expect(await notesOf(insider)).toMatchObject([{ deviceId: null, groupId: inside, groupName: "Warehouse" }]);
		expect(await notesOf(outsider)).toEqual([]);
		expect(textsOf(await notesOf(owner, { deviceIds: [device.id] }))).toEqual(["Defrosted"]);
		expect(textsOf(await notesOf(owner, { groupIds: [outside] }))).toEqual([]);
		for (const filter of [{}, { deviceIds: [device.id, other.id] }]) {
			expect(textsOf(await notesOf(owner, { ...filter, order: "by-device" }))).toEqual(["Defrosted"]);
		}
	});

	it("rejects a group out of scope, and a device beside a group", async () => {
		const { owner, inside, outside, device, insider } = await inGroup();
		const send = (person: Person, note: object) =>
			person.mutate("log.addNote", { deviceId: null, at: now, text: "x", ...note });
		expect((await send(insider, { groupId: outside })).error?.data.reason).toBe("GROUP_NOT_FOUND");
		const both = await send(owner, { deviceId: device.id, groupId: inside });
		expect(Object.keys(both.error?.data.fields ?? {})).toEqual(["groupId"]);
	});
});

describe("notes on a span", () => {
	it("draws them over the readings that they overlap, also from before the range", async () => {
		const { owner, inside, device, key } = await inGroup();
		await ingest(key, [{ channel: device.channels[0]?.name, at: now - hourMs, value: 4 }]);
		await write(owner, { deviceId: device.id, at: now - 9 * hourMs, endsAt: now - hourMs, text: "Door open" });
		await write(owner, { groupId: inside, at: now - 3 * hourMs, endsAt: now - 2 * hourMs, text: "Power cut" });
		const range = { rangeType: "day", offset: 0, from: now - 2.5 * hourMs, to: now };
		const page = dataOf<SeriesPage>(
			await owner.query("log.getSeries", { ...range, deviceIds: [device.id], pixels: 400 }),
		);
		const spans = page.spans?.filter(({ kind }) => kind === "note");
		expect(spans?.map(({ text }) => text).sort()).toEqual(["Door open", "Power cut"]);
	});

	it.each([
		["an end before its beginning", { endsAt: now - 2 * hourMs }, "endsAt"],
		["an end at its beginning", { endsAt: now - hourMs }, "endsAt"],
		["a span of two years", { at: now - 800 * 24 * hourMs, endsAt: now }, "endsAt"],
		["5,000 letters with bidi controls", { text: "\u202eabc\u2066".repeat(1_000) }, "text"],
		["bidi controls alone", { text: "\u202e\u2066\u200b" }, "text"],
		["a kind that there never was", { kindId: "zz" }, "kindId"],
	])("rejects %s at its field", async (_, change, field) => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("log.addNote", { deviceId: null, at: now - hourMs, text: "x", ...change });
		expect(Object.keys(error?.data.fields ?? {})).toEqual([field]);
		expect(await notesOf(owner)).toEqual([]);
	});

	it("stores a text without what turns or hides its letters", async () => {
		const { owner } = await createOwner();
		expect((await write(owner, { text: "\u202eDoor\u2066 \u200bopen" })).text).toBe("Door open");
	});
});

describe("a corrected note", () => {
	it("stays, names the one that corrects it, and reaches followers again", async () => {
		const { owner, device } = await inGroup();
		const first = await write(owner, { deviceId: device.id, text: "4 doors" });
		const request = { rangeType: "day", offset: 0, kinds: ["note"], order: "oldest-first" };
		const seen = dataOf<LogPage>(await owner.query("log.getLogs", { ...request, byReceipt: {} }));
		const second = await write(owner, { deviceId: device.id, text: "5 doors", corrects: first.id });
		expect(await notesOf(owner)).toMatchObject([
			{ text: "5 doors", corrects: first.id },
			{ text: "4 doors", correctedBy: second.id },
		]);
		const since = { since: seen.receivedUntil };
		const next = dataOf<LogPage>(await owner.query("log.getLogs", { ...request, byReceipt: since }));
		expect(textsOf(next.events).sort()).toEqual(["4 doors", "5 doors"]);
	});

	it("accepts the correction of the first of two people at once", async () => {
		const { owner, device, insider, outsider } = await inGroup();
		const first = await write(owner, { deviceId: device.id });
		const correct = (person: Person, text: string) =>
			person.mutate("log.addNote", { deviceId: device.id, at: now, text, corrects: first.id });
		const results = await Promise.all([correct(owner, "A"), correct(insider, "B")]);
		expect(results.map(({ error }) => error?.data.reason).filter(Boolean)).toEqual(["NOTE_CORRECTED"]);
		expect(await notesOf(owner)).toHaveLength(2);
		const { id } = await write(owner, { text: "of the account" });
		for (const person of [insider, outsider]) {
			const { error } = await person.mutate("log.addNote", { deviceId: device.id, at: now, text: "x", corrects: id });
			expect(error?.data.reason).toBe(person === insider ? "NOTE_NOT_FOUND" : "DEVICE_NOT_FOUND");
		}
	});

	it("rejects a correction once its device is deleted for good", async () => {
		const { owner, id, device } = await inGroup();
		const first = await write(owner, { deviceId: device.id });
		await writeBehind(id, (db) =>
			db
				.update(devices)
				.set({ deletedFrom: new Date(now - 1) })
				.run(),
		);
		const input = { deviceId: device.id, at: now, text: "x", corrects: first.id };
		const { error } = await owner.mutate("log.addNote", input);
		expect(error?.data.reason).toBe("DEVICE_NOT_FOUND");
	});
});

describe("kinds of notes", () => {
	it("keep their ids through renaming and removal", async () => {
		const { owner } = await createOwner();
		const [door, power] = await kindsOf(owner, [{ name: "Door" }, { name: "Power" }]);
		await write(owner, { kindId: door?.id ?? "" });
		await kindsOf(owner, [{ id: door?.id, name: "Door open" }]);
		expect(await notesOf(owner)).toMatchObject([{ kindId: door?.id, noteKind: "Door open" }]);
		const kinds = await kindsOf(owner, [{ name: "Cleaning" }]);
		expect(kinds.map(({ name, isRetired = false }) => [name, isRetired])).toEqual([
			["Cleaning", false],
			["Door open", true],
			["Power", true],
		]);
		expect(new Set(kinds.map(({ id }) => id)).size).toBe(3);
		expect(await notesOf(owner)).toMatchObject([{ noteKind: "Door open" }]);
		const { error } = await owner.mutate("log.addNote", { deviceId: null, at: now, text: "x", kindId: power?.id });
		expect(Object.keys(error?.data.fields ?? {})).toEqual(["kindId"]);
	});
});

describe("the file of a note", () => {
	it("goes with the note, whose readers alone download it", async () => {
		const { owner, device, insider, outsider } = await inGroup();
		const { id, name } = await addFile(insider);
		const file = { attachmentId: id, attachmentName: name };
		expect(await write(insider, { deviceId: device.id, attachmentId: id })).toMatchObject(file);
		expect(await notesOf(owner)).toMatchObject([file]);
		expect(await statusesOf(id, [owner, insider, outsider])).toEqual([200, 200, 404]);
		expect(await notesOf(outsider)).toEqual([]);
	});

	it("rejects an unknown, foreign or used one at its field, and writes nothing", async () => {
		const { owner, device, insider } = await inGroup();
		const used = await addFile(owner);
		await write(owner, { deviceId: device.id, text: "First", attachmentId: used.id });
		const colleagues = await addFile(insider);
		const foreign = await addFile((await createOwner()).owner);
		for (const attachmentId of [newId("attachment"), foreign.id, colleagues.id, used.id]) {
			const note = { deviceId: device.id, at: now, text: "x", attachmentId };
			const { error } = await owner.mutate("log.addNote", note);
			expect(error?.data).toMatchObject({
				reason: "ATTACHMENT_NOT_FOUND",
				fields: { attachmentId: expect.stringMatching(/Choose it again/) },
			});
		}
		expect(textsOf(await notesOf(owner))).toEqual(["First"]);
	});

	it("goes along with a correction, out of view of those who see the first note alone", async () => {
		const { owner, inside, outside, insider, outsider } = await inGroup();
		const { id } = await addFile(owner);
		const first = await write(owner, { groupId: inside, attachmentId: id });
		const second = await write(owner, { groupId: inside, attachmentId: id, corrects: first.id });
		expect((await notesOf(insider)).map(({ attachmentId }) => attachmentId)).toEqual([id, id]);
		await write(owner, { groupId: outside, attachmentId: id, corrects: second.id });
		expect((await notesOf(insider)).map(({ attachmentId }) => attachmentId)).toEqual([undefined, undefined]);
		expect(await statusesOf(id, [owner, insider, outsider])).toEqual([200, 404, 200]);
	});
});

async function addFile({ headers }: Person): Promise<Attachment> {
	const body = new FormData();
	body.set("file", new File(["%PDF-1.7"], "certificate.pdf"));
	const response = await send("/api/proxy/attachment.addAttachment", { method: "POST", headers, body });
	return dataOf<Attachment>(parseResponse(await response.json()));
}

function statusesOf(attachmentId: string, people: Person[]): Promise<number[]> {
	return Promise.all(
		people.map(async ({ headers }) => {
			const response = await send(attachmentUrl(attachmentId), { headers });
			await response.body?.cancel();
			return response.status;
		}),
	);
}
