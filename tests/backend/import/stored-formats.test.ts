import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../../backend/db/schema";
import type { ImportPreview } from "../../../shared/log/reading-import";
import { mostFileFormats, type StoredFormat } from "../../../shared/log/stored-format";
import { fileFormatInput, keepFormat } from "../fixtures/file-formats";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId, type TestAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf, type Person } from "../fixtures/people";

let account: TestAccount;
let owner: Person;
let deviceId: string;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
	deviceId = (await addDevice(owner)).device.id;
});

const formatsOf = async (person: Person) => dataOf<StoredFormat[]>(await person.query("log.getFileFormats"));

async function headerKeyOf(file: string): Promise<string | null> {
	return dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", { options: { deviceId }, file })).headerKey;
}

describe("the key of a file's header", () => {
	it("stays the same for other rows and spaces, and changes with other columns", async () => {
		const key = await headerKeyOf("Time,Air\n2026-11-20T10:00:00Z,4\n");
		expect(key).toMatch(/^[0-9a-f]{32}$/);
		expect(await headerKeyOf("Time, AIR\n2026-11-21T10:00:00Z,5\n2026-11-21T11:00:00Z,6\n")).toBe(key);
		expect(await headerKeyOf("Time,Air,Door\n2026-11-20T10:00:00Z,4,1\n")).not.toBe(key);
	});

	it("stays empty for a file without a header, as all such files would share one", async () => {
		expect(await headerKeyOf("2026-11-20T10:00:00Z,4\n2026-11-20T11:00:00Z,5\n")).toBeNull();
	});
});

describe("a stored format", () => {
	const settings = {
		format: { dateOrder: "month-first", timePattern: "MM/dd/yyyy HH:mm", clockMinutes: 720, noValues: [-888.88] },
		answered: ["date-order", "clock"],
		readings: [-200],
		columns: [{ heading: "Temp [°F]", channelName: "Air", unit: "convert" }],
	};

	it("appears in the list with its choices, and can be replaced by its header, renamed and deleted", async () => {
		const input = { ...fileFormatInput, ...settings, deviceId, headerKey: "1".repeat(32) };
		const kept = dataOf<StoredFormat>(await owner.mutate("log.keepFileFormat", input));
		expect(kept).toMatchObject({ ...settings, name: "Weekly file", savedBy: expect.any(String) });
		expect(await formatsOf(owner)).toEqual([kept]);
		const again = { ...input, answered: ["clock"], name: "Daily file" };
		expect(dataOf(await owner.mutate("log.keepFileFormat", again))).toMatchObject({ id: kept.id, name: "Daily file" });
		dataOf(await owner.mutate("log.renameFileFormat", { formatId: kept.id, name: "Barn" }));
		expect(await formatsOf(owner)).toMatchObject([{ id: kept.id, name: "Barn", answered: ["clock"] }]);
		dataOf(await owner.mutate("log.deleteFileFormat", { formatId: kept.id }));
		expect(await formatsOf(owner)).toEqual([]);
		const gone = await owner.mutate("log.deleteFileFormat", { formatId: kept.id });
		expect(gone.error?.data.reason).toBe("FILE_FORMAT_NOT_FOUND");
	});

	it("appears to members who see the device, and a new one is stored beside a hidden one", async () => {
		const group = await addGroup(account.id, "Barn");
		const inGroup = (await addDevice(owner, { groupIds: [group] })).device.id;
		const scoped = await addMember(account.id, "operator", { groupIds: [group] });
		const [hidden, shared] = [await keepFormat(owner, deviceId), await keepFormat(owner, deviceId)];
		expect(shared).toBe(hidden);
		expect(await formatsOf(scoped)).toEqual([]);
		const own = await keepFormat(scoped, inGroup, "Ours");
		expect(own).not.toBe(hidden);
		expect((await formatsOf(scoped)).map(({ id }) => id)).toEqual([own]);
		expect((await formatsOf(owner)).map(({ id }) => id).sort()).toEqual([hidden, own].sort());
	});

	it("stays within a hundred formats, and existing ones can still be replaced", async () => {
		const full = await createOwner();
		const device = (await addDevice(full.owner)).device.id;
		const id = await keepFormat(full.owner, device);
		await inAccount(full.id, (db) => {
			const [row] = db.select().from(schema.fileFormats).all();
			if (!row) throw new Error("No format");
			for (let count = 1; count < mostFileFormats; count += 1) {
				db.insert(schema.fileFormats)
					.values({ ...row, id: newId("fileFormat"), headerKey: String(count).padStart(32, "0") })
					.run();
			}
		});
		const input = { ...fileFormatInput, deviceId: device };
		const rejected = await full.owner.mutate("log.keepFileFormat", { ...input, headerKey: "f".repeat(32) });
		expect(rejected.error?.data).toMatchObject({ code: "CONFLICT", reason: "FILE_FORMAT_LIMIT" });
		expect(dataOf(await full.owner.mutate("log.keepFileFormat", input))).toMatchObject({ id });
	});
});
