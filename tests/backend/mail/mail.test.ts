import { beforeAll, describe, expect, it } from "vitest";
import { messages, notices } from "../../../backend/db/schema";
import { attachmentUrl } from "../../../shared/base/attachment";
import { dayMs, hourMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import { choicesFrom, openQuestions, optionsOf, shownOptions } from "../../../shared/log/file-choices";
import type { ImportPreview, ReadingImport } from "../../../shared/log/reading-import";
import type { StoredFormat } from "../../../shared/log/stored-format";
import type { MailInbox, ReceivedMail } from "../../../shared/message/mail-inbox";
import * as fc from "../../properties";
import { reasonOf } from "../fixtures/account-users";
import { fileFormatInput } from "../fixtures/file-formats";
import { accountStub, addDevice, addMember, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { addIntegration, latestValues } from "../fixtures/integrations";
import { deliver, passed, type SentMail } from "../fixtures/mails";
import { dataOf, type Person, send } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const sender = "gateway@loggers.test";

type Inbox = TestAccount & { keyId: string; address: string };

async function inboxOf(owner: Person, keyId: string): Promise<MailInbox> {
	return dataOf<MailInbox>(await owner.query("account.getMailInbox", { keyId }));
}

async function openInbox(): Promise<Inbox> {
	const account = await createOwner();
	const keyId = (await addIntegration(account.owner)).integration.id;
	const renewed = dataOf<MailInbox>(await account.owner.mutate("account.renewMailAddress", { keyId }));
	dataOf(await account.owner.mutate("account.saveMailSenders", { keyId, senders: [sender] }));
	return { ...account, keyId, address: renewed.address ?? "" };
}

const at = (hoursAgo: number) => new Date(Math.floor(Date.now() / hourMs) * hourMs - hoursAgo * hourMs).toISOString();
const csv = (...values: number[]) =>
	["Time,Air", ...values.map((value, index) => `${at(index + 2)},${value}`), ""].join("\n");

async function previewOf(owner: Person, deviceId: string, file: string): Promise<ImportPreview> {
	return dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", { options: { deviceId }, file }));
}

async function storeFormat(owner: Person, deviceId: string, file: string, more: object = {}): Promise<StoredFormat> {
	const { headerKey } = await previewOf(owner, deviceId, file);
	const columns = [{ heading: "Air", channelName: "Air" }];
	return dataOf<StoredFormat>(
		await owner.mutate("log.keepFileFormat", { ...fileFormatInput, columns, ...more, deviceId, headerKey }),
	);
}

/** An inbox that knows the logger SN-77001 and its files. */
async function readyInbox(): Promise<Inbox & { deviceId: string }> {
	const inbox = await openInbox();
	const deviceId = (await addDevice(inbox.owner, { serialNumber: "SN-77001" })).device.id;
	await storeFormat(inbox.owner, deviceId, csv(4));
	return { ...inbox, deviceId };
}

let ready: Inbox & { deviceId: string };
beforeAll(async () => {
	ready = await readyInbox();
});

const newest = async ({ owner, keyId }: Inbox): Promise<ReceivedMail | undefined> =>
	(await inboxOf(owner, keyId)).mails[0];
const outcomes = async (inbox: Inbox) =>
	(await newest(inbox))?.files.map(({ name, state, reason, accepted }) => [name, state, reason, accepted]);

describe("a mailed file", () => {
	it("goes to its device at once if that and the format are known, and its sender gets the result", async () => {
		const inbox = await readyInbox();
		const { denial, replies } = await deliver({
			to: inbox.address,
			files: [{ name: "SN-77001.csv", content: csv(4, 5) }],
		});
		expect(denial).toBeNull();
		expect(await outcomes(inbox)).toEqual([["SN-77001.csv", "imported", null, 2]]);
		expect(await latestValues(inbox.owner, "SN-77001")).toMatchObject({ Air: { value: 4 } });
		expect(replies).toEqual([
			expect.objectContaining({ to: sender, text: expect.stringContaining("SN-77001.csv: 2 new readings") }),
		]);
		const [made] = dataOf<ReadingImport[]>(await inbox.owner.query("log.getImports", undefined));
		expect(made).toMatchObject({ fileName: "SN-77001.csv", createdBy: "Network server", accepted: 2 });
	});

	it("stores nothing twice if the mail comes again", async () => {
		const mail = {
			to: ready.address,
			messageId: "<one@loggers.test>",
			files: [{ name: "SN-77001.csv", content: csv(14, 15) }],
		};
		await deliver(mail);
		const [before, count] = [await outcomes(ready), (await inboxOf(ready.owner, ready.keyId)).mails.length];
		await deliver(mail);
		await deliver({ ...mail, messageId: "<other@loggers.test>" });
		expect(before).toEqual([["SN-77001.csv", "imported", null, 2]]);
		expect(await outcomes(ready)).toEqual([["SN-77001.csv", "imported", null, 0]]);
		expect((await inboxOf(ready.owner, ready.keyId)).mails.length).toBe(count + 1);
	});

	it("waits with its bytes until a member says what it is, and then for 14 days at most", async () => {
		const inbox = await readyInbox();
		await deliver({ to: inbox.address, files: [{ name: "unknown.csv", content: csv(4) }] });
		const mail = await newest(inbox);
		expect(mail?.files).toMatchObject([{ state: "waits", reason: "device", attachmentId: expect.any(String) }]);
		const file = attachmentUrl(mail?.files[0]?.attachmentId ?? "");
		expect(await (await send(file, { headers: inbox.owner.headers })).text()).toBe(csv(4));
		const viewer = await addMember(inbox.id, "viewer");
		expect((await send(file, { headers: viewer.headers })).status).toBe(404);
		const settled = { keyId: inbox.keyId, mailId: mail?.id, file: 0 };
		expect(
			dataOf<MailInbox>(await inbox.owner.mutate("account.settleMailFile", settled)).mails[0]?.files,
		).toMatchObject([{ state: "done" }]);
		await workThrough(accountStub(inbox.id), Date.now() + 15 * dayMs);
		expect((await send(file, { headers: inbox.owner.headers })).status).toBe(404);
	});

	it("notifies its keeper once a day", async () => {
		const inbox = await readyInbox();
		const sendOne = (now: number) =>
			deliver({ to: inbox.address, files: [{ name: "unknown.csv", content: csv(4) }] }, now);
		const now = Date.now();
		await sendOne(now);
		await sendOne(now + hourMs);
		const told = () =>
			inAccount(inbox.id, (db) =>
				db
					.select()
					.from(notices)
					.all()
					.filter(({ cause }) => cause === "mailWaits"),
			);
		expect((await told()).map(({ facts }) => facts)).toMatchObject([{ name: "Network server", files: 1 }]);
		await sendOne(now + 25 * hourMs);
		expect((await told()).map(({ facts }) => facts)).toMatchObject([{ files: 1 }, { files: 3 }]);
		expect(await inAccount(inbox.id, (db) => db.select().from(messages).all().length)).toBe(2);
	});

	it("leaves good files beside bad ones alone", async () => {
		const inbox = await readyInbox();
		const files = [
			{ name: "empty.csv", content: "" },
			{ name: "logo.png", content: "x", mediaType: "image/png" },
			{ name: "SN-77001.csv", content: csv(4) },
			{ name: "week.zip", content: "PK\x03\x04 and more", mediaType: "application/zip" },
			{ name: "SN-77001 notes.txt", content: "The door was open.\nSorry.\n" },
		];
		await deliver({ to: inbox.address, files });
		expect(await outcomes(inbox)).toEqual([
			["empty.csv", "rejected", "empty", 0],
			["logo.png", "rejected", "picture", 0],
			["SN-77001.csv", "imported", null, 1],
			["week.zip", "waits", "archive", 0],
			["SN-77001 notes.txt", "waits", "unreadable", 0],
		]);
	});

	it("takes the first 20 of 200 files", async () => {
		const inbox = await readyInbox();
		const files = Array.from({ length: 200 }, (_, index) => ({ name: `${index}.csv`, content: `a${index}` }));
		await deliver({ to: inbox.address, files });
		const mail = await newest(inbox);
		expect([mail?.files.length, mail?.omitted]).toEqual([20, 180]);
	});

	it("keeps names in other alphabets and encodings", async () => {
		const inbox = await readyInbox();
		const content = csv(4);
		const files = [
			{
				name: "",
				content,
				disposition: "Content-Disposition: attachment; filename*=UTF-8''%D0%9F%D0%BE%D0%B4%D0%B2%D0%B0%D0%BB.csv",
			},
			{ name: "", content, disposition: 'Content-Disposition: attachment; filename="=?iso-8859-1?Q?K=FChlraum.csv?="' },
			{ name: "", content, disposition: "Content-Disposition: inline; filename=../../SN-77001.csv" },
		];
		await deliver({ to: inbox.address, subject: "=?utf-8?B?TWVzc3dlcnRlIGbDvHIgTW9udGFn?=", files });
		expect(await newest(inbox)).toMatchObject({ subject: "Messwerte für Montag" });
		expect((await outcomes(inbox))?.map(([name]) => name)).toEqual(["Подвал.csv", "Kühlraum.csv", "SN-77001.csv"]);
	});

	it("takes a text with a name for a file, however it is placed in the mail", async () => {
		const inbox = await readyInbox();
		const [content, mediaType] = [csv(4), "text/plain"];
		const files = [
			{ name: "", content, mediaType, disposition: 'Content-Disposition: inline; filename="SN-77001.txt"' },
			{ name: "", content: csv(6, 7), mediaType: 'text/plain; name="SN-77001 b.txt"', disposition: "X-Part: 2" },
			{
				name: "",
				content: csv(8, 9, 10),
				mediaType: 'application/octet-stream; name="c SN-77001"',
				disposition: "X-Part: 3",
			},
			{ name: "", content: "Kind regards", mediaType, disposition: "Content-Disposition: inline" },
		];
		await deliver({ to: inbox.address, files });
		expect((await outcomes(inbox))?.map(([name, state]) => [name, state])).toEqual([
			["SN-77001.txt", "imported"],
			["SN-77001 b.txt", "imported"],
			["c SN-77001", "imported"],
		]);
	});
});

describe("a sender of mail", () => {
	const file = { name: "SN-77001.csv", content: csv(4) };

	it("stores no file and gets no word if no one listed the address", async () => {
		const inbox = await readyInbox();
		const { denial, replies } = await deliver({ to: inbox.address, from: "Boss <boss@other.test>", files: [file] });
		expect([denial, replies]).toEqual([null, []]);
		expect(await newest(inbox)).toMatchObject({
			from: "boss@other.test",
			standing: "unlisted",
			files: [{ state: "rejected", attachmentId: null }],
		});
	});

	it.each([
		["a failed DMARC check", "mx.cloudflare.net; dmarc=fail header.from=loggers.test", [], "forged"],
		["a failed SPF check", "mx.cloudflare.net; spf=fail smtp.mailfrom=loggers.test", [], "forged"],
		["no check at all", null, [], "unproven"],
		["a pass for another domain", "mx.cloudflare.net; dkim=pass header.d=evil.test", [], "unproven"],
		["a pass of another server", "mx.evil.test; dmarc=pass header.from=loggers.test", [], "unproven"],
		[
			"a pass below the failure",
			"mx.cloudflare.net; dmarc=fail header.from=loggers.test",
			[`Authentication-Results: ${passed}`],
			"forged",
		],
		[
			"a pass in a comment",
			"mx.cloudflare.net; spf=none (dmarc=pass header.from=loggers.test) smtp.mailfrom=loggers.test",
			[],
			"unproven",
		],
		["a second From", passed, ["From: boss@other.test"], "unlisted"],
	])("imports nothing after %s", async (_, proof, headers, standing) => {
		const inbox = await readyInbox();
		const { replies } = await deliver({ to: inbox.address, proof, headers, files: [file] });
		const mail = await newest(inbox);
		expect(mail?.standing).toBe(standing);
		expect(mail?.files[0]).toMatchObject({ state: standing === "unproven" ? "waits" : "rejected" });
		expect(replies).toEqual([]);
	});

	it("gets one reply an hour, and none as a program", async () => {
		const inbox = await readyInbox();
		const now = Date.now();
		const repliesTo = async (mail: Partial<SentMail>, later = 0) =>
			(await deliver({ to: inbox.address, files: [file], ...mail }, now + later)).replies.length;
		expect(await repliesTo({ headers: ["Auto-Submitted: auto-generated"] })).toBe(0);
		expect(await repliesTo({ headers: ["Precedence: bulk"] })).toBe(0);
		expect(await repliesTo({ returnPath: "" })).toBe(0);
		expect(await repliesTo({})).toBe(1);
		expect(await repliesTo({}, hourMs - 1)).toBe(0);
		expect(await repliesTo({}, hourMs)).toBe(1);
	});

	it("ends a loop of automatic replies after one round", async () => {
		const inbox = await readyInbox();
		const { replies } = await deliver({ to: inbox.address, files: [file] });
		const headers = Object.entries(replies[0]?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
		expect((await deliver({ to: inbox.address, headers }, Date.now() + 2 * hourMs)).replies).toEqual([]);
	});
});

describe("an address for mail", () => {
	it("ends when it is renewed, and when its integration ends", async () => {
		const inbox = await openInbox();
		expect(inbox.address).toMatch(/^r-[0-9a-z]{26}@in\.aqlcloud\.test$/);
		const { owner, keyId } = inbox;
		const renewed = dataOf<MailInbox>(await owner.mutate("account.renewMailAddress", { keyId }));
		expect((await deliver({ to: inbox.address })).denial).toMatch(/^550/);
		expect((await deliver({ to: renewed.address?.toUpperCase() ?? "" })).denial).toBeNull();
		dataOf(await owner.mutate("account.revokeIntegrationKey", { keyId }));
		expect((await deliver({ to: renewed.address ?? "" })).denial).toMatch(/^550/);
		expect((await deliver({ to: "r-0@in.aqlcloud.test" })).denial).toMatch(/^550/);
	});

	it("rejects more than 25 MB before it reads them", async () => {
		const content = new Uint8Array(19_000_000);
		const { denial } = await deliver({ to: ready.address, files: [{ name: "a.csv", content }] });
		expect(denial).toMatch(/^552/);
	});

	it("belongs to owners and admins of all groups", async () => {
		const { id, keyId } = ready;
		expect(await reasonOf((await addMember(id, "operator")).query("account.getMailInbox", { keyId }))).toBe(
			"NOT_PERMITTED",
		);
	});
});

describe("the import of a mailed file", () => {
	it("comes to what the import screen comes to", { timeout: fc.timeLimit(120_000) }, async () => {
		const inbox = await openInbox();
		const devices = await Promise.all(
			["SN-88001", "SN-88002"].map(async (serialNumber) => (await addDevice(inbox.owner, { serialNumber })).device),
		);
		const [mailed, shown] = devices as [Device, Device];
		await storeFormat(inbox.owner, mailed.id, "Time;Air;Door\n2026-10-02 10:00;4,5;0\n", {
			format: { dateOrder: "year-first", decimalSign: ",", noValues: [-999] },
			answered: ["date-order"],
			columns: [
				{ heading: "Air", channelName: "Air" },
				{ heading: "Door", channelName: null },
			],
		});
		const cell = fc.oneof(
			fc.integer({ min: -400, max: 400 }).map((tenths) => (tenths / 10).toFixed(1).replace(".", ",")),
			fc.constantFrom("", "---", "-999", "error", "1.234,5"),
		);
		const row = fc.tuple(fc.integer({ min: 0, max: 300 }), cell, fc.constantFrom("0", "1", "x"));
		const file = fc.record({
			rows: fc.array(row, { minLength: 1, maxLength: 12 }),
			isOtherHeader: fc.boolean(),
		});
		const states = new Set<unknown>();
		await fc.assert(
			fc.asyncProperty(file, async ({ rows, isOtherHeader }) => {
				const lines = rows.map(([hour, air, door]) => {
					const time = new Date(Date.UTC(2026, 9, 1) + hour * hourMs).toISOString().slice(0, 16).replace("T", " ");
					return `${time};${air};${door}`;
				});
				const content = [isOtherHeader ? "Time;Air;Gate" : "Time;Air;Door", ...lines, ""].join("\n");
				await deliver({ to: inbox.address, files: [{ name: "SN-88001.csv", content }] });
				const [outcome] = (await newest(inbox))?.files ?? [];
				const byScreen = await importByScreen(inbox.owner, shown, content);
				states.add(outcome?.state);
				expect([outcome?.state, outcome?.accepted, outcome?.rejected]).toEqual(byScreen);
				expect((await latestValues(inbox.owner, "SN-88001"))?.Air).toEqual(
					(await latestValues(inbox.owner, "SN-88002"))?.Air,
				);
			}),
			{ numRuns: 12 },
		);
		expect([...states].sort()).toEqual(["imported", "waits"]);
	});
});

/** What the import dialog does if its user only confirms. */
async function importByScreen(owner: Person, device: Device, file: string) {
	const asked = async (path: "log.previewImport" | "log.importReadings", options: object) =>
		sendImport(owner, path, { options, file, fileName: "SN-88002.csv" });
	const first = await asked("log.previewImport", { deviceId: device.id });
	if (first.error) return ["waits", 0, 0];
	const preview = first.data as ImportPreview;
	const formats = dataOf<StoredFormat[]>(await owner.query("log.getFileFormats"));
	const stored = formats.find(({ headerKey }) => headerKey === preview.headerKey);
	const known = { deviceId: device.id, devices: [], channels: device.channels };
	const choices = stored && choicesFrom(stored, preview, known);
	const [target] = choices?.targets ?? [];
	const options = choices && target && optionsOf(choices, target);
	if (!options) return ["waits", 0, 0];
	const second = await asked("log.previewImport", options);
	if (second.error || openQuestions(second.data as ImportPreview).length > 0) return ["waits", 0, 0];
	const { readings, duplicates, rejectedCount } = second.data as ImportPreview;
	if (readings === 0 && duplicates > 0) return ["imported", 0, rejectedCount];
	const made = await asked("log.importReadings", shownOptions(options, second.data as ImportPreview));
	if (made.error) return ["waits", 0, 0];
	const { accepted, rejected } = made.data as ReadingImport;
	return ["imported", accepted, rejected];
}
