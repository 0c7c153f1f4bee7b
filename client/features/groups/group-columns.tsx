import type { ReactNode } from "react";
import { careLimits } from "../../../shared/care-limits";
import type { GroupListRow } from "../../../shared/group";
import { FleetBar } from "../../entities/device-rows";
import { GroupMark } from "../../entities/group-mark";
import { TextLink } from "../../ui/layout/link";
import { NameLink } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { fleetRank, fleetWords, type GroupFleet, noFleet } from "./group-fleet";
import { defaultsWords, kindWords, usesWords } from "./group-words";
import classes from "./groups.module.css";

type Fleets = ReadonlyMap<string, GroupFleet>;
type GroupColumn = ListColumn<GroupListRow>;

/** The columns of the list of groups; `fleets` says by a group's id how its devices are. */
export function groupColumns(fleets: Fleets): [GroupColumn, ...GroupColumn[]] {
	const fleetOf = ({ id }: GroupListRow) => fleets.get(id) ?? noFleet;
	return [
		{
			id: "name",
			header: "Group",
			value: ({ name }) => name,
			cell: (row) => (
				<NameLink
					to="/groups/$groupId"
					params={{ groupId: row.id }}
					under={<span className={classes.under}>{fleetWords(fleetOf(row))}</span>}
				>
					<GroupMark colour={row.colour}>{row.name}</GroupMark>
				</NameLink>
			),
		},
		{
			id: "devices",
			header: "Devices",
			isNumber: true,
			value: ({ deviceCount }) => deviceCount,
			cell: ({ id, deviceCount }) => (
				<DevicesLink groupId={id} search={{}}>
					{deviceCount.toLocaleString("en-US")}
				</DevicesLink>
			),
		},
		...fleetColumns(fleetOf),
		{ id: "kind", header: "Made of", isMinor: true, isSoft: true, value: ({ kind }) => kindWords[kind].label },
		{
			id: "defaults",
			header: "Defaults",
			isMinor: true,
			isSoft: true,
			isWrapping: true,
			isOptional: true,
			value: ({ defaults }) => defaultsWords(defaults),
		},
		{
			id: "uses",
			header: "Used by",
			isMinor: true,
			isSoft: true,
			value: ({ useCounts }) => usesWords(useCounts),
			rank: ({ useCounts: { alerts, users, groups } }) => alerts + users + groups,
		},
		{
			id: "description",
			header: "Description",
			isMinor: true,
			isSoft: true,
			isWrapping: true,
			isOptional: true,
			value: ({ description }) => description || null,
		},
	];
}

/** How the devices of each group are, each number leading to them. */
function fleetColumns(fleetOf: (row: GroupListRow) => GroupFleet): GroupColumn[] {
	return [
		{
			id: "fleet",
			header: "Status",
			isMinor: true,
			value: (row) => fleetWords(fleetOf(row)),
			rank: (row) => fleetRank(fleetOf(row)),
			cell: (row) => <FleetCell fleet={fleetOf(row)} />,
		},
		{
			id: "alerts",
			header: "In alert",
			isNumber: true,
			isMinor: true,
			value: (row) => fleetOf(row).inAlert,
			cell: (row) => (
				<CareCount groupId={row.id} count={fleetOf(row).inAlert} search={{ alert: "alerting,acknowledged" }} />
			),
		},
		{
			id: "battery",
			header: "Low battery",
			isNumber: true,
			isMinor: true,
			value: (row) => fleetOf(row).lowBattery,
			cell: (row) => (
				<CareCount groupId={row.id} count={fleetOf(row).lowBattery} search={{ battery: String(careLimits.battery) }} />
			),
		},
		{
			id: "silent",
			header: "Silent longest",
			isSoft: true,
			isMinor: true,
			value: (row) => {
				const at = fleetOf(row).silentLongest?.lastReceivedAt ?? null;
				return at === null ? null : new Date(at);
			},
			clock: (row) => fleetOf(row).silentLongest ?? null,
			cell: (row) => {
				const { silentLongest } = fleetOf(row);
				const at = silentLongest?.lastReceivedAt ?? null;
				return at === null ? <None /> : <TimeStamp at={at} clock={silentLongest} show="age" />;
			},
		},
	];
}

function FleetCell({ fleet }: { fleet: GroupFleet }) {
	const words = fleetWords(fleet);
	if (words === null) return <None />;
	return (
		<span className={classes.fleet}>
			<FleetBar counts={fleet.counts} isSmall />
			{words}
		</span>
	);
}

type DeviceSearch = { alert?: string; battery?: string };

type CareCountProps = { groupId: string; count: number; search: DeviceSearch };

/** Nothing where all is well: what somebody should look at must stand out. */
function CareCount({ groupId, count, search }: CareCountProps) {
	if (count === 0) return <None />;
	return (
		<DevicesLink groupId={groupId} search={search}>
			{count.toLocaleString("en-US")}
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
