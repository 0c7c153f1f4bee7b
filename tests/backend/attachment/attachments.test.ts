import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
	freeAttachments,
	freeDeviceAttachments,
	takeAttachment,
	type UseOfAttachment,
} from "../../../backend/attachment/attachments";
import { archivePrefix } from "../../../backend/base/archive-places";
import type { MemberContext } from "../../../backend/base/context";
import { countAttachmentBytes, findAttachment } from "../../../backend/db/attachment-rows";
import { attachments, users } from "../../../backend/db/schema";
import { type Attachment, attachmentMediaType, attachmentName, attachmentUrl } from "../../../shared/base/attachment";
import { dayMs } from "../../../shared/base/durations";
import { pngFile } from "../../png-file";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	newId,
	writeBehind,
} from "../fixtures/fleet";
import { dataOf, type Person, parseResponse, type Reply, send, type Wire } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const path = "/api/proxy/attachment.addAttachment";
const pdf = new TextEncoder().encode("%PDF-1.7\nan invoice\n%%EOF");

async function replyTo(init: RequestInit): Promise<Reply> {
	const wire: Wire = await (await send(path, { method: "POST", ...init })).json();
	return parseResponse(wire);
}

function withHeaders({ headers }: Pick<Person, "headers">, more: Record<string, string>): Headers {
	const all = new Headers(headers);
	for (const [name, value] of Object.entries(more)) all.set(name, value);
	return all;
}

function upload({ headers }: Person, content: Uint8Array, name = "invoice.pdf"): Promise<Reply> {
	const body = new FormData();
	body.set("file", new File([Uint8Array.from(content)], name));
	return replyTo({ headers, body });
}

const fileErrorOf = (reply: Reply) => reply.error?.data.fields?.file;
const added = async (person: Person, content = pdf, name?: string) =>
	dataOf<Attachment>(await upload(person, content, name));
const download = (person: Person, id: string) => send(attachmentUrl(id), { headers: person.headers });

async function objectsOf(accountId: string): Promise<number> {
	const prefix = archivePrefix("attachment", env.ACCOUNT.idFromName(accountId));
	return (await env.ARCHIVE.list({ prefix: `${prefix}/` })).objects.length;
}

async function use(accountId: string, { sub }: Person, attachmentId: string, used: UseOfAttachment): Promise<void> {
	await writeBehind(accountId, (db) => {
		const user = db
			.select()
			.from(users)
			.all()
			.find((row) => row.sub === sub);
		takeAttachment({ db, user, now: Date.now() } as unknown as MemberContext, attachmentId, used);
	});
}

describe("the upload of an attachment", () => {
	it("stores equal files once, and counts their bytes once", async () => {
		const { id, owner } = await createOwner();
		const first = await added(owner);
		expect(first).toMatchObject({ name: "invoice.pdf", mediaType: "application/pdf", bytes: pdf.length });
		const second = await added(owner, pdf, "C:\\papers\\copy");
		expect(second).toMatchObject({ name: "copy.pdf" });
		expect(second.id).not.toBe(first.id);
		expect(await objectsOf(id)).toBe(1);
		expect(await inAccount(id, countAttachmentBytes)).toBe(pdf.length);
	});

	it("judges a file by its bytes, and writes nothing for a rejected one", async () => {
		const { id, owner } = await createOwner();
		const script = new TextEncoder().encode("<script>alert(1)</script>");
		expect(fileErrorOf(await upload(owner, script, "certificate.pdf"))).toMatch(/no PDF, PNG or JPEG/);
		expect(fileErrorOf(await upload(owner, new Uint8Array()))).toBe("This file is empty.");
		const large = new Uint8Array(10_000_001);
		large.set(pdf);
		expect(fileErrorOf(await upload(owner, large))).toBe("The file has more than 10 MB.");
		expect(await inAccount(id, (db) => db.select().from(attachments).all())).toEqual([]);
		expect(await objectsOf(id)).toBe(0);
	});

	it("takes no facts about a file from a caller without one", async () => {
		const { owner } = await createOwner();
		await added(owner);
		const sha256 = "0".repeat(64);
		const facts = { sha256, name: "x", bytes: 1, mediaType: "" };
		const headers = withHeaders(owner, {
			"content-type": "application/json",
			"x-aqlcloud-identity": JSON.stringify({ upload: facts }),
		});
		const body = JSON.stringify({ json: { sha256, upload: facts } });
		expect(fileErrorOf(await replyTo({ headers, body }))).toBe("Choose one file.");
	});

	it("rejects a declared length of 50 MB before the body is read", async () => {
		const { owner } = await createOwner();
		// It never ends, so that a reader would wait for ever.
		const body = new ReadableStream({});
		const headers = withHeaders(owner, {
			"content-type": "multipart/form-data; boundary=x",
			"content-length": "50000000",
		});
		expect(fileErrorOf(await replyTo({ headers, body }))).toBe("The file has more than 10 MB.");
	});

	it("rejects more than the account can hold", async () => {
		const { id, owner } = await createOwner();
		const first = await added(owner);
		await writeBehind(id, (db) => {
			const row = findAttachment(db, first.id);
			if (row)
				db.insert(attachments)
					.values({ ...row, id: newId("attachment"), objectKey: "x", bytes: 2_000_000_000 })
					.run();
		});
		expect(fileErrorOf(await upload(owner, pdf))).toMatch(/2 GB/);
	});

	it("denies a viewer, who adds nothing", async () => {
		const { id } = await createOwner();
		expect((await upload(await addMember(id, "viewer"), pdf)).error?.data.reason).toBe("NOT_PERMITTED");
	});
});

describe("the download of an attachment", () => {
	it("shows an unused file to its sender alone, as a download of its own type", async () => {
		const { id, owner } = await createOwner();
		const png = await pngFile({ width: 2, height: 2 });
		const { id: fileId } = await added(owner, png, "door.jpg");
		const response = await download(owner, fileId);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("image/png");
		expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="door\.jpg\.png"/);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
		expect((await download(await addMember(id, "admin"), fileId)).status).toBe(404);
		expect((await download((await createOwner()).owner, fileId)).status).toBe(404);
	});

	it("checks the groups of the device that a file belongs to", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const groupId = await addGroup(id, "Cellar");
		const outside = await addMember(id, "viewer", { groupIds: [groupId] });
		const file = await added(owner);
		await use(id, owner, file.id, { use: "note", useId: "log_1", deviceId: device.id });
		expect((await download(await addMember(id, "viewer"), file.id)).status).toBe(200);
		expect((await download(outside, file.id)).status).toBe(404);
		expect((await download(await addMember(id, "billing"), file.id)).status).toBe(404);
	});

	it("lets no one use another member's file, nor one that is used", async () => {
		const { id, owner } = await createOwner();
		const file = await added(owner);
		const note = { use: "note", useId: "log_1" } as const;
		await expect(use(id, await addMember(id, "operator"), file.id, note)).rejects.toThrow("ATTACHMENT_NOT_FOUND");
		await use(id, owner, file.id, note);
		await expect(use(id, owner, file.id, { ...note, useId: "log_2" })).rejects.toThrow("ATTACHMENT_NOT_FOUND");
	});
});

describe("the deletion of attachments", () => {
	it("deletes an unused file after a day, and its object with the last row", async () => {
		const { id, owner } = await createOwner();
		const [unused, used] = [await added(owner), await added(owner)];
		await use(id, owner, used.id, { use: "note", useId: "log_1" });
		await workThrough(accountStub(id), Date.now() + dayMs + 1);
		expect((await download(owner, unused.id)).status).toBe(404);
		expect((await download(owner, used.id)).status).toBe(200);
		await writeBehind(id, (db) => freeAttachments({ db, now: Date.now() }, "note", ["log_1"]));
		await workThrough(accountStub(id), Date.now() + 34 * dayMs);
		expect(await objectsOf(id)).toBe(1);
		await workThrough(accountStub(id), Date.now() + 36 * dayMs);
		expect(await objectsOf(id)).toBe(0);
		expect(await inAccount(id, (db) => findAttachment(db, used.id))).toBeNull();
	});

	it("hides the files of a deleted device at once", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const file = await added(owner);
		await use(id, owner, file.id, { use: "note", useId: "log_1", deviceId: device.id });
		await writeBehind(id, (db) => freeDeviceAttachments({ db, now: Date.now() }, [device.id]));
		expect((await download(await addMember(id, "viewer"), file.id)).status).toBe(404);
	});
});

describe("the type and name of an attachment", () => {
	it.each([
		["%PDF-1.4", "application/pdf"],
		["\x89PNG\r\n\x1a\n....", "image/png"],
		["\xff\xd8\xff\xe0", "image/jpeg"],
		["<html>%PDF-", null],
		["PK\x03\x04", null],
		["%PD", null],
	])("reads the first bytes of %j", (text, type) => {
		expect(attachmentMediaType(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(type);
	});

	it.each([
		["../../etc/passwd", "passwd.pdf"],
		["evil.pdf.exe", "evil.pdf.exe.pdf"],
		["a\u202efdp.exe", "afdp.exe.pdf"],
		["Scan.PDF", "Scan.PDF"],
		["", "file.pdf"],
		["x".repeat(300), `${"x".repeat(195)}.pdf`],
	])("names %j by its content", (name, shown) => {
		expect(attachmentName(name, "application/pdf")).toBe(shown);
	});
});
