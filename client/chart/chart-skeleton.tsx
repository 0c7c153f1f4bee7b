import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../ui/layout/card";
import classes from "./chart.module.css";

type ChartBoxProps = { title?: string; action?: ReactNode; children: ReactNode };

export function ChartBox({ children, ...head }: ChartBoxProps) {
	return (
		<Card {...head} {...(head.title === undefined && { className: classes.alone })}>
			<div className={classes.body}>{children}</div>
		</Card>
	);
}

export function ChartSkeleton(head: Omit<ChartBoxProps, "children">) {
	return (
		<ChartBox {...head}>
			<div className={classes.head} />
			<ChartSpace />
		</ChartBox>
	);
}

export function ChartSpace() {
	return <Skeleton className={classes.awaited} radius={8} />;
}
