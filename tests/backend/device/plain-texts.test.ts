import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices, groups, logEvents } from "../../../backend/db/schema";
import {
	deviceTextNames,
	deviceTexts,
	groupTextNames,
	listedTextNames,
	listedTexts,
	pick,
	recordOf,
} from "../../../shared/base/plain-fields";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import { addDevice, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

let account: TestAccount;
let owner: Person;
beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

const texts = recordOf(deviceTextNames, (text) => `${text} one`);
const list = async (input: object) => dataOf<DeviceListRow[]>(await owner.query("device.getDevices", input));

describe("every plain text of a device", () => {
	it("stores each as given, and a change of all of them leaves none unchanged", async () => {
		const { device } = await addDevice(owner, texts);
		expect(device).toMatchObject(texts);
		const changed = recordOf(deviceTextNames, (text) => `${text} two`);
		const { id: deviceId, version } = device;
		await owner.mutate("device.updateDevice", { deviceId, version, ...changed });
		expect(dataOf<Device>(await owner.query("device.getDevice", { deviceId }))).toMatchObject(changed);
		const events = await inAccount(account.id, (db) =>
			db.select().from(logEvents).where(eq(logEvents.deviceId, deviceId)).all(),
		);
		const said = events.map(({ text }) => text?.toLowerCase()).join("\n");
		for (const text of deviceTextNames) {
			const { label, kind } = deviceTexts[text];
			const words = kind === "line" ? `${label} ${text} one → ${text} two` : `${label} changed`;
			expect(said).toContain(words.toLowerCase());
		}
	});

	it("appears in the list if it is listed, and is found there by its filter", async () => {
		const { device } = await addDevice(owner, texts);
		await addDevice(owner);
		for (const { text, criterion, isSearched } of listedTexts) {
			const [row, ...others] = await list({ filters: { [criterion]: [texts[text]] } });
			expect([row?.id, others]).toEqual([device.id, []]);
			expect(row).toMatchObject(pick(texts, listedTextNames));
			expect(await list({ search: texts[text] })).toHaveLength(isSearched ? 1 : 0);
		}
	});

	it("adds a column that is empty in older rows", () => {
		const columns = [...deviceTextNames.map((text) => devices[text]), ...groupTextNames.map((text) => groups[text])];
		expect(columns.filter((column) => !column.notNull || column.default !== "")).toEqual([]);
	});
});
