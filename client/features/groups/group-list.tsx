import { IconFolders } from "@tabler/icons-react";
import { GroupKind, type GroupListRow } from "../../../shared/group";
import { countOf } from "../../ui/count-words";
import { EntityList } from "../../ui/entity-list";
import { TextLink } from "../../ui/link";
import type { Facet, ListColumn } from "../../ui/list-rows";
import { NameLink } from "../../ui/name-link";
import { kindWords } from "./group-words";

const columns: [ListColumn<GroupListRow>, ...ListColumn<GroupListRow>[]] = [
	{
		id: "name",
		header: "Group",
		value: ({ name }) => name,
		cell: ({ id, name }) => (
			<NameLink to="/groups/edit/$groupId" params={{ groupId: id }}>
				{name}
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
				{deviceCount}
			</TextLink>
		),
	},
	{ id: "kind", header: "Made of", isMinor: true, isSoft: true, value: ({ kind }) => kindWords[kind].label },
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

export function GroupList({ rows }: { rows: GroupListRow[] }) {
	return (
		<EntityList
			title="Groups"
			noun="group"
			subtitle={`${countOf(rows.length, "group")} to filter, watch and report by`}
			rows={rows}
			rowKey={({ id }) => id}
			columns={columns}
			facets={[kindFacet, fillFacet]}
			searchHint="Name or description"
			searched={({ name, description }) => [name, description]}
			empty={{
				icon: <IconFolders size={26} />,
				title: "No groups yet",
				text: "Groups let one alert and one report cover many devices. They cannot be created in this version; your devices are all in the list of devices.",
			}}
		/>
	);
}
