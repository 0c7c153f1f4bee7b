import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../../backend/db/schema";
import { serverLimits } from "../../../shared/base/limits";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import type { ReadingImport } from "../../../shared/log/reading-import";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	newId,
	type TestAccount,
} from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { takeLogs } from "../fixtures/logs";
import { nothingOpen, plainFormat } from "../fixtures/parsed-file";
import { createPerson, dataOf, type Person, parseResponse, send, type Wire } from "../fixtures/people";
import { at, csv, hourMs, importFile, undoImport } from "../fixtures/readings-files";

let account: TestAccount;
let owner: Person;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
});

describe("the rejection of an import", () => {
	let device: CreatedDevice["device"];
	const good = csv([[0, 4, ""]]);

	beforeAll(async () => {
		({ device } = await addDevice(owner));
	});

	const paths = ["log.previewImport", "log.importReadings"] as const;
	const rejectedFields = async (form: Parameters<typeof sendImport>[2], person: Pick<Person, "headers"> = owner) => {
		const responses = await Promise.all(paths.map((path) => sendImport(person, path, form)));
		return responses.map(({ error }) => error?.data.fields ?? error?.data.reason ?? null);
	};

	it.each([
		["a workbook", "PK\u0003\u0004...", "This is a workbook. Save its sheet as CSV and import that."],
		["prose", "Dear all,\nnothing here", "No rows with a time and a number were found in this file."],
		["an empty file", "", "This file is empty."],
	])("rejects %s, in words beside the file", async (_, file, sentence) => {
		const fields = { file: sentence };
		expect(await rejectedFields({ options: { deviceId: device.id }, file })).toEqual([fields, fields]);
	});

	it("rejects a request without a file", async () => {
		const fields = { file: "Choose a file." };
		expect(await rejectedFields({ options: { deviceId: device.id } })).toEqual([fields, fields]);
	});

	it.each([
		["not there", undefined, "options"],
		["no JSON", "{", "options"],
		["of no device", {}, "options.deviceId"],
		["too long", `{"deviceId":"${"x".repeat(30_000)}"}`, "options"],
		["of a strange format", { deviceId: "dev_00000000000000000000000000", format: {} }, "options.format.separator"],
	])("rejects options that are %s", async (_, options, field) => {
		for (const fields of await rejectedFields({ options, file: good }))
			expect(Object.keys(Object(fields))).toContainEqual(expect.stringMatching(new RegExp(`^(${field}|options)`)));
	});

	it("rejects channels of another device, and one channel for two columns", async () => {
		const other = (await addDevice(owner)).device;
		const strange = { deviceId: device.id, columns: [{ column: 1, channelId: other.channels[0]?.id }] };
		const channelId = device.channels[0]?.id;
		const double = {
			deviceId: device.id,
			columns: [
				{ column: 1, channelId },
				{ column: 2, channelId },
			],
		};
		const notOurs = { "options.columns.0.channelId": "Not a channel that this device sends." };
		const twice = { "options.columns.1.channelId": "Each channel takes one column." };
		expect(await rejectedFields({ options: strange, file: good })).toEqual([notOurs, notOurs]);
		expect(await rejectedFields({ options: double, file: good })).toEqual([twice, twice]);
	});

	it("rejects a file without a matched column, but shows its preview", async () => {
		const file = csv([[0, 1, 2]], "Time,One,Two");
		const options = { deviceId: device.id };
		expect(dataOf(await sendImport(owner, "log.previewImport", { options, file }))).toMatchObject({ readings: 0 });
		const { error } = await sendImport(owner, "log.importReadings", { options, file });
		expect(error?.data.fields).toEqual({ file: "No column with readings leads to a channel." });
	});

	it("rejects more readings than one file may bring", { timeout: 30_000 }, async () => {
		const row = `${new Date(at(0)).toISOString().slice(0, 16)},4,1\n`;
		const file = `Time,Air,Door\n${row.repeat(serverLimits.importReadings / 2 + 1)}`;
		const { error } = await sendImport(owner, "log.previewImport", { options: { deviceId: device.id }, file });
		expect(error?.data.fields).toEqual({
			file: "At most 500,000 readings can be imported at once. This file has 500,002.",
		});
	});

	it("rejects a device of another account, one out of scope, and one that is archived", async () => {
		const theirs = (await addDevice((await createOwner()).owner)).device.id;
		for (const deviceId of [theirs, newId("device")])
			expect(await rejectedFields({ options: { deviceId }, file: good })).toEqual([
				"DEVICE_NOT_FOUND",
				"DEVICE_NOT_FOUND",
			]);
		const groupId = await addGroup(account.id, "North");
		const operator = await addMember(account.id, "operator", { groupIds: [groupId] });
		const options = { deviceId: device.id };
		expect(await rejectedFields({ options, file: good }, operator)).toEqual(["DEVICE_NOT_FOUND", "DEVICE_NOT_FOUND"]);
		const old = (await addDevice(owner)).device.id;
		await inAccount(account.id, (db) =>
			db.update(schema.devices).set({ archivedAt: new Date() }).where(eq(schema.devices.id, old)).run(),
		);
		expect(await rejectedFields({ options: { deviceId: old }, file: good })).toEqual([
			"DEVICE_ARCHIVED",
			"DEVICE_ARCHIVED",
		]);
	});

	it("denies a viewer, whatever the file is", async () => {
		const viewer = await addMember(account.id, "viewer");
		for (const file of [good, "nonsense"])
			expect(await rejectedFields({ options: { deviceId: device.id }, file }, viewer)).toEqual([
				"NOT_PERMITTED",
				"NOT_PERMITTED",
			]);
	});

	it("denies callers without permission or account before the body has come", async () => {
		const removed = await addMember(account.id, "operator");
		await accountStub(account.id).removeSeedMember(removed.sub);
		const people = [await addMember(account.id, "viewer"), removed, await createPerson()];
		const reasons = people.map(async ({ headers }) => {
			const { readable: body } = new TransformStream();
			const submitted = new Headers(headers);
			submitted.set("content-type", "multipart/form-data; boundary=never");
			const response = await send("/api/proxy/log.importReadings", { method: "POST", headers: submitted, body });
			const wire: Wire = await response.json();
			return parseResponse(wire).error?.data.reason;
		});
		expect(await Promise.all(reasons)).toEqual(["NOT_PERMITTED", "NO_ACCESS", "NO_ACCOUNT"]);
	});

	it("rejects a form that did not come the usual way", async () => {
		const form = new FormData();
		form.set("file", new File([good], "a.csv"));
		form.set("options", JSON.stringify({ deviceId: device.id }));
		const response = await send("/api/proxy/log%2EpreviewImport", {
			method: "POST",
			headers: owner.headers,
			body: form,
		});
		const wire: Wire = await response.json();
		expect(parseResponse(wire).error?.data.fields).toEqual({ file: "Send one file in a request of its own." });
	});

	it("rejects made-up columns by the same rules as a file", async () => {
		const base = {
			options: { deviceId: device.id },
			fileName: "made-up",
			file: {
				format: { ...plainFormat, headerRows: 0 },
				open: nothingOpen,
				columns: [{ column: 1, name: "Air", unit: null, samples: [] }],
				line: [1, 2],
				wallAt: [Date.now() + 40 * 24 * hourMs, 8.6e15],
				offsetMinutes: [0, 0],
				cellCounts: null,
				parts: null,
				values: [{ column: 1, cells: [1, 2] }],
			},
		};
		const { error } = await owner.mutate("log.importReadings", base);
		expect(error?.data.fields).toEqual({ file: "No column with readings leads to a channel." });
		const uneven = { ...base, file: { ...base.file, line: [1] } };
		expect((await owner.mutate("log.importReadings", uneven)).error?.data.code).toBe("BAD_REQUEST");
		const infinite = { ...base, file: { ...base.file, values: [{ column: 1, cells: [1, "x".repeat(100)] }] } };
		expect((await owner.mutate("log.importReadings", infinite)).error?.data.code).toBe("BAD_REQUEST");
	});
});

describe("the undo of an import", () => {
	it("returns IMPORT_NOT_FOUND for one of another account, one out of scope and one that never was", async () => {
		const { device } = await addDevice(owner);
		const made = await importFile(owner, device.id, [[0, 4, ""]]);
		const stranger = (await createOwner()).owner;
		const groupId = await addGroup(account.id, "South");
		const operator = await addMember(account.id, "operator", { groupIds: [groupId] });
		for (const [person, id] of [
			[stranger, made.id],
			[operator, made.id],
			[owner, newId("readingImport")],
		] as const) {
			expect((await undoImport(person, id)).error?.data).toMatchObject({
				code: "NOT_FOUND",
				reason: "IMPORT_NOT_FOUND",
			});
		}
		expect(dataOf<ReadingImport[]>(await operator.query("log.getImports"))).toEqual([]);
		expect(dataOf<ReadingImport[]>(await owner.query("log.getImports"))).toContainEqual(made);
		const hidden = await operator.query("log.getImports", { deviceId: device.id });
		expect(hidden.error?.data.reason).toBe("DEVICE_NOT_FOUND");
	});
});

describe("a caller without a session", () => {
	it("cannot have a file parsed", async () => {
		const response = await sendImport({ headers: new Headers() }, "log.previewImport", { file: "x" });
		expect(response.error?.data.reason).toBe("SIGNED_OUT");
		expect(takeLogs()).toHaveLength(1);
	});
});
