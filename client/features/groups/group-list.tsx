import {
	IconArrowMerge,
	IconBellOff,
	IconBellRinging,
	IconCopy,
	IconFolderOpen,
	IconFolders,
	IconPencil,
	IconPlus,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { groupTextNames } from "../../../shared/plain-fields";
import { useAccount } from "../../api/account";
import { muteRefusal, useUnmute } from "../../forms/mute";
import { ViewsButton } from "../../forms/views/views-button";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
import { ButtonLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import type { RowAction } from "../../ui/table/row-menu";
import { fleetsByGroup, groupColumns, groupFacets } from "./group-columns";
import { GroupDialogs, groupMuting, useGroupQuestion } from "./group-dialogs";

const rowKey = ({ id }: GroupListRow) => id;
const searched = (group: GroupListRow) => [group.name, ...groupTextNames.map((text) => group[text])];

type GroupListProps = {
	rows: GroupListRow[];
	devices: DeviceListRow[];
	refusal: string | null;
};

export function GroupList({ rows, devices, refusal }: GroupListProps) {
	const navigate = useNavigate();
	const fleets = useMemo(() => fleetsByGroup(devices), [devices]);
	const columns = useMemo(() => groupColumns(fleets), [fleets]);
	const facets = useMemo(() => groupFacets(fleets), [fleets]);
	const { question, ask, close } = useGroupQuestion();
	const guard = refusal === null ? {} : { refusal };
	const { me } = useAccount();
	const muteRefused = muteRefusal(me, "groups");
	const muteGuard = muteRefused === null ? {} : { refusal: muteRefused };
	const unmute = useUnmute();

	const rowActions = (row: GroupListRow): RowAction[] => [
		{
			id: "open",
			label: "Open",
			icon: <IconFolderOpen size={16} />,
			onRun: () => void navigate({ to: "/groups/$groupId", params: { groupId: row.id } }),
		},
		{
			id: "edit",
			label: "Edit",
			icon: <IconPencil size={16} />,
			...guard,
			onRun: () => void navigate({ to: "/groups/edit/$groupId", params: { groupId: row.id } }),
		},
		row.mutedUntil === undefined
			? {
					id: "mute",
					label: "Mute…",
					icon: <IconBellOff size={16} />,
					...muteGuard,
					onRun: () => ask({ kind: "mute", groups: [row], onDone: () => {} }),
				}
			: {
					id: "unmute",
					label: "Unmute",
					icon: <IconBellRinging size={16} />,
					...muteGuard,
					onRun: () => void unmute(groupMuting([row])),
				},
		{
			id: "copy",
			label: "Copy",
			icon: <IconCopy size={16} />,
			...guard,
			onRun: () => void navigate({ to: "/groups/new", search: { copy: row.id } }),
		},
		{
			id: "merge",
			label: "Merge into…",
			icon: <IconArrowMerge size={16} />,
			...guard,
			onRun: () => ask({ kind: "merge", groups: [row], onDone: () => {} }),
		},
		{
			id: "delete",
			label: "Delete",
			icon: <IconTrash size={16} />,
			isDangerous: true,
			...guard,
			onRun: () => ask({ kind: "delete", groups: [row], onDone: () => {} }),
		},
	];
	const bulkActions: BulkAction<GroupListRow>[] = [
		{
			id: "mute",
			label: (count) => `Mute ${countOf(count, "group")}`,
			icon: <IconBellOff size={16} />,
			...muteGuard,
			onRun: (groups, onDone) => ask({ kind: "mute", groups, onDone }),
		},
		{
			id: "merge",
			label: (count) => `Merge ${countOf(count, "group")}`,
			icon: <IconArrowMerge size={16} />,
			...guard,
			onRun: (groups, onDone) => ask({ kind: "merge", groups, onDone }),
		},
		{
			id: "delete",
			label: (count) => `Delete ${countOf(count, "group")}`,
			icon: <IconTrash size={16} />,
			isDangerous: true,
			...guard,
			onRun: (groups, onDone) => ask({ kind: "delete", groups, onDone }),
		},
	];

	return (
		<>
			<EntityList
				title="Groups list"
				noun="group"
				subtitle={`${countOf(rows.length, "group")} to filter, watch and report by`}
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searchHint="Name or description"
				searched={searched}
				rowActions={rowActions}
				bulkActions={bulkActions}
				headActions={
					<>
						<ViewsButton screen="groups" />
						<NewGroupButton refusal={refusal} />
					</>
				}
				empty={{
					icon: <IconFolders size={26} />,
					title: "No groups yet",
					text: "Groups let one alert and one report cover many devices, and give them settings in common.",
					action: <NewGroupButton refusal={refusal} />,
				}}
			/>
			<GroupDialogs question={question} all={rows} onAsk={ask} onClose={close} />
		</>
	);
}

function NewGroupButton({ refusal }: { refusal: string | null }) {
	const icon = <IconPlus size={17} stroke={1.7} />;
	if (refusal !== null) {
		return (
			<GuardedButton refusal={refusal} icon={icon} look="primary">
				New group
			</GuardedButton>
		);
	}
	return (
		<ButtonLink to="/groups/new" leftSection={icon}>
			New group
		</ButtonLink>
	);
}
