import { expect, it } from "vitest";
import { hourMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import type { Device } from "../../shared/device/device";
import type { ChangedDevices, DeletionPreview, Undone } from "../../shared/device/device-inputs";
import type { DeletedGroups, Group } from "../../shared/device/group";
import { createChanged } from "./fixtures/changed-account";
import { copyDevice } from "./fixtures/copied-devices";
import { addTagGroup } from "./fixtures/filter-group";
import { createGroup, readGroup } from "./fixtures/group-input";
import { dataOf } from "./fixtures/people";

it("changes a whole fleet by one call, and back by another, whatever the change is", { timeout: 120_000 }, async () => {
	const { account, owner, add, get, undo } = await createChanged();
	const device = await add();
	const deviceIds = [device.id, ...(await copyDevice(account.id, device.id, limits.devicesPerChange - 1))];
	const all = deviceIds.length;
	const audited = await addTagGroup(account.id, "audit");
	const [group, into] = [await createGroup(owner), await createGroup(owner)];
	const done = async (path: string, input: object) => dataOf<ChangedDevices>(await owner.mutate(path, input));
	const back = async (undoId: string | null) => dataOf<Undone>(await undo(undoId));
	const facts = ({ version: _, ...rest }: Device) => rest;

	const audit = { addGroupIds: [group.id], addTags: ["audit"], uploadIntervalSeconds: 60 };
	const changes: [path: string, change: object, audited: number][] = [
		["device.changeDevices", audit, all],
		["device.muteDevices", { until: Date.now() + hourMs, reason: "x".repeat(255) }, 0],
		["device.archiveDevices", {}, 0],
		["device.deleteDevices", {}, 0],
	];
	for (const [path, change, audits] of changes) {
		// The first change covers as many devices as one call may name; the others use the same slices.
		const ids = audits === all ? deviceIds : deviceIds.slice(0, 1_000);
		const { changed, undoId } = await done(path, { ...change, deviceIds: ids });
		expect([path, changed]).toEqual([path, ids.length]);
		expect((await readGroup(owner, audited)).deviceCount).toBe(audits);
		expect(await back(undoId)).toEqual({ restored: ids.length, skipped: 0 });
	}
	expect((await readGroup(owner, audited)).deviceCount).toBe(0);
	expect(facts(await get(device.id))).toEqual(facts(device));
	expect(dataOf<DeletionPreview>(await owner.query("device.getDeletionPreview", { deviceIds })).devices).toBe(all);

	const filled = await createGroup(owner, { members: { kind: "static", deviceIds } });
	const merge = { fromIds: [filled.id], intoId: into.id };
	expect(dataOf<Group>(await owner.mutate("group.mergeGroups", merge)).deviceCount).toBe(all);
	const { undoId } = dataOf<DeletedGroups>(await owner.mutate("group.deleteGroups", { ids: [into.id] }));
	expect(await back(undoId)).toEqual({ restored: 1, skipped: 0 });
	expect((await get(device.id)).groupIds).toEqual([into.id]);
});
