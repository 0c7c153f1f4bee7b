import { useMemo } from "react";
import type { GetSeries, SeriesPage } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { lastDay } from "../../ui/time/wall-time";
import { ChartCard } from "./chart-card";
import { contentOfSeries } from "./chart-lines";
import { logClock } from "./log-clock";

const title = "Last 24 hours";
const chartPixels = 640;

type GroupSeries = SeriesPage | null | undefined;

type GroupReadingsProps = {
	groupId: string;
	series: GroupSeries;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
};

export function GroupReadings({ groupId, series, onChoose, onSpan }: GroupReadingsProps) {
	const mode = useTimeDisplayMode();
	const content = useMemo(() => (series ? contentOfSeries(series) : null), [series]);
	const clock = useMemo(
		() => (series ? logClock({ page: series, devices: series.devices, mode, viewerZone }) : null),
		[series, mode],
	);
	const action = (
		<TextLink to="/log/" search={{ group: groupId }}>
			Open log
		</TextLink>
	);
	if (series === null) {
		return (
			<Card title={title} action={action}>
				<NoRows>The readings could not be loaded. They are asked for again by themselves.</NoRows>
			</Card>
		);
	}
	if (content?.quantity === null) {
		return (
			<Card title={title} action={action}>
				<NoRows>No device of this group has sent a reading in the last 24 hours.</NoRows>
			</Card>
		);
	}
	return (
		<ChartCard
			title={title}
			action={action}
			textNote="The log of this group holds every reading."
			content={content}
			events={[]}
			clock={clock}
			isPartial={false}
			onChoose={onChoose}
			onSpan={onSpan}
		/>
	);
}

/** The last 24 hours; without a quantity, the one most of the devices measure. */
export function groupReadingsInput(groupId: string, quantity: Quantity | null, now: number): GetSeries {
	return {
		rangeType: "day",
		offset: 0,
		...lastDay(now),
		groupIds: [groupId],
		...(quantity !== null && { quantity }),
		pixels: chartPixels,
	};
}
