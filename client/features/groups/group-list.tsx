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
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { rowId } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/devices";
import { fleetsByGroup, groupColumns, groupFacets } from "./group-columns";
import { GroupDialogs, groupMuting, useGroupQuestion } from "./group-dialogs";

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
			label: t("groups.action.open"),
			icon: <IconFolderOpen size={16} />,
			onRun: () => void navigate({ to: "/groups/$groupId", params: { groupId: row.id } }),
		},
		{
			id: "edit",
			label: t("groups.action.edit"),
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
			label: t("groups.action.copy"),
			icon: <IconCopy size={16} />,
			denial,
			onRun: () => void navigate({ to: "/groups/new", search: { copy: row.id } }),
		},
		rowAction("merge", row, { label: t("groups.action.merge"), icon: <IconArrowMerge size={16} />, denial }),
		rowAction("delete", row, {
			label: t("groups.action.delete"),
			icon: <IconTrash size={16} />,
			isDangerous: true,
			denial,
		}),
	];

	const bulkActions: BulkAction<GroupListRow>[] = [
		bulkAction("mute", {
			label: (count) => t("groups.bulk.mute", { count }),
			icon: <IconBellOff size={16} />,
			denial: muteDenied,
		}),
		bulkAction("merge", {
			label: (count) => t("groups.bulk.merge", { count }),
			icon: <IconArrowMerge size={16} />,
			denial,
		}),
		bulkAction("delete", {
			label: (count) => t("groups.bulk.delete", { count }),
			icon: <IconTrash size={16} />,
			isDangerous: true,
			denial,
		}),
	];

	return (
		<>
			<EntityList
				title={t("groups.list")}
				noun="group"
				subtitle={t("groups.list.summary", { count: rows.length })}
				rows={rows}
				rowKey={rowId}
				columns={columns}
				facets={facets}
				searchHint={t("groups.list.search")}
				searched={searched}
				api={{ list: "groups", hasIds: true }}
				rowActions={rowActions}
				bulkActions={bulkActions}
				views={<ViewTabs screen="groups" />}
				newLink={
					<NewLink to="/groups/new" denial={denial}>
						{t("groups.form.new")}
					</NewLink>
				}
				empty={{
					icon: <IconFolders size={26} />,
					title: t("groups.list.none"),
					text: t("groups.list.none.text"),
				}}
			/>
			<GroupDialogs question={question} all={rows} onAsk={ask} onClose={close} />
		</>
	);
}
