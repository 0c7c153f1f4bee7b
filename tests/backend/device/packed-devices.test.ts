import { beforeAll, describe, expect, it } from "vitest";
import type { DeviceListRow, GetDevices } from "../../../shared/device";
import type { CreateDevice, CreatedDevice } from "../../../shared/device-inputs";
import { isPackedAnswer, packedDevicesType, unpackDevices } from "../../../shared/packed-devices";
import { batchPath } from "../fixtures/batch";
import { addDevice, addGroup, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person, queryPath, send, type Wire } from "../fixtures/people";

const count = 40;
const bytesPerRow = 300;
const accept = `${packedDevicesType}, application/json`;
const channels: CreateDevice["channels"] = [
	{ name: "Air", quantity: "temperature", unit: "°C" },
	{ name: "Product core", quantity: "temperature", unit: "°C" },
	{ name: "Humidity", quantity: "humidity", unit: "%" },
	{ name: "Door", quantity: "door", unit: "" },
	{ name: "Battery", quantity: "battery", unit: "%" },
	{ name: "Signal", quantity: "signal", unit: "dBm" },
];

function ask(person: Person, path: string, types = accept): Promise<Response> {
	const headers = new Headers(person.headers);
	headers.set("accept", types);
	return send(path, { headers });
}

/** The rows that a call was answered with, which must be packed. */
function unpacked({ result }: Wire): DeviceListRow[] {
	if (!result || !isPackedAnswer(result.data)) throw new Error(`Not packed: ${JSON.stringify(result)}`);
	return unpackDevices(result.data.json);
}

const plain = async (person: Person, input?: GetDevices) =>
	dataOf<DeviceListRow[]>(await person.query("device.getDevices", input));
const packed = async (person: Person, input?: GetDevices) =>
	unpacked(await (await ask(person, queryPath("device.getDevices", input))).json());

async function addTypical(owner: Person, place: number, groupIds: string[]): Promise<CreatedDevice> {
	const facts = { model: "TL-20", firmwareVersion: place % 3 ? "2.4.1" : "2.5.0", power: "battery" } as const;
	const added = await addDevice(owner, {
		...facts,
		name: `Walk-in freezer, kitchen ${place}`,
		serialNumber: `AQL-${String(place).padStart(6, "0")}`,
		site: ["Denver North", "Köln Süd"][place % 2],
		tags: place % 4 === 0 ? ["food", "Élysée"] : ["food"],
		groupIds,
		channels,
	});
	const at = Date.now() - place * 1_357;
	const values = [-18.4 + place / 10, -20.1, 40 + place, place % 2, 97 - place, -60 - place];
	const readings = channels.map(({ name }, index) => ({ channel: name, at, value: values[index] }));
	await ingest(added.key, readings);
	return added;
}

describe("a packed list of devices", () => {
	let owner: Person;

	beforeAll(async () => {
		const account = await createOwner();
		owner = account.owner;
		const groupIds = [await addGroup(account.id, "Kitchens"), await addGroup(account.id, "Denver")];
		for (let place = 0; place < count; place += 1) {
			const { device } = await addTypical(owner, place, groupIds.slice(place % 2));
			if (place % 9 === 0)
				dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: Date.now() + 600_000 }));
		}
		await addDevice(owner, { name: "Never heard" });
	}, 60_000);

	it(`takes at most ${bytesPerRow} bytes for a device of four channels, battery and signal`, async () => {
		const response = await ask(owner, queryPath("device.getDevices"));
		const { byteLength } = await response.arrayBuffer();
		expect(await packed(owner)).toHaveLength(count + 1);
		expect(byteLength / (count + 1)).toBeLessThanOrEqual(bytesPerRow);
	});

	it.each<[what: string, input: GetDevices]>([
		["the whole list", undefined],
		["one that is searched and filtered", { search: "kitchen 1", filters: { tags: ["élysée"] } }],
		["one in another order", { sort: "-name" }],
		["one page of it", { sort: "name", limit: 7 }],
		["an empty one", { search: "nothing like it" }],
		["the archived ones", { shelf: "archived" }],
	])("says what rows say: %s", async (_, input) => {
		expect(await packed(owner, input)).toStrictEqual(await plain(owner, input));
	});

	it.each(["*/*", "application/json"])("does not come to who accepts %s", async (types) => {
		const { result }: Wire = await (await ask(owner, queryPath("device.getDevices"), types)).json();
		expect(result?.data.json).toHaveLength(count + 1);
	});

	it("has its place in a batch, beside answers of the usual form", async () => {
		const path = batchPath([["account.getCurrent"], ["device.getDevices", { limit: 1 }], ["device.getDeviceFacts"]]);
		const response = await ask(owner, path);
		expect(response.headers.get("vary")).toContain("accept");
		const answers: Wire[] = await response.json();
		expect(answers.map(({ result }) => result !== undefined && isPackedAnswer(result.data))).toEqual([
			false,
			true,
			false,
		]);
	});

	it("is refused as rows are", async () => {
		const { error }: Wire = await (await ask(owner, queryPath("device.getDevices", { limit: 0 }))).json();
		expect(error?.json).toMatchObject({ data: { httpStatus: 400 } });
	});
});
