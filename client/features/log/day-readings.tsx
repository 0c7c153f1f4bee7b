import { type ReactNode, useMemo } from "react";
import type { Device } from "../../../shared/device";
import type { GetSeries, GetSeriesChoice, SeriesPage } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { lastDay } from "../../ui/time/wall-time";
import { ChartCard } from "./chart-card";
import { type ChartChoice, shownInput } from "./chart-choice";
import { contentOfQuantity, contentOfSeries } from "./chart-lines";
import { logClock } from "./log-clock";

const title = "Last 24 hours";
const chartPixels = 640;

/** Null: could not be loaded. */
type DaySeries = SeriesPage | null | undefined;

type ChartActions = {
	choice: ChartChoice;
	onChoice: (choice: ChartChoice) => void;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
};

type GroupReadingsProps = ChartActions & { groupId: string; series: DaySeries };

export function GroupReadings({ groupId, series, ...actions }: GroupReadingsProps) {
	const content = useMemo(() => (series ? contentOfSeries(series) : null), [series]);
	return (
		<DayReadings
			{...actions}
			series={series}
			content={content}
			choosable={series && content?.quantity ? choiceOfGroup(groupId, content.quantity, series) : null}
			nothing="No device of this group has sent a reading in the last 24 hours."
			action={
				<TextLink to="/log/" search={{ group: groupId }}>
					Open log
				</TextLink>
			}
		/>
	);
}

type DeviceReadingsProps = ChartActions & {
	device: Pick<Device, "id">;
	quantity: Quantity | null;
	/** Of every quantity. */
	series: DaySeries;
};

export function DeviceReadings({ device, quantity, series, ...actions }: DeviceReadingsProps) {
	const content = useMemo(() => (series ? contentOfQuantity(series, quantity) : null), [series, quantity]);
	return (
		<DayReadings
			{...actions}
			series={series}
			content={content}
			choosable={null}
			nothing="This device has sent no reading in the last 24 hours."
			action={
				<TextLink to="/log/" search={{ device: device.id }}>
					Open log
				</TextLink>
			}
		/>
	);
}

type DayReadingsProps = ChartActions & {
	series: DaySeries;
	content: ReturnType<typeof contentOfSeries> | null;
	choosable: GetSeriesChoice | null;
	nothing: string;
	action: ReactNode;
};

function DayReadings({ series, content, choosable, nothing, action, ...actions }: DayReadingsProps) {
	const mode = useTimeDisplayMode();
	const clock = useMemo(
		() => (series ? logClock({ page: series, devices: series.devices, mode, viewerZone }) : null),
		[series, mode],
	);
	if (series === null || content?.quantity === null) {
		return (
			<Card title={title} action={action}>
				<NoRows>
					{series === null ? "The readings could not be loaded. They are asked for again by themselves." : nothing}
				</NoRows>
			</Card>
		);
	}
	return (
		<ChartCard
			{...actions}
			title={title}
			action={action}
			textNote="As a table under it."
			hasTable
			content={content}
			events={[]}
			clock={clock}
			isPartial={false}
			choosable={choosable && { asked: choosable }}
		/>
	);
}

function choiceOfGroup(groupId: string, quantity: Quantity, { from, to }: TimeRange): GetSeriesChoice {
	return { rangeType: "day", offset: 0, from, to, groupIds: [groupId], quantity };
}

type GroupSeriesRequest = { quantity: Quantity | null; choice: ChartChoice; now: number };

/** The last 24 hours; without a quantity, the one most of the devices measure. */
export function groupReadingsInput(groupId: string, { quantity, choice, now }: GroupSeriesRequest): GetSeries {
	return {
		rangeType: "day",
		offset: 0,
		...lastDay(now),
		groupIds: [groupId],
		...(quantity !== null && { quantity }),
		...shownInput(choice),
		pixels: chartPixels,
	};
}
