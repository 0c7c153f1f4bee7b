import { useMemo } from "react";
import type { SeriesPage } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { ChartCard } from "./chart-card";
import { contentOfSeries } from "./chart-lines";
import { logClock } from "./log-clock";

/** Undefined while it is on its way; null where it is not to be had. */
type GroupSeries = SeriesPage | null | undefined;

type GroupReadingsProps = {
	groupId: string;
	series: GroupSeries;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
};

const title = "Last 24 hours";

/** The same quantity of all its devices in one picture. */
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
			inWords="The log of this group holds every reading."
			content={content}
			events={[]}
			clock={clock}
			isPartial={false}
			onChoose={onChoose}
			onSpan={onSpan}
		/>
	);
}
