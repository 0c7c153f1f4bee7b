import { IconArrowMerge, IconCopy, IconFolderOpen, IconFolders, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { GroupKind, type GroupListRow } from "../../../shared/group";
import { countOf } from "../../ui/count-words";
import { EntityList } from "../../ui/entity-list";
import { GroupMark } from "../../ui/group-mark";
import { TextLink } from "../../ui/link";
import type { Facet, ListColumn } from "../../ui/list-rows";
import { NameLink } from "../../ui/name-link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import type { RowAction } from "../../ui/table/row-menu";
import { GroupDialogs, useGroupQuestion } from "./group-dialogs";
import { defaultsWords, kindWords, usesWords } from "./group-words";
import { NewGroupButton } from "./new-group-button";

const columns: [ListColumn<GroupListRow>, ...ListColumn<GroupListRow>[]] = [
	{
		id: "name",
		header: "Group",
		value: ({ name }) => name,
		cell: ({ id, name, colour }) => (
			<NameLink to="/groups/$groupId" params={{ groupId: id }}>
				<GroupMark colour={colour}>{name}</GroupMark>
			</NameLink>
		),
	},
	{
		id: "devices",
		header: "Devices",
		isNumber: true,
		value: ({ deviceCount }) => deviceCount,
		cell: ({ id, deviceCount }) => (
			<TextLink to="/devices" search={{ group: id }}>
				{deviceCount.toLocaleString("en-US")}
			</TextLink>
		),
	},
	{ id: "kind", header: "Made of", isMinor: true, isSoft: true, value: ({ kind }) => kindWords[kind].label },
	{
		id: "defaults",
		header: "Defaults",
		isMinor: true,
		isSoft: true,
		isWrapping: true,
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
		value: ({ description }) => description || null,
	},
];

const kindFacet: Facet<GroupListRow> = {
	name: "kind",
	options: GroupKind.options.map((kind) => ({ value: kind, label: kindWords[kind].label })),
	of: ({ kind }) => kind,
};
const fillFacet: Facet<GroupListRow> = {
	name: "status",
	options: [
		{ value: "filled", label: "With devices" },
		{ value: "empty", label: "Empty" },
	],
	of: ({ deviceCount }) => (deviceCount > 0 ? "filled" : "empty"),
};
const facets = [kindFacet, fillFacet];
const rowKey = ({ id }: GroupListRow) => id;
const searched = ({ name, description }: GroupListRow) => [name, description];

type GroupListProps = {
	rows: GroupListRow[];
	/** Why this person may not change groups; null where they may. */
	refusal: string | null;
};

export function GroupList({ rows, refusal }: GroupListProps) {
	const navigate = useNavigate();
	const { question, ask, close } = useGroupQuestion();
	const guard = refusal === null ? {} : { refusal };

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
				title="Groups"
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
				headActions={<NewGroupButton refusal={refusal} />}
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
