import { IconListDetails, IconMessagePlus } from "@tabler/icons-react";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useMemo, useState } from "react";
import { type AuditEntry, auditEntriesPerPage } from "../../../../shared/account/audit";
import type { TrailRemark, TrailReviewDetails } from "../../../../shared/account/trail-review";
import { addTo } from "../../../../shared/base/multi-map";
import { trpc } from "../../../api/trpc";
import { lazyPart } from "../../../ui/feedback/lazy-parts";
import { PlainButton } from "../../../ui/form/buttons";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { NoRows } from "../../../ui/layout/rows";
import type { Column } from "../../../ui/table/column";
import { DataTable } from "../../../ui/table/data-table";
import { timeColumn } from "../../../ui/table/list-columns";
import { rowId } from "../../../ui/table/list-rows";
import type { RowAction } from "../../../ui/table/row-menu";
import { t } from "../../../words/made/reviews";
import { AuditChanges } from "../audit-changes";
import { actionLabel, actorLabel, changesText, entitiesLabel } from "../audit-labels";
import { monthName } from "./review-words";
import classes from "./reviews.module.css";

const RemarkDialog = lazyPart(async () => (await import("./remark-dialog")).RemarkDialog);

type Row = AuditEntry & { changes: string; said: TrailRemark[] };

export function ReviewRows({ review }: { review: TrailReviewDetails }) {
	const { id: reviewId, from, to, month, state, remarkList } = review;
	const pages = useSuspenseInfiniteQuery(
		trpc.account.getAudit.infiniteQueryOptions(
			{ from, to, limit: auditEntriesPerPage },
			{ getNextPageParam: ({ nextCursor }) => nextCursor },
		),
	);
	const [chosen, setChosen] = useState<{ row: Row; act: "changes" | "remark" } | null>(null);
	const loaded = pages.data.pages;
	const names = useMemo(() => Object.fromEntries(loaded.flatMap((page) => Object.entries(page.names))), [loaded]);
	const rows = useMemo(() => {
		const remarks = new Map<string, TrailRemark[]>();
		for (const remark of remarkList) addTo(remarks, remark.auditId, remark);
		return loaded.flatMap(({ entries }) =>
			entries.map((entry): Row => {
				return { ...entry, changes: changesText(entry, names), said: remarks.get(entry.id) ?? [] };
			}),
		);
	}, [loaded, names, remarkList]);
	const isSigned = state === "signed";
	const rowActions = useCallback(
		(row: Row): RowAction[] => [
			...(isSigned ? [] : [remarkAction(() => setChosen({ row, act: "remark" }))]),
			{
				id: "changes",
				label: t("showAll"),
				icon: <IconListDetails size={16} />,
				onRun: () => setChosen({ row, act: "changes" }),
			},
		],
		[isSigned],
	);
	const close = () => setChosen(null);
	return (
		<Card title={t("list")}>
			{rows.length === 0 && !pages.hasNextPage ? (
				<NoRows>{t("list.none")}</NoRows>
			) : (
				<DataTable
					listName="audit review"
					caption={t("list.caption", { month: monthName(month) })}
					columns={columns}
					rows={rows}
					rowKey={rowId}
					rowActions={rowActions}
				/>
			)}
			{pages.hasNextPage && (
				<div className={classes.older}>
					<PlainButton loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
						{t("older")}
					</PlainButton>
				</div>
			)}
			<AuditChanges entry={chosen?.act === "changes" ? chosen.row : null} names={names} onClose={close} />
			<Suspense>
				{chosen?.act === "remark" && <RemarkDialog reviewId={reviewId} entry={chosen.row} onClose={close} />}
			</Suspense>
		</Card>
	);
}

function remarkAction(onRun: () => void): RowAction {
	return { id: "remark", label: t("remark"), icon: <IconMessagePlus size={16} />, onRun };
}

const columns: Column<Row>[] = [
	timeColumn<Row>({ id: "time", header: t("when"), csvHeader: "When", to: "seconds", at: ({ at }) => at }),
	{ id: "who", header: t("who"), isMinor: true, value: actorLabel },
	{
		id: "change",
		header: t("what"),
		isWrapping: true,
		value: ({ action }) => actionLabel(action),
		cell: (row) => (
			<span className={classes.change}>
				{actionLabel(row.action)}
				<span>{entitiesLabel(row)}</span>
				<span>{row.changes}</span>
			</span>
		),
	},
	{
		id: "remarks",
		header: t("said"),
		isWrapping: true,
		value: ({ said }) => said.map(({ text }) => text).join("; "),
		cell: ({ said }) =>
			said.length === 0 ? null : (
				<ul className={`${layout.plain} ${classes.remarks}`}>
					{said.map(({ id, author, text }) => (
						<li key={id}>{t("remarkLine", { name: author, text })}</li>
					))}
				</ul>
			),
	},
];
