import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DeleteDialog } from "../../client/features/groups/delete-dialog";
import { MergeDialog } from "../../client/features/groups/merge-dialog";
import type { PreviewRetention, RetentionPreview } from "../../shared/account/storage";
import { dayMs } from "../../shared/base/durations";
import type { Group } from "../../shared/device/group";
import { groupRow } from "../client/list-rows";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const [goes, stays] = [1, 2].map((position) => `grp_0000000000000000000000000${position}`);
const removedAt = Date.UTC(2026, 10, 27, 9);
const preview: RetentionPreview = {
	changed: 2,
	cuts: [{ days: 10, olderThan: removedAt - 10 * dayMs, removedAt, devices: 2, readings: 1_204_331, bytes: 1 }],
};
const named = (id: string, rules: string[]): Group => ({
	id,
	name: id,
	kind: "static",
	description: "",
	colour: null,
	deviceCount: 1,
	version: 1,
	deviceIds: [],
	filter: null,
	defaults: {},
	createdAt: new Date(0),
	uses: { alerts: rules.map((name) => ({ id: name, name })), reports: [], users: [], invitations: [], groups: [] },
});
const listed = (id: string | undefined, name: string, alerts: number) =>
	groupRow(id ?? "", { name, useCounts: { alerts, reports: 0, users: 0, groups: 0 } });

function stub() {
	return stubCalls({
		"billing.previewRetention": () => preview,
		"device.getDeviceChanges": () => ({ known: { life: "", seq: 0 }, isWhole: true, rows: [], gone: [] }),
		"account.getUsers": () => [],
		"group.getGroup": (input) => {
			const { id } = input as { id: string }; // as the dialog asks
			return named(id, id === goes ? ["Cold room too warm"] : ["Any door open"]);
		},
	});
}

const removes = /Removes 1,204,331 readings of 2 devices older than/;
const targets = (calls: ReturnType<typeof stub>) =>
	calls.flatMap(({ procedure, input }) =>
		procedure === "billing.previewRetention" ? [(input as PreviewRetention).target] : [],
	);

test("a merge says which rules watch more, and what its devices lose", async () => {
	const calls = stub();
	const groups = [listed(goes, "Old cold rooms", 1), listed(stays, "Cold rooms", 1)];
	await show(<MergeDialog groups={groups.slice(0, 1)} all={groups} onClose={vi.fn()} onMerged={vi.fn()} />);
	await page.getByRole("combobox", { name: "Merge into" }).click();
	await page.getByRole("option", { name: "Cold rooms" }).click();
	const rules = "2 rules then watch all devices of Cold rooms, those that join and those that are there";
	await expect.element(page.getByText(`${rules}: Cold room too warm, Any door open.`)).toBeVisible();
	await expect.element(page.getByText(removes)).toBeVisible();
	expect(targets(calls)).toEqual([{ gone: { groupIds: [goes], intoId: stays } }]);
});

test("a deletion says what its devices lose, and what comes back with an undo", async () => {
	const calls = stub();
	const group = listed(goes, "Old cold rooms", 0);
	await show(<DeleteDialog groups={[group]} onClose={vi.fn()} onDeleted={vi.fn()} onMerge={vi.fn()} />);
	await expect.element(page.getByText(/Planned mutes and screens go with it/)).toBeVisible();
	await expect.element(page.getByText(removes)).toBeVisible();
	expect(targets(calls)).toEqual([{ gone: { groupIds: [goes], intoId: null } }]);
});
