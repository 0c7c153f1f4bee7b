import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { exportRows } from "../../../backend/export/export-rows";
import { exportTable } from "../../../backend/export/export-table";
import { jsonText } from "../../../backend/export/text-formats";
import type { LogEvent, LogPage } from "../../../shared/log/log";
import type { LogExport } from "../../../shared/log/log-export";
import { change } from "../fixtures/deletion";
import { emptyPage, exportHead, freezerDevice } from "../fixtures/export-pages";
import { addDevice, addGroup, addMember, createOwner } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const hour = { rangeType: "hour", offset: 0 } as const;

const pageFor = async (person: Person, filter: object = {}) =>
	dataOf<LogPage>(await person.query("log.getLogs", { ...hour, ...filter }));

async function exported(person: Person): Promise<Record<string, unknown>> {
	const query = JSON.stringify({ ...hour, zone: "UTC", format: "csv", form: "long", clock: "device" });
	const file = await send(`/api/export?query=${encodeURIComponent(query)}`, { headers: person.headers });
	const csv = (await file.text()).replace("\uFEFF", "");
	const { data } = Papa.parse<Record<string, string>>(csv, { header: true, comments: "#", skipEmptyLines: true });
	return Object.fromEntries(data.map((row) => [row.Text, [row.Device, row["Serial number"]]]));
}

describe("the log of the whole account", () => {
	it.each(["archiveDevices", "deleteDevices"])("names a device after %s, on its page and in a file", async (verb) => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Out of use", serialNumber: "SN-9" });
		await addDevice(owner, { name: "In use" });
		await change(owner, verb, device.id);
		const { devices, events } = await pageFor(owner);
		const named = new Map(devices.map(({ id, name }) => [id, name]));
		expect(new Set(events.map(({ deviceId }) => named.get(deviceId ?? "")))).toEqual(new Set(["Out of use", "In use"]));
		const [text = ""] = events.flatMap((event) => (/^(Archived|Deleted)/.test(event.text) ? event.text : []));
		expect(await exported(owner)).toMatchObject({ [text]: ["Out of use", "SN-9"] });
	});

	it("names none where nothing on the page is of it", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Out of use" });
		await change(owner, "archiveDevices", device.id);
		const { devices, events } = await pageFor(owner, { from: 0, to: 1 });
		expect([devices, events]).toEqual([[], []]);
	});

	it("names no unused device to a member of some groups", async () => {
		const { id, owner } = await createOwner();
		const groupId = await addGroup(id, "Mine");
		const { device } = await addDevice(owner, { name: "Elsewhere" });
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		await change(owner, "archiveDevices", device.id);
		const { devices, events } = await pageFor(viewer);
		expect([devices, events]).toEqual([[], []]);
		expect(await exported(viewer)).toEqual({});
	});
});

describe("an export of events", () => {
	const event = (deviceId: string | null, text: string): LogEvent => ({
		id: `log_${text}`,
		deviceId,
		at: exportHead.from,
		kind: "config",
		level: "info",
		text,
		author: null,
	});
	const added = { ...freezerDevice, id: "dev_00000000000000000000000002", name: "Added since" };
	const events = [
		event(freezerDevice.id, "Known"),
		event(added.id, "New"),
		event("dev_00000000000000000000000003", "Gone"),
		event(null, "Account"),
	];
	async function* pages() {
		yield { ...emptyPage, devices: [freezerDevice, added], events };
	}
	const query: LogExport = { ...hour, zone: "UTC", format: "json", form: "long", clock: "device" };

	it("names each device as truly as it can, be it added since or gone for good", async () => {
		const names: unknown[] = [];
		const { titles, cellsOf } = exportTable(query, exportHead);
		for await (const rows of exportRows(pages(), exportHead, "long")) {
			for (const row of rows) names.push(cellsOf(row)[titles.indexOf("Device")]);
		}
		expect(names).toEqual(["Freezer 1", "Added since", "A deleted device", null]);
		let text = "";
		for await (const part of jsonText(exportRows(pages(), exportHead, "long"), {
			query,
			head: exportHead,
			settings: [],
		})) {
			text += part;
		}
		expect(JSON.parse(text).rows.map(({ device }: { device: unknown }) => device)).toEqual(names);
	});
});
