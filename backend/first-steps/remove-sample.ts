import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { deleteAlertRow, findAlert } from "../db/alert-rows";
import { findDevices, raiseDeviceVersions, saveDevice } from "../db/device-rows";
import { deleteGroupRows, findGroup, listDeviceIds } from "../db/group-rows";
import { forgetRuleVersions } from "../db/rule-version-rows";
import { changeSample, deleteSample, deleteSampleThings, findSample, listSampleIds } from "../db/sample-rows";
import { moveWalls } from "../db/wall-rows";
import type { ForgetDevices } from "../device/purge-devices";
import { usesByGroup } from "../group/group-projection";
import { recomputeDevices } from "../group/recompute-devices";
import { assertWholeScope } from "../group/scope";

/** Devices go without a grace period. Throws SAMPLE_NOT_THERE, GROUP_IN_USE, and NOT_PERMITTED for a limited scope. */
export async function removeSample({ ctx }: Call): Promise<void> {
	assertWholeScope(ctx);
	const { db } = ctx;
	if (!findSample(db)) throw domainError("SAMPLE_NOT_THERE");
	const rules = listSampleIds(db, "alert");
	const groups = listSampleIds(db, "group").filter((id) => findGroup(db, id));
	const devices = findDevices(db, listSampleIds(db, "device"));
	const deviceIds = devices.map(({ id }) => id);
	assertUnused(ctx, groups, new Set(rules));
	ctx.audit.change({ alert: rules, group: groups, device: deviceIds }, () => {
		for (const id of rules) {
			const alert = findAlert(db, id);
			if (alert) deleteAlertRow(db, alert, ctx.now);
		}
		forgetRuleVersions(db, rules);
		const members = listDeviceIds(db, groups);
		raiseDeviceVersions(db, members);
		deleteGroupRows(db, groups);
		moveWalls(db, groups, null);
		// The account's own devices in these groups lose the groups' defaults.
		recomputeDevices(db, members);
		const now = new Date(ctx.now);
		for (const device of devices) saveDevice(db, { ...device, archivedAt: now, deletedFrom: now });
		deleteSampleThings(db, [...rules, ...groups]);
		if (deviceIds.length === 0) deleteSample(db);
		else changeSample(db, { state: "removing" });
		addConfigEvent(ctx, null, said("sample.removed"));
	});
	await ctx.watch.intervalsChanged("all");
	for (const topic of ["devices", "groups", "alerts"] as const) ctx.invalidations.changed(topic, "all");
}

function assertUnused({ db }: MemberContext, groupIds: string[], ownRules: Set<string>): void {
	const uses = usesByGroup(db);
	for (const groupId of groupIds) {
		const { alerts = [], reports = [], users = [], groups = [] } = uses.get(groupId) ?? {};
		const named = [...alerts.filter(({ id }) => !ownRules.has(id)), ...reports, ...users, ...groups];
		if (named.length > 0) throw domainError("GROUP_IN_USE", { groupId });
	}
}

/** The sample ends with its last device, even if a user deleted devices one by one. */
export const forgetSampleDevices: ForgetDevices = ({ db }, deviceIds) => {
	if (!findSample(db)) return;
	deleteSampleThings(db, deviceIds);
	if (listSampleIds(db, "device").length === 0) deleteSample(db);
};
