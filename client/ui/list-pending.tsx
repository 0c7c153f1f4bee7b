import { Skeleton } from "@mantine/core";
import { Card } from "./card";
import { PageHead } from "./page-head";
import { TableSkeleton } from "./table-skeleton";

/** A list's screen while its rows are on their way: search and rows at the height they will have. */
export function ListPending({ title, rows }: { title: string; rows?: number }) {
	return (
		<>
			<PageHead title={title} subtitle="Loading..." />
			<Skeleton height={36} width="min(280px, 100%)" mb={12} />
			<Card>
				<TableSkeleton rows={rows} />
			</Card>
		</>
	);
}
