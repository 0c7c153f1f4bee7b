import { SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { minuteMs } from "../../../../shared/base/durations";
import { ownValue } from "../../../../shared/base/own-value";
import { type CounterUse, type UseStep, UseStep as UseSteps } from "../../../../shared/device/derived/inputs";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { deviceOffsetMinutes } from "../../../../shared/time/time-zones";
import { sentenceFor } from "../../../api/api-error";
import { useRefreshInterval } from "../../../api/live";
import { trpc } from "../../../api/trpc";
import { pageLanguage } from "../../../base/page-language";
import { IconButton } from "../../../ui/form/icon-button";
import { labeled } from "../../../ui/labeled";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { instantParts, instantText } from "../../../ui/time/time-display";
import { groupedText, useValueStyle, valueText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";
import classes from "./use-card.module.css";

const stepLabels: Record<UseStep, string> = {
	hour: t("step.hour"),
	day: t("step.day"),
	week: t("step.week"),
	month: t("step.month"),
};
const steps = UseSteps.options.map((value) => ({ value, label: stepLabels[value] }));

type UseCardProps = { device: Device; channel: ChannelLatest };

/** The bars follow the device's clock: a day of 23 hours has 23 bars. */
export function UseCard({ device, channel }: UseCardProps) {
	useValueStyle();
	const [shown, setShown] = useState<{ step: UseStep; offset: number }>({ step: "day", offset: 0 });
	const query = useQuery({
		...trpc.log.getCounterUse.queryOptions({ channelId: channel.id, ...shown }),
		placeholderData: keepPreviousData,
		refetchInterval: useRefreshInterval(),
	});
	const { step, offset } = shown;
	const move = (by: number) => setShown({ step, offset: Math.max(0, offset + by) });
	return (
		<Card title={channel.name}>
			<div className={classes.body}>
				<div className={layout.row}>
					<SegmentedControl
						aria-label={t("use.barFor")}
						data={steps}
						value={step}
						onChange={(value) => setShown({ step: value, offset: 0 })}
					/>
					<IconButton label={t("use.earlier")} icon={<IconChevronLeft size={18} />} onClick={() => move(1)} />
					<IconButton
						label={t("use.later")}
						icon={<IconChevronRight size={18} />}
						aria-disabled={offset === 0}
						onClick={() => move(-1)}
					/>
				</div>
				{query.isError && <p className={classes.error}>{sentenceFor(query.error)}</p>}
				{query.data && <Bars use={query.data} step={step} device={device} channel={channel} />}
				{!query.data && !query.isError && <div className={classes.pending} aria-busy="true" />}
			</div>
		</Card>
	);
}

type BarsProps = UseCardProps & { use: CounterUse; step: UseStep };
type Bar = CounterUse["bars"][number];

function Bars({ use, step, device, channel }: BarsProps) {
	const { bars, total, cost } = use;
	const [chosen, setChosen] = useState<number | null>(null);
	const lastUsed = bars.reduce((last, bar, index) => (bar.use === null ? last : index), 0);
	const at = Math.min(chosen ?? lastUsed, bars.length - 1);
	const highest = roundTop(bars.reduce((most, bar) => Math.max(most, bar.use ?? 0), 0));
	const named = (bar: Bar) => nameOf(bar, { step, device });
	const current = bars[at];
	const worded = current ? labeled(named(current), usedText(current, { device, channel })) : "";
	const point = ({ currentTarget, clientX }: PointerEvent) => {
		const { left, width } = currentTarget.getBoundingClientRect();
		setChosen(clamped(Math.floor(((clientX - left) / width) * bars.length), bars.length));
	};
	const press = (event: KeyboardEvent) => {
		const moves: Record<string, number> = {
			ArrowLeft: at - 1,
			ArrowDown: at - 1,
			ArrowRight: at + 1,
			ArrowUp: at + 1,
			Home: 0,
			End: bars.length - 1,
		};
		const next = ownValue(moves, event.key);
		if (next === undefined) return;
		event.preventDefault();
		setChosen(clamped(next, bars.length));
	};
	return (
		<>
			<p className={classes.total}>
				<strong>{valueText(total, channel)}</strong>
				{cost && ` · ${groupedText(cost.amount.toFixed(2))} ${cost.currency}`} <span>{spanText(use, device)}</span>
			</p>
			<div className={classes.plot}>
				<div className={classes.scale} aria-hidden="true">
					<span>{valueText(highest, channel)}</span>
					<span>{valueText(0, channel)}</span>
				</div>
				<div
					className={classes.bars}
					role="slider"
					tabIndex={0}
					aria-label={t(`use.bars.${step}`, { channel: channel.name })}
					aria-valuemin={1}
					aria-valuemax={bars.length}
					aria-valuenow={at + 1}
					aria-valuetext={worded}
					onKeyDown={press}
					onPointerMove={point}
					onPointerDown={point}
				>
					{bars.map((bar, index) => (
						<div key={bar.from} className={classes.slot} data-chosen={index === at || undefined}>
							<div
								className={classes.bar}
								data-pause={bar.since !== null || undefined}
								style={{ height: `${(100 * (bar.use ?? 0)) / highest}%` }}
							/>
						</div>
					))}
				</div>
				<div className={classes.ticks} aria-hidden="true">
					{[bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map(
						(bar) => bar && <span key={bar.from}>{named(bar)}</span>,
					)}
				</div>
			</div>
			<p className={classes.reading}>{worded}</p>
			<details className={classes.table}>
				<summary>{t("use.table")}</summary>
				<UseTable bars={bars} named={named} device={device} channel={channel} />
			</details>
		</>
	);
}

function UseTable({ bars, named, ...of }: UseCardProps & { bars: Bar[]; named: (bar: Bar) => string }) {
	return (
		<table>
			<thead>
				<tr>
					<th scope="col">{t("use.time")}</th>
					<th scope="col">{t("use")}</th>
				</tr>
			</thead>
			<tbody>
				{bars.map((bar) => (
					<tr key={bar.from}>
						<th scope="row">{named(bar)}</th>
						<td>{usedText(bar, of)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function usedText({ use, since }: Bar, { device, channel }: UseCardProps): string {
	if (use === null) return t("use.none");
	const used = valueText(use, channel);
	return since === null ? used : t("use.withPause", { used, time: instantText(since, offsetAt(since, device)) });
}

function offsetAt(at: number, device: Device): number {
	return deviceOffsetMinutes(device, at);
}

function nameOf({ from }: Bar, { step, device }: { step: UseStep; device: Device }): string {
	const { date, minutes } = instantParts(from, offsetAt(from, device));
	if (step === "hour") return minutes;
	if (step === "day") return date;
	if (step === "week") return t("use.week", { date });
	return monthNames.format(from + offsetAt(from, device) * minuteMs);
}

const monthNames = new Intl.DateTimeFormat(pageLanguage, { month: "short", year: "numeric", timeZone: "UTC" });

function spanText({ from, to }: CounterUse, device: Device): string {
	const [first = "", last = ""] = [from, to - 1].map((at) => instantParts(at, offsetAt(at, device)).dateWithYear);
	return first === last ? t("use.onDay", { day: first }) : t("use.span", { first, last });
}

function clamped(index: number, count: number): number {
	return Math.min(Math.max(index, 0), count - 1);
}

/** 1, 2 or 5 times a power of ten, at least `highest`. */
function roundTop(highest: number): number {
	if (highest <= 0) return 1;
	const power = 10 ** Math.floor(Math.log10(highest));
	return ([1, 2, 5].find((factor) => factor * power >= highest) ?? 10) * power;
}
