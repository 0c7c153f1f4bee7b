import { IconHistory, IconListDetails, IconMessageQuestion, IconUsers, IconUsersGroup } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import type { User } from "../../../shared/account/account";
import {
	type AuditEntity,
	type AuditEntry,
	AuditKind,
	type AuditPage,
	auditActions,
} from "../../../shared/account/audit";
import { can } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { sentenceFor } from "../../api/api-error";
import { pageLanguage } from "../../base/page-language";
import { denialOf } from "../../entities/labels";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { PlainLink } from "../../ui/form/guarded-button";
import { EntityList } from "../../ui/table/entity-list";
import { choiceField, type FilterField, periodField } from "../../ui/table/filter-field";
import { timeColumn } from "../../ui/table/list-columns";
import { type ListColumn, rowId } from "../../ui/table/list-rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { rich, t } from "../../words/made/account";
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

const FourEyesDialog = lazyPart(async () => (await import("./four-eyes-dialog")).FourEyesDialog);
const ChangeReasonsDialog = lazyPart(async () => (await import("./change-reasons-dialog")).ChangeReasonsDialog);

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

const searched = (row: Row) => [
	...[actorLabel(row), actionLabel(row.action), row.changes, row.reason ?? null],
	...[row.requestId, row.callerRequestId],
	...row.entities.map(entityLabel),
];

export function AuditLog(props: AuditLogProps) {
	const { pages, filters, readPage, onOlder, isLoadingOlder } = props;
	const { me } = useAccount();
	const [shownId, setShownId] = useState<string | null>(null);
	const [deciding, setDeciding] = useState<"reasons" | "fourEyes" | null>(null);
	const navigate = useNavigate();
	const names = useMemo(() => Object.fromEntries(pages.flatMap((page) => Object.entries(page.names))), [pages]);
	const rows = useMemo(() => pages.flatMap(({ entries }) => rowsOf({ entries, names })), [pages, names]);
	const rowActions = useCallback(
		({ id }: Row): RowAction[] => [
			{
				id: "changes",
				label: t("showAllChanges"),
				icon: <IconListDetails size={16} />,
				onRun: () => setShownId(id),
			},
		],
		[],
	);
	const changeReasons: RowAction = {
		id: "reasons",
		label: t("audit.changeReasons"),
		asks: true,
		icon: <IconMessageQuestion size={17} stroke={1.7} />,
		denial: can(me.role, "editOwners") ? null : denialOf("editOwners", "saveChangeReasons"),
		onRun: () => setDeciding("reasons"),
	};
	const fourEyes: RowAction = {
		id: "fourEyes",
		label: t("audit.fourEyes"),
		asks: true,
		icon: <IconUsers size={17} stroke={1.7} />,
		denial: can(me.role, "editOwners") ? null : denialOf("editOwners", "saveChangeReasons"),
		onRun: () => setDeciding("fourEyes"),
	};
	const proposals: RowAction = {
		id: "proposals",
		label: t("audit.proposals"),
		icon: <IconUsersGroup size={17} stroke={1.7} />,
		onRun: () => void navigate({ to: "/accounts/audit/", search: { view: "proposals" } }),
	};
	return (
		<>
			<EntityList
				title={t("auditLog")}
				noun="change"
				listName="audit log"
				rows={rows}
				rowKey={rowId}
				columns={columns}
				searchHint={t("nameChangeRequestId")}
				searched={searched}
				api={{ list: "audit", parameters: auditParameters(filters, Date.now()) }}
				rowActions={rowActions}
				headActions={
					<>
						<PlainLink to="/accounts/audit/" search={{ view: "reviews" }}>
							{t("audit.reviews")}
						</PlainLink>
						<PageActions name={t("auditLog")} actions={[changeReasons, fourEyes, proposals]} />
					</>
				}
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
					noMatch: { text: t("noChangeThatYouMaySee") },
				}}
				empty={{
					icon: <IconHistory size={26} />,
					title: t("nothingHasChangedYet"),
					text: t("everyChangeIsListedHereWith"),
				}}
			/>
			<AuditChanges
				entry={rows.find(({ id }) => id === shownId) ?? null}
				names={names}
				onClose={() => setShownId(null)}
			/>
			<Suspense>
				{deciding === "reasons" && <ChangeReasonsDialog onClose={() => setDeciding(null)} />}
				{deciding === "fourEyes" && <FourEyesDialog onClose={() => setDeciding(null)} />}
			</Suspense>
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
	timeColumn({
		id: "time",
		header: t("audit.when"),
		csvHeader: "When",
		to: "seconds",
		isNewestFirst: true,
		at: ({ at }) => at,
	}),
	{ id: "who", header: t("audit.who"), isMinor: true, value: actorLabel },
	{
		id: "action",
		header: t("audit.action"),
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
		header: t("audit.about"),
		isMinor: true,
		value: entitiesLabel,
		cell: (row) => {
			const [first] = row.entities;
			if (!first) return null;
			return (
				<span className={classes.about}>
					{row.entityCount > 1 ? (
						rich("audit.andMore", { name: <EntityLink entity={first} />, count: row.entityCount - 1 })
					) : (
						<EntityLink entity={first} />
					)}
				</span>
			);
		},
	},
	{
		id: "changes",
		header: t("beforeAfter"),
		csvHeader: "Before → after",
		isMinor: true,
		isWrapping: true,
		value: ({ changes }) => changes,
		cell: ({ changes }) => <span className={classes.changes}>{changes}</span>,
	},
	{
		id: "reason",
		header: t("audit.reason"),
		isMinor: true,
		isWrapping: true,
		isSpare: true,
		value: ({ reason = null }) => reason,
	},
	{ id: "from", header: t("audit.from"), isMinor: true, isSoft: true, isSpare: true, value: originText },
	{
		id: "request",
		header: t("requestId"),
		csvHeader: "Request id",
		isMinor: true,
		isSoft: true,
		isSpare: true,
		value: ({ requestId }) => requestId,
	},
];

const byLabel = new Intl.Collator(pageLanguage);
const actions = Object.keys(auditActions)
	.map((value) => ({ value, label: actionLabel(value) }))
	.sort((one, other) => byLabel.compare(one.label, other.label));
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
		{ value: "system", label: t("theSystem") },
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
			label: t("audit.who"),
			options: () => people,
			labelOf: (id) => people.find(({ value }) => value === id)?.label ?? t("aFormerUser"),
		}),
		choiceField({ ...one("about"), label: t("audit.about"), options: () => kinds }),
		choiceField({ ...one("action"), label: t("audit.action"), options: () => actions }),
		periodField({ ...one("period"), offered: ["day", "week", "month", "quarter"] }),
		choiceField({
			...one("entity"),
			label: t("onlyAbout"),
			options: () => [],
			labelOf: () => (entity ? entityLabel(entity) : t("oneThing")),
		}),
	];
}
