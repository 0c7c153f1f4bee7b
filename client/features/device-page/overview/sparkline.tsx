import type { ChannelSeries } from "../../../../shared/log";
import type { TimeRange } from "../../../../shared/time-zones";
import classes from "./overview.module.css";
import { sparklineShape } from "./sparkline-path";

const box = { width: 240, height: 44 };

type SparklineProps = { series: ChannelSeries; span: TimeRange; decimals: number };

/** The last 24 hours at a glance. Decorative: the numbers stand beside it, and the log has the chart. */
export function Sparkline({ series, span, decimals }: SparklineProps) {
	const { line, dots } = sparklineShape(series, span, { ...box, smallestSpan: 10 ** -decimals });
	return (
		<svg
			className={classes.sparkline}
			viewBox={`0 0 ${box.width} ${box.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			data-testid="sparkline"
		>
			<path d={line} fill="none" vectorEffect="non-scaling-stroke" />
			{dots.map(({ x, y }) => (
				<path key={x} d={`M${x} ${y}h0.01`} strokeLinecap="round" data-dot vectorEffect="non-scaling-stroke" />
			))}
		</svg>
	);
}
