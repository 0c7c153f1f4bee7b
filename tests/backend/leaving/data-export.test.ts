import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { archivePrefix, unnamedKeptMs } from "../../../backend/base/archive-places";
import {
	addExportFiles,
	changeDataExport,
	changeExportFile,
	type ExportFileRow,
	findOpenFile,
	insertDataExport,
} from "../../../backend/db/data-export-rows";
import { deleteRuns } from "../../../backend/db/report-run-rows";
import * as schema from "../../../backend/db/schema";
import { messageEvidence } from "../../../backend/evidence/message-evidence";
import { addSlice, placed } from "../../../backend/leaving/export/add-slice";
import { exportedTables } from "../../../backend/leaving/export/exported-tables";
import { jsonSlice } from "../../../backend/leaving/export/json-slices";
import { safeName } from "../../../backend/leaving/export/plan-files";
import { exportedMessages } from "../../../backend/leaving/export/row-slices";
import { type DataExport, dataExportKeptMs, type Leaving, mostArchiveBytes } from "../../../shared/account/leaving";
import { crc32 } from "../../../shared/base/crc32";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { hexOf } from "../../../shared/base/hex";
import type { Device } from "../../../shared/device/device";
import * as fc from "../../properties";
import { createContact } from "../fixtures/contact-input";
import { writeMessage } from "../fixtures/evidence";
import { accountStub, addDevice, createOwner, inAccount, newId, type TestAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf, type Person, send } from "../fixtures/people";
import { endedRun } from "../fixtures/report-run";
import { uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

type Manifest = {
	account: string;
	devices: number;
	fileList: { path: string; archive: number; rows: number; bytes: number; crc32: string; sha256: string }[];
};

const secretPath = "/services/T0001/q8-secret-w2";
const secretKey = `hooks.acme.io${secretPath}`;
const secretUrl = `https://${secretKey}`;

/** Fields with similar names that hold no webhook's address. */
const notWebhooks = [
	"account logoUrl",
	"devices address",
	"contactDeliveryChannels addressVersion",
	"messages addressVersion",
	"reportLinks addressVersion",
	"integrationMessages endpoint",
	"lakes endpoint",
];

const leavingOf = async (owner: Person) => dataOf<Leaving>(await owner.query("account.getLeaving"));
const newest = async (owner: Person) => (await leavingOf(owner)).exports[0] as DataExport;
const keysOf = async (id: string) => {
	const prefix = archivePrefix("export", env.ACCOUNT.idFromName(id));
	return (await env.ARCHIVE.list({ prefix })).objects.map(({ key }) => key);
};

/** Runs the alarm up to this often, until the export has ended; the object ends after every eighth run. */
async function make({ id, owner }: TestAccount, runs = 1_000): Promise<DataExport> {
	for (let run = 0; run < runs && (await newest(owner)).state === "running"; run += 1) {
		await accountStub(id).runOverdue(Date.now() + hourMs);
		if (run % 8 === 7) {
			await runInDurableObject(accountStub(id), (_, state) => state.abort("Killed by the test")).catch(() => {});
		}
	}
	return newest(owner);
}

async function download(owner: Person, path: string, requested: Record<string, string> = {}) {
	const headers = new Headers(owner.headers);
	for (const [name, value] of Object.entries(requested)) headers.set(name, value);
	const response = await send(path, { headers });
	return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function unzipped(owner: Person, exportId: string, archive = 1) {
	const path = `/api/files/${exportId}?archive=${archive}`;
	const { response, bytes } = await download(owner, path);
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
	expect(response.headers.get("content-disposition")).toContain(".zip");
	expect(response.headers.get("content-length")).toBe(String(bytes.length));
	const ifRange = response.headers.get("etag") ?? "";
	const had = Math.floor(bytes.length / 3);
	const rest = await download(owner, path, { range: `bytes=${had}-`, "if-range": ifRange });
	expect(rest.response.status).toBe(206);
	expect(rest.bytes).toEqual(bytes.slice(had));
	return unzipSync(bytes);
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** Computes the checksum bit by bit, without the product's table. */
function crcOf(bytes: Uint8Array): string {
	let crc = 0xffff_ffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
	}
	return (~crc >>> 0).toString(16).padStart(8, "0");
}

const sha256 = async (bytes: Uint8Array) =>
	hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource)));

describe("an export of all data", () => {
	const now = Date.now();
	const months = [Date.UTC(2026, 8, 30, 23), Date.UTC(2026, 9, 1, 1)];
	let account: TestAccount;
	let deviceId: string;
	let ready: DataExport;
	let files: Record<string, Uint8Array>;
	let manifest: Manifest;

	beforeAll(async () => {
		account = await createOwner("Acme / Cold: Stores");
		const { id, owner } = account;
		const { device, key } = await addDevice(owner, { name: "=Kühlhaus, “1”/2." });
		deviceId = device.id;
		for (const first of months) {
			const readings = Array.from({ length: 3 }, (_, each) => ({
				channel: "Air",
				at: first + each * 60_000,
				value: each - 0.5,
			}));
			await uploadAt(key, now, readings);
		}
		await endedRun(id, {
			now,
			run: { keptUntil: null },
			files: [{ name: "Air 2026-09.pdf" }, { name: "Air 2026-09.pdf" }],
		});
		await createContact(owner, {
			email: null,
			webhookUrl: secretUrl,
			slackUrl: secretUrl,
			defaultChannels: ["webhook"],
		});
		dataOf(await owner.mutate("webhook.createWebhook", { name: "Tickets", url: secretUrl, topics: ["alerts"] }));
		await inAccount(id, (db) => {
			const posted = { channel: "webhook" as const, address: secretUrl };
			db.insert(schema.optOuts)
				.values({ ...posted, class: "alerts", createdAt: new Date(now) })
				.run();
			db.insert(schema.ruleOptOuts)
				.values({ ...posted, alertId: "alt_1", createdAt: new Date(now) })
				.run();
			const messageId = writeMessage(db, now);
			db.update(schema.messages)
				.set({ ...posted, addressKey: secretKey })
				.where(eq(schema.messages.id, messageId))
				.run();
		});
		dataOf(await owner.mutate("account.startDataExport"));
		expect((await owner.mutate("account.startDataExport")).error?.data.reason).toBe("DATA_EXPORT_RUNNING");
		ready = await make(account);
		files = await unzipped(owner, ready.id);
		manifest = JSON.parse(textOf(files["manifest.json"]));
	}, 120_000);

	it("stays whole although the object ended again and again, and lists its contents", async () => {
		expect(ready).toMatchObject({ state: "ready", devices: 1, devicesDone: 1, error: null });
		expect(ready.expiresAt?.getTime()).toBeGreaterThan(Date.now() + dataExportKeptMs - dayMs);
		expect(Object.keys(files).sort()).toEqual([...manifest.fileList.map(({ path }) => path), "manifest.json"].sort());
		expect(ready.files).toBe(Object.keys(files).length);
		for (const { path, bytes, crc32, sha256: digest } of manifest.fileList) {
			const file = files[path] ?? new Uint8Array();
			expect([path, file.length, crcOf(file), await sha256(file)]).toEqual([path, bytes, crc32, digest]);
		}
	});

	it("holds every row of every exported table, and no secret", async () => {
		for (const { name, file, table } of exportedTables) {
			const stored = await inAccount(account.id, (db) => db.select().from(table).all().length);
			const rows: unknown[] = JSON.parse(textOf(files[`data/${file}.json`]));
			const listed = manifest.fileList.find(({ path }) => path === `data/${file}.json`)?.rows;
			// Tables that the export itself changes: its message and its count, its event, the user's last visit.
			const isLive = ["messages", "notices", "usageCounts", "logEvents"].includes(name);
			if (!isLive) expect([name, rows.length, listed]).toEqual([name, stored, stored]);
			else expect(rows.length).toBe(listed);
		}
		const all = Object.values(files).map(textOf).join("\n");
		const device = await inAccount(account.id, (db) => db.select().from(schema.devices).get());
		expect(all).not.toContain(device?.keyDigest ?? "none");
		expect(all).not.toMatch(/"(sub|signIn|keyDigest|secret)":/);
		expect(JSON.parse(textOf(files["data/audit.json"])).map(({ action }: { action: string }) => action)).toContain(
			"account.createAccount",
		);
	});

	it("names the host of a webhook, and not its path, which is often its password", () => {
		const all = Object.values(files).map(textOf).join("\n");
		expect(all).not.toContain(secretPath);
		const addressesIn = (file: string) =>
			JSON.parse(textOf(files[`data/${file}.json`])).map(({ address }: { address: string }) => address);
		for (const file of ["contact-addresses", "webhooks", "opt-outs", "rule-opt-outs", "messages"]) {
			expect(addressesIn(file), file).toContain("hooks.acme.io");
		}
	});

	it("holds every reading once, in a file for each month", () => {
		const csv = Object.keys(files).filter((path) => path.endsWith(".csv"));
		expect(csv.map((path) => path.split("/").at(-1)).sort()).toEqual(["2026-09.csv", "2026-10.csv"]);
		for (const path of csv) expect(path).toMatch(/^readings\/_Kühlhaus_ _1_2-[^/]+\/\d{4}-\d{2}\.csv$/);
		const lines = csv.sort().flatMap((path) => {
			const text = textOf(files[path]);
			expect(text).not.toContain("\n=");
			return text.trimEnd().split("\r\n").slice(1);
		});
		const read = lines.map((line) => line.split(",")).map(([utc, , , channel, value]) => [utc, channel, Number(value)]);
		const sent = months.flatMap((first) =>
			[0, 1, 2].map((each) => [new Date(first + each * 60_000).toISOString(), "Air", each - 0.5]),
		);
		expect(read).toEqual(sent);
		const listed = manifest.fileList.filter(({ path }) => path.endsWith(".csv"));
		expect(listed.reduce((sum, { rows }) => sum + rows, 0)).toBe(sent.length);
	});

	it("explains each column and file", () => {
		const readme = textOf(files["README.txt"]);
		const [path = ""] = Object.keys(files).filter((each) => each.endsWith(".csv"));
		const columns = textOf(files[path]).replace("\uFEFF", "").split("\r\n")[0]?.split(",") ?? [];
		expect(columns.length).toBeGreaterThan(5);
		for (const column of columns) expect(readme).toContain(`  ${column}: `);
		for (const { file, fields } of exportedTables) {
			expect(readme).toContain(`data/${file}.json: `);
			for (const field of fields) expect(readme).toContain(field);
		}
	});

	it("keeps files of reports that are deleted meanwhile, until it goes itself", async () => {
		const { id, owner } = account;
		const [file] = await inAccount(id, (db) => db.select().from(schema.reportFiles).all());
		// Only the export keeps the file of a run this old.
		await inAccount(id, (db) => deleteRuns(db, [file?.runId ?? ""], Date.now() - unnamedKeptMs));
		await workThrough(accountStub(id), Date.now() + dayMs);
		expect(Object.keys(await unzipped(owner, ready.id))).toContain(`reports/${file?.id}/${file?.name}`);
		await workThrough(accountStub(id), Date.now() + dataExportKeptMs + dayMs);
		expect(await env.ARCHIVE.head(file?.objectKey ?? "")).toBeNull();
		expect(await keysOf(id)).toEqual([]);
		expect(await newest(owner)).toMatchObject({ state: "expired", archives: [] });
		const gone = await send(`/api/files/${ready.id}?archive=1`, { headers: owner.headers });
		expect(gone.status).toBe(404);
		expect(deviceId).toMatch(/^dev_/);
	});

	it("leaves nothing after a cancellation, and can be made again", async () => {
		const { id, owner } = account;
		const { exports: begun } = dataOf<Leaving>(await owner.mutate("account.startDataExport"));
		await make(account, 4);
		expect(await keysOf(id)).not.toEqual([]);
		dataOf(await owner.mutate("account.cancelDataExport", { exportId: begun[0]?.id }));
		await workThrough(accountStub(id), Date.now() + hourMs);
		expect(await keysOf(id)).toEqual([]);
		expect(await inAccount(id, (db) => db.select().from(schema.dataExportFiles).all())).toEqual([]);
		const again = await owner.mutate("account.cancelDataExport", { exportId: begun[0]?.id });
		expect(again.error?.data.reason).toBe("DATA_EXPORT_NOT_FOUND");
		dataOf(await owner.mutate("account.startDataExport"));
		expect((await make(account)).state).toBe("ready");
	}, 120_000);
});

describe("an export during which a derived channel changes", () => {
	const scaledBy = (source: string, factor: number) => ({
		kind: "linear",
		sources: [{ role: "source", channelId: source }],
		driver: source,
		toleranceSeconds: 0,
		options: { factor, addend: 0, quantity: "other", unit: "" },
	});

	afterEach(() => void vi.useRealTimers());

	async function exportUnderWay() {
		// An hour ahead, where the account's own alarm does not end the export before the change.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hourMs });
		const { id, owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const source = device.channels[0]?.id ?? "";
		const definition = scaledBy(source, 10);
		const given = { deviceId: device.id, version: device.version, name: "Scaled", definition };
		const { channels, version } = dataOf<Device>(await owner.mutate("device.addDerivedChannel", given));
		const channelId = channels.find(({ derived }) => derived)?.id ?? "";
		const first = Date.now() - 80 * dayMs;
		const readings = [0, 40].map((days) => ({ channel: "Air", at: first + days * dayMs, value: 2 }));
		await uploadAt(key, Date.now(), readings);
		dataOf(await owner.mutate("account.startDataExport"));
		const { createdAt } = await newest(owner);
		const madeFiles = () => inAccount(id, (db) => db.select().from(schema.dataExportFiles).all());
		const isRead = async () =>
			(await madeFiles()).some(({ source: { kind }, sha256: made }) => kind === "readings" && made !== null);
		// The step after this one is due a millisecond later.
		for (let run = 0; run < 1_000 && !(await isRead()); run += 1) {
			await accountStub(id).runOverdue(Date.now());
			vi.setSystemTime(Date.now() + 1);
		}
		return { account: { id, owner } as TestAccount, deviceId: device.id, source, channelId, version, createdAt };
	}

	async function scaledIn(account: TestAccount, begunBefore: unknown) {
		const ended = await make(account);
		expect(ended.state).toBe("ready");
		expect(Number(ended.createdAt)).toBeGreaterThan(Number(begunBefore));
		const files = await unzipped(account.owner, ended.id);
		const texts = Object.keys(files).filter((path) => path.startsWith("readings/"));
		const values = texts.flatMap((path) =>
			[...textOf(files[path]).matchAll(/,Scaled,([^,]*),/g)].map(([, value]) => value),
		);
		return { values, definitions: textOf(files["data/derived-channels.json"]) };
	}

	it("begins anew, so that all of it is by one definition", async () => {
		const { account, source, channelId, version, createdAt } = await exportUnderWay();
		const definition = scaledBy(source, 100);
		dataOf(await account.owner.mutate("device.changeDerivedChannel", { channelId, version, definition }));
		const { values, definitions } = await scaledIn(account, createdAt);
		expect(values).toEqual(["200", "200"]);
		expect(definitions).toContain('"factor":100');
	}, 120_000);

	it.each(["alone", "with the settings of its device"])(
		"begins anew without a channel that is removed %s",
		async (how) => {
			const { account, deviceId, channelId, version, createdAt } = await exportUnderWay();
			const { owner } = account;
			if (how === "alone") dataOf(await owner.mutate("device.removeDerivedChannel", { channelId, version }));
			else {
				const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
				const left = channels.flatMap(({ id, name, quantity, unit, decimals, min, max }) =>
					id === channelId ? [] : { id, name, quantity, unit, decimals, min, max },
				);
				dataOf(await owner.mutate("device.updateDevice", { deviceId, version, channels: left }));
			}
			expect(await scaledIn(account, createdAt)).toEqual({ values: [], definitions: "[\n\n]\n" });
		},
		120_000,
	);
});

describe("an export of a file that is not as it was stored", () => {
	it("holds the file as it is, and ends", async () => {
		const account = await createOwner();
		const { id, owner } = account;
		await endedRun(id, { now: Date.now(), run: { keptUntil: null }, files: [{ name: "Air.pdf" }] });
		const [file] = await inAccount(id, (db) => db.select().from(schema.reportFiles).all());
		await env.ARCHIVE.put(file?.objectKey ?? "", "other bytes, and more of them than were stored");
		dataOf(await owner.mutate("account.startDataExport"));
		const { id: exportId, state } = await make(account);
		expect(state).toBe("ready");
		const files = await unzipped(owner, exportId);
		expect(textOf(files[`reports/${file?.id}/Air.pdf`])).toMatch(/^other bytes/);
		expect(textOf(files["data/report-files.json"])).toContain(file?.sha256);
		expect(takeLogs().map((line) => JSON.parse(line).event)).toEqual(["file-not-as-stored"]);
	}, 120_000);
});

describe("the address of a webhook", () => {
	it("shows masked in every table that may hold one", () => {
		const named = exportedTables.flatMap(({ name, fields, addresses }) =>
			fields
				.filter((field) => /address|url|endpoint/i.test(field) && !addresses.includes(field))
				.map((field) => `${name} ${field}`),
		);
		expect(named).toEqual(notWebhooks);
	});

	it("shows masked in archived messages, without the key that their limits used", async () => {
		const { id } = await createOwner();
		const line = await inAccount(id, (db) => {
			const messageId = writeMessage(db, Date.now());
			db.update(schema.messages).set({ address: secretUrl, addressKey: secretKey }).run();
			const [message] = db.select().from(schema.messages).where(eq(schema.messages.id, messageId)).all();
			if (!message) throw new Error("Not written");
			return messageEvidence.toLine({ message, notices: [] });
		});
		expect(line).toContain(secretPath);
		const exported = JSON.stringify(exportedMessages.fromLine(line));
		expect(exported).not.toContain(secretPath);
		expect(exported).toContain('"address":"hooks.acme.io"');
	});
});

describe("a file in slices", () => {
	it.for([
		["packed", false],
		["as a release before this one left its first", true],
	] as const)("is one file in its archive, %s", async ([, isOld], { expect }) => {
		const { id, owner } = await createOwner();
		const prefix = archivePrefix("export", env.ACCOUNT.idFromName(id));
		const exportId = newId("dataExport");
		const slices = ["Ada,1\r\n".repeat(5_000), "", "Grace,2\r\n".repeat(3)].map((text) =>
			new TextEncoder().encode(text),
		);
		const [first = new Uint8Array()] = slices;
		if (isOld) await env.ARCHIVE.put(`${prefix}/${exportId}/first`, first);
		await inAccount(id, async (db) => {
			insertDataExport(db, {
				id: exportId,
				state: "running",
				requestedById: newId("user"),
				requestedBy: "Ada",
				createdAt: Date.now(),
				stage: "whole",
				devices: 0,
				archives: [],
				dueAt: null,
			});
			addExportFiles(db, exportId, [{ path: "a.csv", source: { kind: "table", name: "users" } }]);
			const open = () => findOpenFile(db, exportId) as ExportFileRow;
			const object = { key: `${prefix}/${exportId}/first`, bytes: first.length };
			const begun = { objects: [object], rows: 5_000, bytes: first.length, crc: crc32(first, 0), cursor: "0" };
			if (isOld) changeExportFile(db, open(), begun);
			for (const [index, bytes] of slices.entries()) {
				const slice = { bytes, rows: 1, cursor: index < slices.length - 1 ? String(index) : null };
				if (index > 0 || !isOld) await addSlice({ db, bucket: env.ARCHIVE, prefix }, open(), slice);
			}
			expect(findOpenFile(db, exportId)).toBeNull();
			changeDataExport(db, exportId, { state: "ready", expiresAt: Date.now() + dayMs });
		});
		const files = await unzipped(owner, exportId);
		expect(textOf(files["a.csv"])).toBe(slices.map(textOf).join(""));
		const [row] = await inAccount(id, (db) => db.select().from(schema.dataExportFiles).all());
		expect(row?.sha256).toBe(await sha256(files["a.csv"] ?? new Uint8Array()));
		expect(row?.objects.some(({ packedBytes }) => packedBytes === undefined)).toBe(isOld);
	});

	it("forms one JSON list, wherever it is cut", () => {
		const rows = fc.array(fc.array(fc.record({ text: fc.string() }), { maxLength: 3 }), { minLength: 1, maxLength: 5 });
		fc.assert(
			fc.property(rows, (slices) => {
				let begun: { cursor: string | null; rows: number } = { cursor: null, rows: 0 };
				let text = "";
				for (const [index, slice] of slices.entries()) {
					const made = jsonSlice(begun, slice, index === slices.length - 1 ? null : String(index));
					text += new TextDecoder().decode(made.bytes);
					begun = { cursor: made.cursor, rows: begun.rows + made.rows };
				}
				expect(JSON.parse(text)).toEqual(slices.flat());
			}),
		);
	});

	it("goes into an archive below two gigabytes, none lost", () => {
		const sizes = fc.array(fc.record({ bytes: fc.nat(mostArchiveBytes), objects: fc.nat(5_000) }), { maxLength: 30 });
		fc.assert(
			fc.property(sizes, (files) => {
				let archives: ReturnType<typeof placed> = [];
				for (const file of files) archives = placed(archives, { files: 1, ...file });
				expect(archives.reduce((sum, { files: count }) => sum + count, 0)).toBe(files.length);
				for (const { bytes, objects } of archives) {
					expect(bytes).toBeLessThanOrEqual(mostArchiveBytes);
					expect(objects).toBeLessThanOrEqual(8_000);
				}
			}),
		);
	});

	it("gets a name that every system takes", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (name) => {
				const safe = safeName(name);
				expect(safe).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^\.|[. ]$|^$/u);
			}),
		);
		expect(["../../etc", "CON.pdf", "Kühlhaus. ", `${"é".repeat(80)}.xlsx`].map(safeName)).toEqual([
			...["_.._etc", "_CON.pdf", "Kühlhaus", `${"é".repeat(55)}.xlsx`],
		]);
	});
});
