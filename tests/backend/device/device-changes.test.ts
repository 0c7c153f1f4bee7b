import { evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { withChanges } from "../../../shared/device/changed-list";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { DeviceChanges, KnownList } from "../../../shared/device/device-changes";
import * as fc from "../../properties";
import { addAlert } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import { accountStub, addDevice, addMember, createOwner, ingest, postReadings } from "../fixtures/fleet";
import { createGroup, readGroup, updateOf } from "../fixtures/group-input";
import { listAnew, loggedAnew } from "../fixtures/list-anew";
import { dataOf, type Person } from "../fixtures/people";

type Copy = { person: Person; groupIds: string[] | "all"; rows: DeviceListRow[]; known: KnownList | null };

async function refresh(copy: Copy): Promise<DeviceChanges> {
	const input = copy.known ? { since: copy.known } : {};
	const changes = dataOf<DeviceChanges>(await copy.person.query("device.getDeviceChanges", input));
	copy.rows = withChanges(copy.rows, changes);
	copy.known = changes.known;
	return changes;
}

describe("a console's copy with the changes applied", () => {
	let id = "";
	let owner: Person;
	let groupIds: string[] = [];
	let copies: Copy[] = [];
	const devices: { id: string; key: string; channelId: string }[] = [];

	beforeAll(async () => {
		({ id, owner } = await createOwner());
		groupIds = [(await createGroup(owner)).id, (await createGroup(owner)).id];
		const [first = ""] = groupIds;
		const seeing = async (seen: string[] | "all"): Promise<Copy> => {
			const person = seen === "all" ? owner : await addMember(id, "viewer", { groupIds: seen });
			return { person, groupIds: seen, rows: [], known: null };
		};
		copies = [await seeing("all"), await seeing([first]), await seeing(groupIds)];
		for (const groups of [[first], groupIds, []]) await add(groups);
	});

	async function add(groups: string[]): Promise<void> {
		const { device, key } = await addDevice(owner, { groupIds: groups });
		devices.push({ id: device.id, key, channelId: device.channels[0]?.id ?? "" });
	}

	async function update(deviceId: string, changesOf: (device: Device) => object): Promise<void> {
		const device = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
		const { version, archivedAt } = device;
		const response = await owner.mutate("device.updateDevice", { deviceId, version, ...changesOf(device) });
		if (!archivedAt) dataOf(response);
	}

	type Step = { kind: keyof typeof steps; place: number; group: number; is: boolean };

	/** Steps take a device (by index) and a group. A denied step, as of an archived device, changes nothing. */
	const steps = {
		add: ({ groupId, is }: Stepped) => add(is ? [groupId] : []),
		upload: ({ device }: Stepped) => postReadings(device.key, [{ channel: "Air", at: Date.now(), value: 3 }]),
		uploadWarm: ({ device }: Stepped) => postReadings(device.key, [{ channel: "Air", at: Date.now(), value: 30 }]),
		refuse: ({ device }: Stepped) => postReadings(device.key, [{ channel: "Nothing", at: Date.now(), value: 3 }]),
		rename: ({ device: { id }, is }: Stepped) => {
			return owner.mutate("device.changeDevices", { deviceIds: [id], addTags: [is ? "one" : "other"] });
		},
		call: ({ device, is }: Stepped) => update(device.id, () => ({ name: `Freezer ${is ? "a" : "z"} ${device.id}` })),
		limit: ({ device, is }: Stepped) => {
			return update(device.id, ({ channels }) => ({
				channels: channels.map(({ id, name, quantity, unit, decimals, min }) => {
					return { id, name, quantity, unit, decimals, min, max: is ? 80 : null };
				}),
			}));
		},
		move: ({ device: { id }, groupId, is }: Stepped) => {
			const change = is ? { addGroupIds: [groupId] } : { removeGroupIds: [groupId] };
			return owner.mutate("device.changeDevices", { deviceIds: [id], ...change });
		},
		mute: ({ device: { id }, is }: Stepped) => {
			return owner.mutate("device.muteDevices", { deviceIds: [id], until: is ? Date.now() + 3_600_000 : null });
		},
		muteGroup: ({ groupId, is }: Stepped) => {
			return owner.mutate("group.muteGroups", { ids: [groupId], until: Date.now() + (is ? 3_600_000 : 7_200_000) });
		},
		archive: ({ device: { id }, is }: Stepped) => {
			return owner.mutate(is ? "device.archiveDevices" : "device.restoreDevices", { deviceIds: [id] });
		},
		calibrate: ({ device, is }: Stepped) => {
			const channel = { deviceId: device.id, channelId: device.channelId };
			return calibrate(owner, channel, { from: Date.UTC(2020, 0, 1), scale: 1, offset: is ? 1 : 0 });
		},
		rule: ({ groupId, is }: Stepped) =>
			addAlert(owner, { name: crypto.randomUUID(), scope: is ? "all" : { groupIds: [groupId] } }),
		renameGroup: async ({ groupId }: Stepped) => {
			await owner.mutate("group.updateGroup", updateOf(await readGroup(owner, groupId), { name: crypto.randomUUID() }));
		},
		evict: () => evictDurableObject(accountStub(id)),
	};
	type Stepped = { device: (typeof devices)[number]; groupId: string; is: boolean };

	const step: fc.Arbitrary<Step> = fc.record({
		kind: fc.constantFrom(...(Object.keys(steps) as Step["kind"][])), // the keys of an object of steps
		place: fc.nat({ max: 5 }),
		group: fc.nat({ max: 1 }),
		is: fc.boolean(),
	});

	it(
		"equals a new list after any writes and restarts, for members who see all and who see some",
		async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(fc.tuple(step, fc.subarray([0, 1, 2])), { maxLength: 12 }), async (sequence) => {
					for (const [{ kind, place: position, group, is }, request] of sequence) {
						const device = devices[position % devices.length];
						if (!device) throw new Error("There are no devices");
						await steps[kind]({ device, groupId: groupIds[group] ?? "", is });
						for (const requested of request) await expectCurrent(copies[requested]);
					}
					for (const copy of copies) await expectCurrent(copy);
				}),
				{ numRuns: 25 },
			);
		},
		fc.timeLimit(120_000),
	);

	async function expectCurrent(copy: Copy | undefined): Promise<void> {
		if (!copy) throw new Error("Nobody asks");
		await refresh(copy);
		expect(copy.rows).toEqual(await listAnew(id, copy.groupIds));
		expect(dataOf(await copy.person.query("device.getDevices"))).toEqual(copy.rows);
		const { kept, anew } = await loggedAnew(id);
		expect(kept).toEqual(anew);
	}
});

describe("the changes of the list", () => {
	it("include the rows that differ, and nothing if none does", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		await addDevice(owner, { name: "Freezer 2" });
		const copy: Copy = { person: owner, groupIds: "all", rows: [], known: null };
		expect((await refresh(copy)).isWhole).toBe(true);
		expect(await refresh(copy)).toMatchObject({ isWhole: false, rows: [], gone: [] });
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 4 }]);
		expect(await refresh(copy)).toMatchObject({
			isWhole: false,
			rows: [{ id: device.id, status: "online" }],
			gone: [],
		});
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		expect(await refresh(copy)).toMatchObject({ isWhole: false, rows: [], gone: [device.id] });
	});

	it("include the whole list after a change of groups, and name no device that the member never saw", async () => {
		const { id, owner } = await createOwner();
		const [group, other] = [await createGroup(owner), await createGroup(owner)];
		const { device } = await addDevice(owner, { groupIds: [group.id] });
		const { device: hidden } = await addDevice(owner, { groupIds: [other.id] });
		const viewer = await addMember(id, "viewer", { groupIds: [group.id] });
		const seeing = async (input: object) => dataOf<DeviceChanges>(await viewer.query("device.getDeviceChanges", input));
		const { known } = await seeing({});
		const byOwner = dataOf<DeviceChanges>(await owner.query("device.getDeviceChanges")).known;
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [hidden.id] }));
		expect(await seeing({ since: known })).toMatchObject({ isWhole: false, rows: [], gone: [] });
		expect(await seeing({ since: byOwner })).toMatchObject({ isWhole: true, rows: [{ id: device.id }] });
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [group.id] }));
		expect(await seeing({ since: known })).toMatchObject({ isWhole: false, rows: [], gone: [device.id] });
	});
});
