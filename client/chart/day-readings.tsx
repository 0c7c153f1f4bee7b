import { type ReactNode, useMemo, useState } from "react";
import type { AlertEvent } from "../../shared/alert";
import { limitLines } from "../../shared/alert-sentence";
import type { Device } from "../../shared/device";
import type { GetSeries, GetSeriesChoice, SeriesPage } from "../../shared/log";
import type { TimeRange } from "../../shared/time-zones";
import type { Quantity, TemperatureUnit } from "../../shared/units";
import type { LogSearch } from "../features/log/state/log-search";
import { Card } from "../ui/layout/card";
import { TextLink } from "../ui/layout/link";
import { NoRows } from "../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../ui/time/time-display";
import { lastDay } from "../ui/time/wall-time";
import { useTemperatureUnit } from "../ui/value-display";
import { ChartCard } from "./chart-card";
import { type ChartChoice, shownInput } from "./chart-choice";
import { logClock } from "./chart-clock";
import { type ChartContent, contentOfQuantity, contentOfSeries } from "./chart-lines";

const dayTitle = "Last 24 hours";
const chartPixels = 640;

/** Null: could not be loaded. */
type DaySeries = SeriesPage | null | undefined;

type ChartActions = {
	choice: ChartChoice;
	onChoice: (choice: ChartChoice) => void;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
};

type GroupReadingsProps = ChartActions & { groupId: string; quantity: Quantity | null; series: DaySeries };

export function GroupReadings({ groupId, quantity, series, ...actions }: GroupReadingsProps) {
	const content = useMemo(() => (series ? contentOfSeries(series) : null), [series]);
	return (
		<DayReadings
			{...actions}
			series={series}
			content={content}
			chosen={quantity}
			choosable={series && content?.quantity ? choiceOfGroup(groupId, content.quantity, series) : null}
			nothing="No device of this group has sent a reading in the last 24 hours."
			action={
				<TextLink to="/log/" search={{ group: groupId, range: "24h" }}>
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
			chosen={quantity}
			choosable={null}
			nothing="This device has sent no reading in the last 24 hours."
			action={
				<TextLink to="/log/" search={{ device: device.id, range: "24h" }}>
					Open log
				</TextLink>
			}
		/>
	);
}

type EventReadingsProps = Omit<ChartActions, "onChoose" | "choice" | "onChoice"> & {
	event: Pick<AlertEvent, "id" | "deviceId" | "channelId" | "condition">;
	logSearch: LogSearch;
	series: DaySeries;
};

const everything: ChartChoice = { shownIds: [], hiddenIds: [] };

/** The channel of an alert event before, in and after it, with the limits that its rule had. */
export function EventReadings({ event, logSearch, series, ...actions }: EventReadingsProps) {
	const [choice, setChoice] = useState(everything);
	const [chosen, setChosen] = useState<Quantity | null>(null);
	const temperatures = useTemperatureUnit();
	const content = useMemo(
		() => (series ? contentOfEvent(series, event, { chosen, temperatures }) : null),
		[series, event, chosen, temperatures],
	);
	return (
		<DayReadings
			{...actions}
			title="Readings"
			choice={choice}
			onChoice={setChoice}
			onChoose={setChosen}
			series={series}
			content={content}
			chosen={chosen}
			choosable={null}
			nothing="There are no readings around this event."
			action={
				<TextLink to="/log/" search={logSearch}>
					Open log
				</TextLink>
			}
		/>
	);
}

function contentOfEvent(
	series: SeriesPage,
	{ id, channelId, condition }: EventReadingsProps["event"],
	{ chosen, temperatures }: { chosen: Quantity | null; temperatures: TemperatureUnit },
): ChartContent {
	const content = contentOfQuantity(series, chosen);
	const spans = content.spans?.filter(({ kind, alertEventId }) => kind === "offline" || alertEventId === id);
	return {
		...content,
		spans,
		...(channelId !== null && condition && { ruleLimits: limitLines(condition, temperatures) }),
	};
}

export const eventChartPixels = chartPixels;

type DayReadingsProps = ChartActions & {
	title?: string;
	series: DaySeries;
	content: ReturnType<typeof contentOfSeries> | null;
	chosen: Quantity | null;
	choosable: GetSeriesChoice | null;
	nothing: string;
	action: ReactNode;
};

function DayReadings({ title = dayTitle, series, content, choosable, nothing, action, ...actions }: DayReadingsProps) {
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
			choosable={choosable && { requested: choosable }}
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
