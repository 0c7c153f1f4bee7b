import classes from "./course.module.css";
import { trendShape } from "./trend-shape";

type TrendProps = {
	trend: readonly (number | null)[];
	limits?: { low: number | null; high: number | null };
	box?: { width: number; height: number };
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
			{shape?.band && (
				<>
					<rect x="0" width={box.width} y={shape.band.top} height={shape.band.bottom - shape.band.top} />
					{limits.high !== null && shape.band.top > 0 && <Limit y={shape.band.top} width={box.width} />}
					{limits.low !== null && shape.band.bottom < box.height && <Limit y={shape.band.bottom} width={box.width} />}
				</>
			)}
			{shape && <path d={shape.line} fill="none" vectorEffect="non-scaling-stroke" />}
		</svg>
	);
}

function Limit({ y, width }: { y: number; width: number }) {
	return <line x1="0" x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />;
}
