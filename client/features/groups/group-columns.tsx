import type { ReactNode } from "react";
import { addTo } from "../../../shared/base/multi-map";
import type { DeviceListRow } from "../../../shared/device/device";
import { matchesFilter } from "../../../shared/device/device-filter";
import { type DeviceStatus, noDevices } from "../../../shared/device/device-terms";
import { GroupKind, type GroupListRow } from "../../../shared/device/group";
import { attentionLimits } from "../../../shared/overview/attention-limits";
import { comma } from "../../base/comma-list";
import { statusesFromWorst } from "../../entities/device-labels";
import { FleetBar } from "../../entities/device-rows";
import { GroupMark } from "../../entities/group-mark";
import { MutedMark } from "../../forms/mute";
import { countText } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import { NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/devices";
import { defaultsText, usesText } from "./group-labels";
import classes from "./groups.module.css";

/** More devices than an account can have. */
const manyDevices = 100_000;

type GroupFleet = {
	counts: Record<DeviceStatus, number>;
	inAlert: number;
	lowBattery: number;
	silentLongest: DeviceListRow | null;
};

export const noFleet: GroupFleet = {
	counts: noDevices(),
	inAlert: 0,
	lowBattery: 0,
	silentLongest: null,
};

type Fleets = ReadonlyMap<string, GroupFleet>;

type GroupColumn = ListColumn<GroupListRow>;

export function groupColumns(fleets: Fleets): [GroupColumn, ...GroupColumn[]] {
	const fleetOfRow = ({ id }: GroupListRow) => fleets.get(id) ?? noFleet;
	return [
		{
			id: "name",
			header: t("groups.column.group"),
			csvHeader: "Group",
			value: ({ name }) => name,
			cell: (row) => (
				<NameLink
					to="/groups/$groupId"
					params={{ groupId: row.id }}
					under={<span className={classes.under}>{fleetText(fleetOfRow(row))}</span>}
					note={<MutedMark row={row} />}
				>
					<GroupMark colour={row.colour}>{row.name}</GroupMark>
				</NameLink>
			),
		},
		{
			id: "devices",
			header: t("groups.column.devices"),
			isNumber: true,
			value: ({ deviceCount }) => deviceCount,
			cell: ({ id, deviceCount }) => (
				<DevicesLink groupId={id} search={{}}>
					{countText(deviceCount)}
				</DevicesLink>
			),
		},
		...fleetColumns(fleetOfRow),
		{
			id: "kind",
			header: t("groups.column.type"),
			csvHeader: "Type",
			isMinor: true,
			isSoft: true,
			value: ({ kind }) => t(`groups.kind.${kind}`),
		},
		{
			id: "defaults",
			header: t("groups.column.defaults"),
			isMinor: true,
			isSoft: true,
			isWrapping: true,
			isOptional: true,
			value: ({ defaults }) => defaultsText(defaults),
		},
		{
			id: "uses",
			header: t("groups.column.uses"),
			csvHeader: "Used by",
			isMinor: true,
			isSoft: true,
			value: ({ useCounts }) => usesText(useCounts),
			sortWords: [t("groups.sort.fewest"), t("groups.sort.most")],
			rank: ({ useCounts: { alerts, reports, users, groups } }) => alerts + reports + users + groups,
		},
		{
			id: "description",
			header: t("groups.column.description"),
			isMinor: true,
			isSoft: true,
			isWrapping: true,
			isOptional: true,
			value: ({ description }) => description || null,
		},
	];
}

function fleetColumns(fleetOfRow: (row: GroupListRow) => GroupFleet): GroupColumn[] {
	return [
		{
			id: "fleet",
			header: t("groups.column.status"),
			csvHeader: "Status",
			isMinor: true,
			value: (row) => fleetText(fleetOfRow(row)),
			sortWords: [t("groups.sort.worst"), t("groups.sort.best")],
			rank: (row) => fleetRank(fleetOfRow(row)),
			cell: (row) => <FleetCell fleet={fleetOfRow(row)} />,
		},
		{
			id: "alerts",
			header: t("groups.column.alerting"),
			csvHeader: "Alerting",
			isNumber: true,
			isMinor: true,
			value: (row) => fleetOfRow(row).inAlert,
			cell: (row) => (
				<AttentionCount groupId={row.id} count={fleetOfRow(row).inAlert} search={{ alert: "alerting,acknowledged" }} />
			),
		},
		{
			id: "battery",
			header: t("groups.column.lowBattery"),
			csvHeader: "Low battery",
			isNumber: true,
			isMinor: true,
			value: (row) => fleetOfRow(row).lowBattery,
			cell: (row) => (
				<AttentionCount
					groupId={row.id}
					count={fleetOfRow(row).lowBattery}
					search={{ battery: String(attentionLimits.battery) }}
				/>
			),
		},
		{
			id: "silent",
			header: t("groups.column.silence"),
			csvHeader: "Longest silence",
			isSoft: true,
			isMinor: true,
			value: (row) => {
				const at = fleetOfRow(row).silentLongest?.lastReceivedAt ?? null;
				return at === null ? null : new Date(at);
			},
			clock: (row) => fleetOfRow(row).silentLongest ?? null,
			cell: (row) => {
				const { silentLongest } = fleetOfRow(row);
				const at = silentLongest?.lastReceivedAt ?? null;
				return at === null ? <None /> : <TimeStamp at={at} clock={silentLongest} show="age" />;
			},
		},
	];
}

function FleetCell({ fleet }: { fleet: GroupFleet }) {
	const words = fleetText(fleet);
	if (words === null) return <None />;
	return (
		<span className={classes.fleet}>
			<FleetBar counts={fleet.counts} isSmall />
			{words}
		</span>
	);
}

type DeviceSearch = { alert?: string; battery?: string };

type AttentionCountProps = { groupId: string; count: number; search: DeviceSearch };

/** Empty for zero, so that other counts stand out. */
function AttentionCount({ groupId, count, search }: AttentionCountProps) {
	if (count === 0) return <None />;
	return (
		<DevicesLink groupId={groupId} search={search}>
			{countText(count)}
		</DevicesLink>
	);
}

type DevicesLinkProps = { groupId: string; search: DeviceSearch; children: ReactNode };

function DevicesLink({ groupId, search, children }: DevicesLinkProps) {
	return (
		<TextLink to="/devices" search={{ group: groupId, ...search }}>
			{children}
		</TextLink>
	);
}

function None() {
	return <span className={classes.none}>—</span>;
}

export function groupFacets(fleets: ReadonlyMap<string, GroupFleet>): Facet<GroupListRow>[] {
	return [
		{
			name: "kind",
			label: t("groups.column.type"),
			options: GroupKind.options.map((kind) => ({ value: kind, label: t(`groups.kind.${kind}`) })),
			of: ({ kind }) => kind,
		},
		{
			name: "status",
			label: t("groups.column.devices"),
			options: [
				{ value: "filled", label: t("groups.filter.withDevices") },
				{ value: "empty", label: t("groups.filter.empty") },
			],
			of: ({ deviceCount }) => (deviceCount > 0 ? "filled" : "empty"),
		},
		{
			name: "alert",
			label: t("groups.filter.alerts"),
			options: [
				{ value: "active", label: t("groups.column.alerting") },
				{ value: "none", label: t("groups.filter.noAlert") },
			],
			of: ({ id }) => ((fleets.get(id)?.inAlert ?? 0) > 0 ? "active" : "none"),
		},
	];
}

export function fleetsByGroup(devices: DeviceListRow[]): Map<string, GroupFleet> {
	const members = new Map<string, DeviceListRow[]>();
	for (const device of devices) for (const groupId of device.groupIds) addTo(members, groupId, device);
	return new Map([...members].map(([groupId, held]) => [groupId, fleetOf(held)]));
}

export function fleetOf(devices: DeviceListRow[]): GroupFleet {
	const counts = { ...noFleet.counts };
	for (const { status } of devices) counts[status] += 1;
	const reported = devices.filter(({ lastReceivedAt }) => lastReceivedAt !== null);
	return {
		counts,
		inAlert: devices.filter(({ alertState }) => alertState === "alerting" || alertState === "acknowledged").length,
		lowBattery: devices.filter((device) => matchesFilter(device, { batteryBelow: attentionLimits.battery })).length,
		silentLongest: reported.reduce<DeviceListRow | null>(
			(oldest, device) =>
				oldest === null || (device.lastReceivedAt ?? 0) < (oldest.lastReceivedAt ?? 0) ? device : oldest,
			null,
		),
	};
}

export function fleetText({ counts }: GroupFleet): string | null {
	const troubled = statusesFromWorst
		.filter((status) => status !== "online" && counts[status] > 0)
		.map((status) => t(`groups.status.${status}`, { count: counts[status] }));
	if (troubled.length > 0) return troubled.join(comma);
	return counts.online > 0 ? t("groups.status.allOnline") : null;
}

export function fleetRank({ counts: { offline, late, never } }: GroupFleet): number {
	return -((offline * manyDevices + late) * manyDevices + never);
}
