import { useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import {
	type KeyboardEvent,
	type MouseEvent,
	type ReactNode,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { ownValue } from "../../shared/base/own-value";
import { comma } from "../base/comma-list";
import { capitalized } from "../ui/format";
import { labeled } from "../ui/labeled";
import { t } from "../words/made/charts";
import "uplot/dist/uPlot.min.css";
import type { LogEvent } from "../../shared/log/log";
import { storedText } from "../../shared/log/said-text";
import { formatOffset, type TimeRange, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { useDisplayFormats } from "../ui/display-formats";
import { formatAge } from "../ui/time/relative-time";
import { describeInstant, instantText } from "../ui/time/time-display";
import { valueText } from "../ui/value-display";
import classes from "./chart.module.css";
import { isRepeated, type OffsetChange, offsetChanges } from "./chart-clock";
import { Swatch } from "./chart-legend";
import { limitsOf } from "./chart-limits";
import { type ChartContent, type ChartLine, everyLine, nearestPoint } from "./chart-lines";
import {
	type PointedLine,
	type Pointing,
	pointedLines,
	sharedTime,
	steppedReading,
	tipPosition,
} from "./chart-pointing";
import { type EventSpan, eventSpans, knownSpans, namedSpans } from "./event-spans";
import {
	type ChartScene,
	type ChartStack,
	chartStack,
	createTimeChart,
	leastDrag,
	readChartTheme,
	type TimeChart,
} from "./time-chart";

const nearPixels = 7;
const shownEvents = 3;
const panShare = 1 / 4;
const leastZoomMs = 1_000;

type ChartPlotProps = {
	content: ChartContent;
	panels: ChartContent[];
	pointing: Pointing | null;
	events: LogEvent[];
	title: string;
	textNote: string;
	zone: Zone;
	onPoint: (pointing: Pointing | null) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

type Held = { at: number; hasClocks: boolean };

export function ChartPlot({ content, panels, pointing, events, title, textNote, zone, ...rest }: ChartPlotProps) {
	const { onSpan, onZoomOut } = rest;
	const [index, { width }] = useResizeObserver<HTMLDivElement>();
	const [stack] = useState(chartStack);
	const scenes = useMemo(
		() => panels.map((panel) => sceneOf(panel, { events, zone, isLast: panel === panels.at(-1) })),
		[panels, events, zone],
	);
	const [pinned, setPinned] = useState<Held | null>(null);
	const held = pinned && content.span.from <= pinned.at && pinned.at < content.span.to ? pinned : null;
	const heldAt = held?.at ?? null;
	const helpId = useId();
	const pressedAt = useRef<number | null>(null);
	const pin = ({ clientX }: MouseEvent) => {
		const isClick = pressedAt.current !== null && Math.abs(clientX - pressedAt.current) < leastDrag;
		if (isClick) setPinned(held || !pointing ? null : { at: pointing.at, hasClocks: true });
	};

	const { span } = content;
	const lines = everyLine(content);
	const shift = (share: number) => {
		const by = Math.round((span.to - span.from) * share);
		onSpan({ from: Math.max(span.from + by, 0), to: Math.max(span.to + by, 1) });
	};
	const zoomIn = () => {
		const quarter = (span.to - span.from) / 4;
		if (quarter < leastZoomMs / 2) return;
		const middle = Math.min(Math.max(heldAt ?? span.from + 2 * quarter, span.from + quarter), span.to - quarter);
		onSpan({ from: Math.round(middle - quarter), to: Math.round(middle + quarter) });
	};
	const readFrom = (from: number | null, amount: 1 | -1) => {
		const at = steppedReading(lines, span, { from, by: amount });
		if (at !== null) setPinned({ at, hasClocks: false });
	};
	const keys: Record<string, () => void> = {
		ArrowLeft: () => readFrom(heldAt, -1),
		ArrowRight: () => readFrom(heldAt, 1),
		Home: () => readFrom(span.from - 1, 1),
		End: () => readFrom(null, -1),
		"Shift+ArrowLeft": () => shift(-panShare),
		"Shift+ArrowRight": () => shift(panShare),
		"+": zoomIn,
		"=": zoomIn,
		"-": onZoomOut,
		Enter: () => held && setPinned({ ...held, hasClocks: !held.hasClocks }),
		Escape: () => setPinned(null),
	};
	const press = (event: KeyboardEvent) => {
		const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
		const does = ownValue(keys, shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key);
		if (!does || ctrlKey || altKey || metaKey) return;
		event.preventDefault();
		event.stopPropagation();
		does();
	};
	const summary = t("plot", { title, count: lines.length, note: textNote });
	return (
		<div className={classes.space}>
			<div
				ref={index}
				className={classes.panels}
				role="application"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the focus, its keys are handled here
				tabIndex={0}
				aria-label={summary}
				aria-describedby={helpId}
				data-panels={Math.min(panels.length, 4)}
				onMouseDown={({ clientX }) => {
					pressedAt.current = clientX;
				}}
				onClick={pin}
				onKeyDown={press}
				onBlur={() => setPinned(null)}
			>
				{scenes.map((scene, position) => (
					<Panel
						// biome-ignore lint/suspicious/noArrayIndexKey: a panel is its position, its lines change with the readings
						key={position}
						scene={scene}
						stack={stack}
						heldAt={heldAt}
						isLast={position === scenes.length - 1}
						zone={zone}
						{...rest}
					/>
				))}
			</div>
			<ChartKeys scenes={scenes} />
			<VisuallyHidden id={helpId}>
				{t("plot.keys")}
				{!content.moved && ` ${t("plot.keys.clocks")}`}
			</VisuallyHidden>
			<VisuallyHidden role="status">
				{held && <Announcement held={held} content={content} scenes={scenes} zone={zone} />}
			</VisuallyHidden>
			{pointing && (
				<ChartTip
					pointing={pointing}
					content={content}
					scenes={scenes}
					width={width}
					zone={zone}
					hasClocks={held?.hasClocks ?? false}
				/>
			)}
		</div>
	);
}

type SceneOptions = { events: LogEvent[]; zone: Zone; isLast: boolean };

function sceneOf(content: ChartContent, { events, zone, isLast }: SceneOptions): ChartScene {
	const { span } = content;
	const names = new Map(content.lines.map(({ device }) => [device.id, device.name]));
	const shownIds = new Set(names.keys());
	const ofShown = events.filter(({ deviceId }) => (deviceId === null ? isLast : shownIds.has(deviceId)));
	return {
		content,
		limits: limitsOf(content),
		spans: namedSpans(
			content.spans
				? knownSpans(content.spans, { shownIds, range: span, now: Date.now() })
				: eventSpans(ofShown, span, Date.now()),
			names,
		),
		marks: ofShown.filter(
			({ kind, correctedBy }) => (kind === "note" && correctedBy === undefined) || kind === "config",
		),
		changes: offsetChanges(zone, span),
	};
}

type PanelProps = Pick<ChartPlotProps, "zone" | "onPoint" | "onSpan" | "onZoomOut"> & {
	scene: ChartScene;
	stack: ChartStack;
	heldAt: number | null;
	isLast: boolean;
};

function Panel({ scene, stack, heldAt, isLast, zone, onPoint, onSpan, onZoomOut }: PanelProps) {
	const scheme = useComputedColorScheme("light");
	const style = useDisplayFormats();
	const frame = useRef<HTMLDivElement>(null);
	const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
	const place = useMergedRef(frame, sizeRef);
	const [width, height] = [Math.floor(size.width), Math.floor(size.height)];
	const chart = useRef<TimeChart | null>(null);
	const latest = useRef({ scene, heldAt, onSpan, onZoomOut });
	useEffect(() => {
		latest.current = { scene, heldAt, onSpan, onZoomOut };
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the theme reads from the page, the style how times are written
	useEffect(() => {
		if (!frame.current || width === 0 || height === 0) return;
		const created = createTimeChart(frame.current, {
			width,
			height,
			stack,
			hasTimes: isLast,
			zone,
			theme: readChartTheme(),
			scene: latest.current.scene,
			onPoint,
			onSpan: (span) => latest.current.onSpan(span),
			onZoomOut: () => latest.current.onZoomOut(),
		});
		chart.current = created;
		created.hold(latest.current.heldAt);
		return () => {
			chart.current = null;
			created.destroy();
			onPoint(null);
		};
	}, [stack, zone, width, height, isLast, scheme, style, onPoint]);
	// A layout effect: a drag right after a change would otherwise move the former span.
	useLayoutEffect(() => chart.current?.show(scene), [scene]);
	useLayoutEffect(() => chart.current?.hold(heldAt), [heldAt]);
	const unit = unitsOf(scene.content.lines);
	return (
		<div className={classes.panel} data-unit={unit}>
			<div ref={place} className={classes.place} />
			<span className={classes.unit}>{unit}</span>
		</div>
	);
}

function unitsOf(lines: ChartLine[]): string {
	return [...new Set(lines.map(({ channel: { unit } }) => unit))].filter((unit) => unit !== "").join(comma);
}

/** The legend of shades and dashed lines. Its space is reserved before they load. */
function ChartKeys({ scenes }: { scenes: ChartScene[] }) {
	const tones = new Set(scenes.flatMap(({ spans }) => spans.map(({ tone }) => tone)));
	const limits = scenes.flatMap((scene) => scene.limits);
	const isLimitOfLine = limits.every(({ line }) => line !== null);
	const [earlier] = scenes.flatMap(({ content }) => content.earlier ?? []);
	if (tones.size === 0 && limits.length === 0 && !earlier) return <div className={classes.keys} />;
	return (
		<p className={classes.keys}>
			{earlier && <ChartKey tone="earlier">{capitalized(earlier.label)}</ChartKey>}
			{tones.has("alert") && <ChartKey tone="alert">{t("alert")}</ChartKey>}
			{tones.has("note") && <ChartKey tone="note">{t("note")}</ChartKey>}
			{tones.has("offline") && <ChartKey tone="offline">{t("offline")}</ChartKey>}
			{limits.length > 0 && <ChartKey tone={isLimitOfLine ? "limitOfLine" : "limit"}>{t("limits")}</ChartKey>}
		</p>
	);
}

/** Null without a comparison or without an earlier value. */
function earlierText({ earlier }: ChartContent, { channel }: ChartLine, at: number): string | null {
	const line = earlier?.lines.find((each) => each.channel.id === channel.id);
	const point = line ? nearestPoint(line, at) : null;
	return earlier && point ? `${earlier.label} ${valueText(point.value, channel)}` : null;
}

function ChartKey({
	tone,
	children,
}: {
	tone: EventSpan["tone"] | "limit" | "limitOfLine" | "earlier";
	children: ReactNode;
}) {
	return (
		<span>
			<i data-tone={tone} />
			{children}
		</span>
	);
}

type AnnouncementProps = { held: Held; content: ChartContent; scenes: ChartScene[]; zone: Zone };

function Announcement({ held: { at, hasClocks }, content, scenes, zone }: AnnouncementProps) {
	const changes = scenes[0]?.changes ?? [];
	const pointed = pointedLines(everyLine(content), at);
	const shared = sharedTime(pointed);
	const values = pointed.flatMap(({ line, reading }) => {
		if (!reading) return [];
		const { channel, device } = line;
		const own = content.moved
			? content.moved.own(line, reading.at)
			: shared === null && timeIn(zone, reading.at, changes);
		const value = valueText(reading.value, channel);
		const shown = reading.isSaturated ? t("saturated.value", { value }) : value;
		const timed = own ? t("plot.valueAt", { value: shown, time: own }) : shown;
		const before = earlierText(content, line, at);
		const compared = before === null ? "" : `, ${before}`;
		return `${device.name} · ${channel.name} ${timed}${compared}`;
	});
	const clocks = hasClocks && !content.moved ? clocksOf(at, pointed).map(({ label, text }) => `${label} ${text}`) : [];
	const time = content.moved?.text(shared ?? at) ?? timeIn(zone, shared ?? at, changes);
	return [time, ...values, ...spansAt(scenes, at), ...clocks].join(". ");
}

function spansAt(scenes: ChartScene[], at: number): string[] {
	const there = scenes.flatMap(({ spans }) => spans).filter(({ from, to }) => from <= at && at <= to);
	return [...new Set(there.map(({ device, text }) => (device === undefined ? text : labeled(device, text))))];
}

function timeIn(zone: Zone, time: number, changes: OffsetChange[]): string {
	const offset = zoneOffsetMinutes(zone, time);
	const text = instantText(time, offset, "seconds");
	return isRepeated(time, changes) ? `${text} ${formatOffset(offset)}` : text;
}

type ChartTipProps = Omit<AnnouncementProps, "held"> & { pointing: Pointing; width: number; hasClocks: boolean };

/** Each line's nearest reading. Visual only: the table holds it as text. */
function ChartTip({ pointing, content, scenes, width, zone, hasClocks }: ChartTipProps) {
	const { at, plotLeft, plotWidth } = pointing;
	const changes = scenes[0]?.changes ?? [];
	const marks = scenes.flatMap((scene) => scene.marks);
	const { from, to } = content.span;
	const pointed = pointedLines(everyLine(content), at);
	const shared = sharedTime(pointed);
	const shown = shared ?? at;
	const xOf = (time: number) => plotLeft + ((time - from) / (to - from)) * plotWidth;
	const xs = [at, ...pointed.flatMap(({ reading }) => (reading ? [reading.at] : []))].map(xOf);
	const nearMs = ((to - from) / Math.max(plotWidth, 1)) * nearPixels;
	const happened = [
		...spansAt(scenes, at),
		...marks.filter((mark) => Math.abs(mark.at - at) <= nearMs).map(storedText),
	];
	const timeText = content.moved?.text ?? ((time: number) => timeIn(zone, time, changes));
	const ownTime = (line: ChartLine, time: number) =>
		content.moved ? content.moved.own(line, time) : shared === null && timeText(time);
	return (
		<div className={classes.tip} {...tipStyle(xs, width)} aria-hidden="true">
			<p className={classes.tipTime}>{timeText(shown)}</p>
			<ul className={classes.tipLines}>
				{pointed.map(({ line, reading }) => (
					<li key={line.channel.id}>
						<Swatch line={line} />
						<span className={classes.tipName}>
							{line.device.name} · {line.channel.name}
						</span>
						<b>{valueText(reading?.value ?? null, line.channel)}</b>
						{reading?.isSaturated && <small>{t("saturated")}</small>}
						{reading && ownTime(line, reading.at) && <small>{ownTime(line, reading.at)}</small>}
						{content.earlier && <small>{earlierText(content, line, at)}</small>}
					</li>
				))}
			</ul>
			{content.moved ? null : hasClocks ? (
				<dl>
					{clocksOf(shown, pointed).map(({ label, text }) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{text}</dd>
						</div>
					))}
				</dl>
			) : (
				<p className={classes.tipHint}>{t("plot.clocks")}</p>
			)}
			{happened.slice(0, shownEvents).map((text) => (
				<p key={text} className={classes.tipEvent}>
					{text}
				</p>
			))}
			{happened.length > shownEvents && (
				<p className={classes.tipEvent}>{t("plot.others", { count: happened.length - shownEvents })}</p>
			)}
		</div>
	);
}

function tipStyle(xs: number[], width: number) {
	const index = tipPosition(xs, width);
	if (index.side === "below") return { "data-below": true };
	const { side, offset, maxWidth } = index;
	return { style: { [side === "right" ? "left" : "right"]: offset, maxWidth } };
}

/** The clock of the nearest reading is the one that a person at the device saw. */
function clocksOf(at: number, pointed: PointedLine[]): { label: string; text: string }[] {
	const distance = ({ reading }: PointedLine) => Math.abs((reading?.at ?? Number.POSITIVE_INFINITY) - at);
	const [nearest] = [...pointed].sort((a, b) => distance(a) - distance(b));
	const clocks = describeInstant(Math.round(at), nearest?.reading ? nearest.line.device : null);
	return [...clocks, { label: t("plot.age"), text: formatAge(at, Date.now()) }];
}
