import { useEffect, useMemo, useRef } from "react";
import { limits } from "../../../shared/base/limits";
import type { Quantity } from "../../../shared/formats/units";
import { holdingOf, longestPauseOf } from "../../../shared/log/holding";
import type { SeriesChoice } from "../../../shared/log/log";
import { isCounting } from "../../../shared/log/reading-marks";
import type { TimeRange } from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { ChartCard } from "../../chart/chart-card";
import { searchOfChoice } from "../../chart/chart-choice";
import { type ChartContent, type ChartLine, contentOfSeries, everyLine, withLooks } from "../../chart/chart-lines";
import { CompareLink } from "../../chart/compare-link";
import { viewText } from "../../chart/distribution/distribution-search";
import { ShareButton } from "../../device-actions/share/share-button";
import { PlainButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { t } from "../../words/made/log";
import type { JudgeSubject } from "./actions/judge-dialog";
import type { NoteSubject } from "./actions/note-dialog";
import { ChartBeside } from "./chart-beside";
import { isBeyondChart } from "./state/entry-filters";
import type { LogClock } from "./state/log-clock";
import type { LogPlan } from "./state/log-plan";
import type { LogSearch } from "./state/log-search";
import { exactSearch, type LogState, zoomedOut } from "./state/log-state";
import { useBeside } from "./state/use-beside";
import type { LogResponses } from "./state/use-log";
import { type ChannelReadings, type LogReading, type LogReadings, quantitiesIn } from "./table/log-readings";

type LogChartProps = {
	plan: LogPlan;
	requested: LogState;
	results: LogResponses;
	log: LogReadings;
	span: TimeRange;
	clock: LogClock;
	judgeDenial: string | null;
	onJudge: (subject: JudgeSubject) => void;
	onNote: ((subject: NoteSubject) => void) | null;
	mayJustify: boolean;
	mayShare: boolean;
	onSearch: (change: LogSearch) => void;
};

/** From the series, or from the loaded rows if the backend has no series. */
export function LogChart(props: LogChartProps) {
	const { plan, requested, results, log, span, clock, judgeDenial, onJudge, onNote, mayJustify, mayShare, onSearch } =
		props;
	const { zone } = clock;
	const { state, choice, choosable } = plan;
	const { series, events, onOlder } = results;
	const heldIds = useRef<string[]>([]);
	const plain = useMemo(() => {
		if (series === "pending") return null;
		if (series !== "none") return contentOfSeries(series);
		const { quantity } = state;
		return contentOfReadings(log.channels, { span, quantity, shownIds: choice.shownIds, heldIds: heldIds.current });
	}, [series, log, span, state, choice.shownIds]);
	useEffect(() => {
		heldIds.current = plain?.lines.map(({ channel }) => channel.id) ?? [];
	}, [plain]);
	const { content, notes: besideNotes } = useBeside({ plan, content: plain, zone });
	const quantity = content?.quantity ?? null;
	const isOfRows = series === "none";
	const notes = [
		...besideNotes,
		...(isOfRows && onOlder ? [t("chart.newestOnly")] : []),
		...(!isOfRows && isBeyondChart(state.filters) ? [t("chart.unfiltered")] : []),
	];
	const channelsOf = (chosen: Quantity) =>
		isOfRows
			? { known: choiceOfReadings(log.channels, chosen) }
			: { requested: { ...choosable, quantity: chosen, ...content?.span } };
	const showSpan = (chosen: TimeRange) => onSearch(exactSearch(chosen));
	return (
		<ChartCard
			content={content}
			events={events ?? log.events}
			zone={zone}
			notes={notes}
			chosen={requested.quantity}
			choice={choice}
			choosable={quantity && channelsOf(quantity)}
			onChoice={(next) => onSearch(searchOfChoice(next))}
			onChoose={(chosen) => onSearch({ quantity: chosen })}
			onSpan={showSpan}
			beside={
				content &&
				quantity && (
					<>
						{!isOfRows && (
							<ChartBeside
								choice={choice}
								quantity={quantity}
								quantities={content.quantities}
								onChoice={(next) => onSearch(searchOfChoice(next))}
							/>
						)}
						<CompareLink content={content} hiddenIds={choice.hiddenIds} />
						{mayShare && <ShareLines content={content} hiddenIds={choice.hiddenIds} />}
						{state.exact !== null && onNote && (
							<PlainButton size="compact-sm" onClick={() => onNote(noteOn(content))}>
								{t("chart.note")}
							</PlainButton>
						)}
						{state.exact !== null && (
							<ExcludeSpan
								content={content}
								hiddenIds={choice.hiddenIds}
								clock={clock}
								judgeDenial={judgeDenial}
								mayJustify={mayJustify}
								onJudge={onJudge}
							/>
						)}
					</>
				)
			}
			onZoomOut={() => showSpan(zoomedOut(span, Date.now()))}
			{...(!isOfRows && {
				distribution: {
					view: requested.distribution,
					request: plan.distribution,
					isLive: plan.isMoving,
					onView: (view) => onSearch({ view: viewText(view) }),
				},
			})}
		/>
	);
}

function noteOn({ span, lines }: ChartContent): NoteSubject {
	const [first, ...others] = new Set(lines.map(({ device }) => device.id));
	return { deviceId: others.length === 0 ? (first ?? null) : null, at: span.from, endsAt: span.to };
}

/** The first lines that are drawn, as many as a link shows. */
function ShareLines({ content, hiddenIds }: { content: ChartContent; hiddenIds: string[] }) {
	const shown = everyLine(content).filter(({ channel }) => !hiddenIds.includes(channel.id));
	const channelIds = [...new Set(shown.map(({ channel }) => channel.id))].slice(0, limits.seriesChannels);
	if (channelIds.length === 0) return null;
	return <ShareButton target={{ kind: "chart", channelIds }} label={t("chart.share")} />;
}

type ExcludeSpanProps = Pick<LogChartProps, "clock" | "judgeDenial" | "mayJustify" | "onJudge"> & {
	content: ChartContent;
	hiddenIds: string[];
};

function ExcludeSpan({ content, hiddenIds, clock, judgeDenial, mayJustify, onJudge }: ExcludeSpanProps) {
	const lines = everyLine(content).filter(({ channel }) => !hiddenIds.includes(channel.id));
	const named = ({ channel: { id, name }, device }: ChartLine) => ({ id, name: `${device.name} · ${name}` });
	const sent = lines.filter(({ channel }) => channel.formula === undefined).map(named);
	const { zone, label } = clock;
	const judged = { span: content.span, zone, clockLabel: label };
	return (
		<>
			{mayJustify && lines.length > 0 && (
				<PlainButton
					size="compact-sm"
					onClick={() => onJudge({ ...judged, verdict: "justified", channels: lines.map(named) })}
				>
					{t("chart.justify")}
				</PlainButton>
			)}
			{sent.length > 0 && (
				<GuardedButton
					denial={judgeDenial}
					size="compact-sm"
					onClick={() => onJudge({ ...judged, verdict: "excluded", channels: sent })}
				>
					{t("chart.exclude")}
				</GuardedButton>
			)}
		</>
	);
}

type ReadingsRequest = {
	span: TimeRange;
	quantity: Quantity | null;
	shownIds: string[];
	heldIds?: string[];
};

const names = new Intl.Collator(pageLanguage, { numeric: true });

export function contentOfReadings(channels: ChannelReadings[], request: ReadingsRequest): ChartContent {
	const { span, quantity: chosen, shownIds, heldIds = [] } = request;
	const quantities = quantitiesIn(channels);
	const quantity = chosen && quantities.includes(chosen) ? chosen : (quantities[0] ?? null);
	const fitting = readingsOf(channels, quantity);
	const wanted = fitting.filter(({ channel }) => shownIds.includes(channel.id));
	const held = [...fitting].sort(
		(a, b) => Number(heldIds.includes(b.channel.id)) - Number(heldIds.includes(a.channel.id)),
	);
	const shown = new Set((wanted.length > 0 ? wanted : held).slice(0, limits.seriesChannels));
	const lines = fitting
		.filter((line) => shown.has(line))
		.map(({ channel, device, readings }) => {
			const counting = readings.filter(({ mark }) => isCounting(mark));
			const at = counting.map((reading) => reading.at);
			const value = counting.map((reading) => reading.value);
			const marked = markedOf(readings);
			const mark = counting.map((reading) => (reading.mark === "saturated" ? reading.mark : null));
			return {
				channel,
				device,
				at,
				value,
				min: [],
				max: [],
				gapMs: longestPauseOf(holdingOf(at).usual),
				...(marked && { marked }),
				...(mark.some((one) => one !== null) && { mark }),
			};
		});
	return { span, quantities, quantity, lines: withLooks(lines), leftOut: fitting.length - lines.length, bucketMs: 0 };
}

function markedOf(readings: LogReading[]): ChartLine["marked"] {
	const marked = readings.flatMap(({ at, value, mark }) =>
		mark === null || isCounting(mark) ? [] : [{ at, value, mark }],
	);
	if (marked.length === 0) return undefined;
	return {
		at: marked.map(({ at }) => at),
		value: marked.map(({ value }) => value),
		mark: marked.map(({ mark }) => mark),
	};
}

/** Every channel that the loaded rows can draw, sorted by device name. */
export function choiceOfReadings(channels: ChannelReadings[], quantity: Quantity | null): SeriesChoice {
	return readingsOf(channels, quantity).map(({ channel: { id, name }, device }) => {
		return { id, name, deviceName: device.name, hasReadings: true };
	});
}

function readingsOf(channels: ChannelReadings[], quantity: Quantity | null): ChannelReadings[] {
	return channels
		.filter(({ channel, readings }) => channel.quantity === quantity && readings.length > 0)
		.sort((a, b) => names.compare(a.device.name, b.device.name) || (a.channel.id < b.channel.id ? -1 : 1));
}
