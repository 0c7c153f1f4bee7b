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
import { EntityList } from "../../ui/table/entity-list";
import { choiceField, type FilterField, periodField } from "../../ui/table/filter-field";
import { timeColumn } from "../../ui/table/list-columns";
import type { ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
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
	const { pages, filters, readPage, onOlder, isLoadingOlder } = props;
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
				server={{
					fields: auditFields(props, entityOf(rows, filters.entity)),
					cleared: noFilters,
					noMatch: { text: "No change that you may see matches these filters." },
				}}
				empty={{
					icon: <IconHistory size={26} />,
					title: "Nothing has changed yet",
					text: "Every change is listed here, with its author and the value before.",
				}}
			/>
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

const noFilters = {
	who: undefined,
	about: undefined,
	action: undefined,
	period: undefined,
	entity: undefined,
} satisfies AuditChoice;

function auditFields({ filters, users, onFilter }: AuditLogProps, entity: AuditEntity | null): FilterField[] {
	const people = [
		...users.flatMap(({ id, name, email, status }) =>
			status === "invited" ? [] : { value: id, label: name || email },
		),
		{ value: "system", label: "The system" },
	];
	const one = (name: keyof AuditFilters) => ({
		name,
		isSingle: true,
		chosen: filters[name] === null ? [] : [filters[name]],
		onChoose: ([value]: string[]) => onFilter({ [name]: value }),
	});
	return [
		choiceField({
			...one("who"),
			label: "Who",
			options: () => people,
			labelOf: (id) => people.find(({ value }) => value === id)?.label ?? "a former user",
		}),
		choiceField({ ...one("about"), label: "About", options: () => kinds }),
		choiceField({ ...one("action"), label: "Action", options: () => actions }),
		periodField({ ...one("period"), offered: ["day", "week", "month", "quarter"] }),
		choiceField({
			...one("entity"),
			label: "Only about",
			options: () => [],
			labelOf: () => (entity ? entityLabel(entity) : "one thing"),
		}),
	];
}
