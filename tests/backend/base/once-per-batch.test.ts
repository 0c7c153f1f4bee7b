import { expect, it } from "vitest";
import { type MemberContext, oncePerBatch } from "../../../backend/base/context";
import { queryBatch } from "../fixtures/batch";
import { addDevice, addGroup, addMember, createOwner } from "../fixtures/fleet";

const contextOf = (isReadOnly: boolean, position: number) =>
	({ isReadOnly, now: position, reads: {} }) as unknown as MemberContext;

function counted() {
	const requested: number[] = [];
	const read = oncePerBatch(({ now }) => {
		requested.push(now);
		return now * 10;
	});
	return { requested, read };
}

it("reads once for all calls of a batch that only reads, and for each batch by itself", () => {
	const { requested, read } = counted();
	const [one, two] = [contextOf(true, 1), contextOf(true, 2)];
	expect([read(one), read(two), read(one), read(two)]).toEqual([10, 20, 10, 20]);
	expect(requested).toEqual([1, 2]);
});

it("reads at every call where something may be written", () => {
	const { requested, read } = counted();
	const context = contextOf(false, 1);
	expect([read(context), read(context)]).toEqual([10, 10]);
	expect(requested).toEqual([1, 1]);
});

it("shares nothing that another caller's batch has read", async () => {
	const { id, owner } = await createOwner();
	const [north, south] = [await addGroup(id, "North"), await addGroup(id, "South")];
	const devices = [
		(await addDevice(owner, { groupIds: [north] })).device.id,
		(await addDevice(owner, { groupIds: [south] })).device.id,
	];
	const people = [
		owner,
		await addMember(id, "viewer", { groupIds: [north] }),
		await addMember(id, "viewer", { groupIds: [south] }),
		(await createOwner()).owner,
	];
	const batches = await Promise.all(
		people.map((person) =>
			queryBatch(person, [["device.getDevices"], ["device.getDevices"], ["device.getDeviceFacts"]]),
		),
	);
	const ids = batches.map(({ answers: responses }) =>
		responses.map(({ data }) => (data as { id: string }[]).map((device) => device.id)),
	);
	const seen = [devices, [devices[0]], [devices[1]], []];
	expect(ids).toEqual(seen.map((own) => [own, own, own]));
});
