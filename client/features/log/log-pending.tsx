import { Skeleton } from "@mantine/core";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { TableSkeleton } from "../../ui/table/list-pending";
import classes from "./log.module.css";

export function LogPending() {
	return (
		<>
			<PageHead title="Log" subtitle="Loading..." />
			<div className={classes.toolbar} />
			<div className={classes.filters} />
			<Card className={classes.chartCard}>
				<div className={classes.chartHead} />
				<Skeleton className={classes.chartSpace} radius={8} />
			</Card>
			<Card>
				<TableSkeleton rows={12} />
			</Card>
		</>
	);
}
