import { Skeleton } from "@mantine/core";
import { t } from "../../words/made/lists";
import { Card } from "../layout/card";
import { PageHead } from "../layout/page-head";
import classes from "./table-skeleton.module.css";

export function ListPending({ title, rows }: { title: string; rows?: number }) {
	return (
		<>
			<PageHead title={title} subtitle={t("loading")} />
			<Skeleton height={36} width="min(280px, 100%)" mb={12} />
			<Card>
				<TableSkeleton rows={rows} />
			</Card>
		</>
	);
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
	return (
		<div className={classes.table} role="status" aria-label={t("loading")}>
			{Array.from({ length: rows }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the placeholder rows never change places
				<div key={index} className={classes.row}>
					<Skeleton height={12} width={`${16 + ((index * 7) % 9)}%`} radius={6} />
					<Skeleton height={12} width="12%" radius={6} />
					<Skeleton height={20} width={74} radius={20} />
					<Skeleton height={12} width="10%" radius={6} ms="auto" />
					<Skeleton height={12} width="8%" radius={6} />
				</div>
			))}
		</div>
	);
}
