import classes from "./course.module.css";
import { type TrendLimits, trendShape } from "./trend-shape";

type TrendProps = {
	trend: readonly (number | null)[];
	limits?: TrendLimits;
	box?: { width: number; height: number; least?: number };
	className?: string | undefined;
};

const noLimits = { low: null, high: null };
const usualBox = { width: 200, height: 44 };

/** Decorative: the value is beside it, and the device's page has the chart. Its color is `--course-line`. */
export function Trend({ trend, limits = noLimits, box = usualBox, className = "" }: TrendProps) {
	const shape = trendShape(trend, limits, box);
	return (
		<svg
			className={`${classes.course} ${className}`}
			viewBox={`0 0 ${box.width} ${box.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{shape?.band && <TrendBand {...shape.band} limits={limits} width={box.width} />}
			{shape && <path d={shape.line} fill="none" vectorEffect="non-scaling-stroke" />}
		</svg>
	);
}

type TrendBandProps = { top: number; bottom: number; limits: TrendLimits; width: number };

export function TrendBand({ top, bottom, limits, width }: TrendBandProps) {
	return (
		<>
			<rect className={classes.band} width={width} y={top} height={bottom - top} />
			{limits.high !== null && <Limit y={top} width={width} />}
			{limits.low !== null && <Limit y={bottom} width={width} />}
		</>
	);
}

function Limit({ y, width }: { y: number; width: number }) {
	return <line className={classes.limit} x1="0" x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />;
}
