import { formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";
import { formatValue } from "../../../shared/units";
import type { ChartLine } from "./chart-lines";
import { nearestPoint } from "./chart-points";
import classes from "./log-chart.module.css";
import { isDashed, seriesColour } from "./series-look";

type ChartLegendProps = { lines: ChartLine[]; pointedAt: number | null; zone: Zone };

/** The newest value of each line, or the one at the pointer; with its band where a point stands for several. */
export function ChartLegend({ lines, pointedAt, zone }: ChartLegendProps) {
	return (
		<div className={classes.legend}>
			<span className={classes.when}>
				{pointedAt === null ? "Newest" : formatTimestamp(pointedAt, zoneOffsetMinutes(zone, pointedAt))}
			</span>
			{lines.map((line, index) => (
				<span key={line.channel.id} className={classes.entry}>
					<i
						style={{ borderColor: seriesColour(index) }}
						data-dashed={isDashed(index) || undefined}
						aria-hidden="true"
					/>
					<span>
						{line.device.name} · {line.channel.name}
					</span>
					<LineValue line={line} pointedAt={pointedAt} />
				</span>
			))}
		</div>
	);
}

function LineValue({ line, pointedAt }: { line: ChartLine; pointedAt: number | null }) {
	const { channel, value, min, max } = line;
	const point = pointedAt === null ? value.length - 1 : nearestPoint(line, pointedAt);
	const low = point === null ? undefined : min[point];
	const high = point === null ? undefined : max[point];
	return (
		<>
			<b>{formatValue((point === null ? null : value[point]) ?? null, channel)}</b>
			{low !== undefined && high !== undefined && (
				<small>
					{formatValue(low, { ...channel, unit: "" })} to {formatValue(high, { ...channel, unit: "" })}
				</small>
			)}
		</>
	);
}
