import {
	IconArrowMerge,
	IconBellOff,
	IconCopy,
	IconFolderOpen,
	IconFolders,
	IconPencil,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { groupTextNames } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { useAccount } from "../../api/account";
import { muteAction, muteDenial, useUnmute } from "../../forms/mute";
import { ViewTabs } from "../../forms/views/view-tabs";
import { NewLink } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
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
	denial: string | null;
};

export function GroupList({ rows, devices, denial }: GroupListProps) {
	const navigate = useNavigate();
	const fleets = useMemo(() => fleetsByGroup(devices), [devices]);
	const columns = useMemo(() => groupColumns(fleets), [fleets]);
	const facets = useMemo(() => groupFacets(fleets), [fleets]);
	const { question, ask, askOf, close, rowAction, bulkAction } = useGroupQuestion();
	const { me } = useAccount();
	const muteDenied = muteDenial(me, "muteGroups");
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
			denial,
			onRun: () => void navigate({ to: "/groups/edit/$groupId", params: { groupId: row.id } }),
		},
		muteAction({
			row,
			denial: muteDenied,
			onMute: () => askOf("mute", row),
			onUnmute: () => void unmute(groupMuting([row])),
		}),
		{
			id: "copy",
			label: "Copy",
			icon: <IconCopy size={16} />,
			denial,
			onRun: () => void navigate({ to: "/groups/new", search: { copy: row.id } }),
		},
		rowAction("merge", row, { label: "Merge into", icon: <IconArrowMerge size={16} />, denial }),
		rowAction("delete", row, { label: "Delete", icon: <IconTrash size={16} />, isDangerous: true, denial }),
	];
	const counted = (verb: string) => (count: number) => `${verb} ${countOf(count, "group")}`;
	const bulkActions: BulkAction<GroupListRow>[] = [
		bulkAction("mute", { label: counted("Mute"), icon: <IconBellOff size={16} />, denial: muteDenied }),
		bulkAction("merge", { label: counted("Merge"), icon: <IconArrowMerge size={16} />, denial }),
		bulkAction("delete", { label: counted("Delete"), icon: <IconTrash size={16} />, isDangerous: true, denial }),
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
				api={{ list: "groups", hasIds: true }}
				rowActions={rowActions}
				bulkActions={bulkActions}
				views={<ViewTabs screen="groups" />}
				headActions={
					<NewLink to="/groups/new" denial={denial}>
						New group
					</NewLink>
				}
				empty={{
					icon: <IconFolders size={26} />,
					title: "No groups yet",
					text: "Groups let one alert and one report cover many devices, and give them settings in common.",
					action: (
						<NewLink to="/groups/new" denial={denial}>
							New group
						</NewLink>
					),
				}}
			/>
			<GroupDialogs question={question} all={rows} onAsk={ask} onClose={close} />
		</>
	);
}
