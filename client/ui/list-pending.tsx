import { Card } from "./card";
import { PageHead } from "./page-head";
import { TableSkeleton } from "./table-skeleton";

/** A list's screen while its rows are on their way. */
export function ListPending({ title, rows }: { title: string; rows?: number }) {
	return (
		<>
			<PageHead title={title} subtitle="Loading..." />
			<Card>
				<TableSkeleton rows={rows} />
			</Card>
		</>
	);
}
