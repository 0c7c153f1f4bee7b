import { IconHistory, IconListDetails } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import type { User } from "../../../shared/account/account";
import {
	type AuditEntity,
	type AuditEntry,
	AuditKind,
	type AuditPage,
	auditActions,
} from "../../../shared/account/audit";
import { sentenceFor } from "../../api/api-error";
import { Select } from "../../ui/form/select";
import { EntityList } from "../../ui/table/entity-list";
import { timeColumn } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { PeriodSelect, ServerFilters } from "../../ui/table/server-filters";
import classes from "./audit.module.css";
import { AuditChanges, EntityLink } from "./audit-changes";
import {
	actionLabel,
	actorLabel,
	changesText,
	entitiesLabel,
	entityLabel,
	kindLabels,
	originText,
} from "./audit-labels";
import { type AuditFilters, auditParameters } from "./audit-pages";

export type AuditChoice = { [Name in keyof AuditFilters]?: string | undefined };

type AuditLogProps = {
	pages: AuditPage[];
	users: Pick<User, "id" | "name" | "email" | "status">[];
	filters: AuditFilters;
	onFilter: (choice: AuditChoice) => void;
	readPage: (cursor: string | undefined) => Promise<AuditPage>;
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
};

type Row = AuditEntry & { changes: string };

const rowKey = ({ id }: Row) => id;
const searched = (row: Row) => [
	...[actorLabel(row), actionLabel(row.action), row.changes, row.requestId, row.callerRequestId],
	...row.entities.map(entityLabel),
];

export function AuditLog(props: AuditLogProps) {
	const { pages, users, filters, onFilter, readPage, onOlder, isLoadingOlder } = props;
	const [shownId, setShownId] = useState<string | null>(null);
	const names = useMemo(() => Object.fromEntries(pages.flatMap((page) => Object.entries(page.names))), [pages]);
	const rows = useMemo(() => pages.flatMap(({ entries }) => rowsOf({ entries, names })), [pages, names]);
	const rowActions = useCallback(
		({ id }: Row): RowAction[] => [
			{
				id: "changes",
				label: "Show all changes",
				icon: <IconListDetails size={16} />,
				onRun: () => setShownId(id),
			},
		],
		[],
	);
	const isFiltered = Object.values(filters).some((value) => value !== null);
	const clear = () =>
		onFilter({ who: undefined, about: undefined, action: undefined, period: undefined, entity: undefined });
	return (
		<>
			<EntityList
				title="Audit log"
				noun="change"
				listName="audit log"
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				searchHint="Name, change, request id"
				searched={searched}
				api={{ list: "audit", parameters: auditParameters(filters, Date.now()) }}
				rowActions={rowActions}
				onOlder={onOlder}
				isLoadingOlder={isLoadingOlder}
				pages={{
					read: async (cursor) => {
						const page = await readPage(cursor);
						return { rows: rowsOf(page), nextCursor: page.nextCursor };
					},
					sentenceFor,
				}}
				searchedTo={pages.at(-1)?.searchedTo ?? null}
				noMatch={isFiltered ? { text: "No change that you may see matches these filters.", onClear: clear } : null}
				empty={{
					icon: <IconHistory size={26} />,
					title: "Nothing has changed yet",
					text: "Every change is named here, with who made it and what was there before.",
				}}
			>
				<Filters filters={filters} users={users} entity={entityOf(rows, filters.entity)} onFilter={onFilter} />
			</EntityList>
			<AuditChanges
				entry={rows.find(({ id }) => id === shownId) ?? null}
				names={names}
				onClose={() => setShownId(null)}
			/>
		</>
	);
}

function rowsOf({ entries, names }: Pick<AuditPage, "entries" | "names">): Row[] {
	return entries.map((entry) => ({ ...entry, changes: changesText(entry, names) }));
}

function entityOf(rows: Row[], id: string | null): AuditEntity | null {
	if (id === null) return null;
	for (const { entities } of rows) {
		const found = entities.find((entity) => entity.id === id);
		if (found) return found;
	}
	return null;
}

const columns: [ListColumn<Row>, ...ListColumn<Row>[]] = [
	timeColumn({ id: "time", header: "When", to: "seconds", isNewestFirst: true, at: ({ at }) => at }),
	{ id: "who", header: "Who", isMinor: true, value: actorLabel },
	{
		id: "action",
		header: "Action",
		value: ({ action }) => actionLabel(action),
		cell: (row) => (
			<span className={classes.action}>
				{actionLabel(row.action)}
				<span>{actorLabel(row)}</span>
				<span className={classes.below}>{row.changes}</span>
			</span>
		),
	},
	{
		id: "about",
		header: "About",
		isMinor: true,
		value: entitiesLabel,
		cell: (row) => {
			const [first] = row.entities;
			if (!first) return null;
			return (
				<span className={classes.about}>
					<EntityLink entity={first} />
					{row.entityCount > 1 && ` and ${row.entityCount - 1} more`}
				</span>
			);
		},
	},
	{
		id: "changes",
		header: "Before → after",
		isMinor: true,
		isWrapping: true,
		value: ({ changes }) => changes,
		cell: ({ changes }) => <span className={classes.changes}>{changes}</span>,
	},
	{ id: "from", header: "From", isMinor: true, isSoft: true, isSpare: true, value: originText },
	{
		id: "request",
		header: "Request id",
		isMinor: true,
		isSoft: true,
		isSpare: true,
		value: ({ requestId }) => requestId,
	},
];

const actions = Object.entries(auditActions)
	.map(([value, label]) => ({ value, label }))
	.sort((one, other) => one.label.localeCompare(other.label, "en"));
const kinds = AuditKind.options.map((value) => ({ value, label: kindLabels[value] }));

type FiltersProps = Pick<AuditLogProps, "filters" | "users" | "onFilter"> & { entity: AuditEntity | null };

function Filters({ filters, users, entity, onFilter }: FiltersProps) {
	const people = [
		...users.flatMap(({ id, name, email, status }) =>
			status === "invited" ? [] : { value: id, label: name || email },
		),
		{ value: "system", label: "The system" },
	];
	const isElse = filters.who !== null && !people.some(({ value }) => value === filters.who);
	const choice = (name: keyof AuditFilters) => ({
		value: filters[name],
		onChange: (value: string | null) => onFilter({ [name]: value ?? undefined }),
		clearable: true,
	});
	return (
		<ServerFilters
			label="Filter the audit log"
			count={[filters.who, filters.about, filters.action, filters.period].filter((set) => set !== null).length}
			only={
				filters.entity === null
					? null
					: {
							label: entity ? `Only about ${entityLabel(entity)}` : "Only about one thing",
							onAll: () => onFilter({ entity: undefined }),
						}
			}
		>
			<Select
				label="Who"
				placeholder="Anybody"
				data={isElse && filters.who ? [...people, { value: filters.who, label: "Somebody who is gone" }] : people}
				searchable
				{...choice("who")}
			/>
			<Select label="About" placeholder="Everything" data={kinds} searchable {...choice("about")} />
			<Select label="Action" placeholder="Any" data={actions} searchable {...choice("action")} />
			<PeriodSelect
				offered={["day", "week", "month", "quarter"]}
				value={filters.period}
				onChange={(period) => onFilter({ period })}
			/>
		</ServerFilters>
	);
}
