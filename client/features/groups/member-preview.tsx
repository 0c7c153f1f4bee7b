import type { DeviceListRow } from "../../../shared/device/device";
import { matchesFilter } from "../../../shared/device/device-filter";
import type { GroupMembers } from "../../../shared/device/group";
import { comma } from "../../base/comma-list";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { NoRows } from "../../ui/layout/rows";
import { t } from "../../words/made/devices";
import classes from "./groups.module.css";

const shownCount = 100;

type MemberPreviewProps = { change: MemberChange; isNewGroup: boolean };

export function MemberPreview({ change, isNewGroup }: MemberPreviewProps) {
	const { members, joining, leaving } = change;
	const isJoining = new Set(joining.map(({ id }) => id));
	const staying = members.filter(({ id }) => !isJoining.has(id));
	const rows = [
		...leaving.map((device) => ({ device, mark: "leaves" as const })),
		...joining.map((device) => ({ device, mark: isNewGroup ? null : ("new" as const) })),
		...staying.map((device) => ({ device, mark: null })),
	];
	return (
		<Card title={t("groups.preview")}>
			<p role="status" className={classes.will}>
				{memberChangeText(change)}
			</p>
			{rows.length === 0 ? (
				<NoRows>{t("groups.preview.empty")}</NoRows>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
				<section tabIndex={0} aria-label={t("groups.preview.devices")} className={classes.willHold}>
					<ul>
						{rows.slice(0, shownCount).map(({ device, mark }) => (
							<li key={device.id}>
								<span className={classes.memberName}>{device.name}</span>
								{mark === "new" && <StatusChip tone="ok">{t("groups.preview.new")}</StatusChip>}
								{mark === "leaves" && <StatusChip tone="warn">{t("groups.preview.leaves")}</StatusChip>}
							</li>
						))}
						{rows.length > shownCount && (
							<li>{t("groups.preview.others", { count: countText(rows.length - shownCount) })}</li>
						)}
					</ul>
				</section>
			)}
		</Card>
	);
}

type MemberChange = { members: DeviceListRow[]; joining: DeviceListRow[]; leaving: DeviceListRow[] };

export function memberChange(devices: DeviceListRow[], members: GroupMembers, presentIds: string[]): MemberChange {
	const chosen = new Set(members.kind === "static" ? members.deviceIds : []);
	const isMember = (device: DeviceListRow) =>
		members.kind === "static"
			? chosen.has(device.id)
			: hasCriterion(members.filter) && matchesFilter(device, members.filter);
	const present = new Set(presentIds);
	const result: MemberChange = { members: [], joining: [], leaving: [] };
	for (const device of devices) {
		const wasMember = present.has(device.id);
		if (isMember(device)) {
			result.members.push(device);
			if (!wasMember) result.joining.push(device);
		} else if (wasMember) result.leaving.push(device);
	}
	return result;
}

/** A filter without a criterion matches nothing, instead of every device. */
export function hasCriterion(filter: object): boolean {
	return Object.values(filter).some((criterion) => criterion !== undefined && criterion.length > 0);
}

/** `12 devices, 3 of them new, 1 leaves`. */
export function memberChangeText({ members, joining, leaving }: MemberChange): string {
	const count = members.length === 0 ? t("groups.members.none") : t("groups.count.devices", { count: members.length });
	const isAllNew = joining.length === members.length && leaving.length === 0;
	const joins = joining.length === 0 || isAllNew ? [] : [t("groups.members.new", { count: joining.length })];
	const leaves = leaving.length === 0 ? [] : [t("groups.members.leave", { count: leaving.length })];
	return [count, ...joins, ...leaves].join(comma);
}
