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

export function ChartSpace({ panels = 1 }: { panels?: number }) {
	return (
		<div>
			<div className={classes.panels} data-panels={Math.min(panels, 4)} aria-hidden="true">
				{Array.from({ length: panels }, (_, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the parts are alike
					<div key={index} className={classes.panel}>
						<Skeleton className={classes.place} radius={8} />
					</div>
				))}
			</div>
			<div className={classes.keys} />
		</div>
	);
}
