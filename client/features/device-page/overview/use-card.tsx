import { SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { currencyDecimals } from "../../../../shared/account/billing-meters";
import { minuteMs } from "../../../../shared/base/durations";
import { ownValue } from "../../../../shared/base/own-value";
import { type CounterUse, type UseStep, UseStep as UseSteps } from "../../../../shared/device/derived/inputs";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { readIn } from "../../../../shared/formats/units";
import { deviceOffsetMinutes, formatOffset } from "../../../../shared/time/time-zones";
import { sentenceFor } from "../../../api/api-error";
import { useRefreshInterval } from "../../../api/live";
import { trpc } from "../../../api/trpc";
import { pageLanguage } from "../../../base/page-language";
import { roundTicks } from "../../../chart/distribution/plot-axes";
import { IconButton } from "../../../ui/form/icon-button";
import { labeled } from "../../../ui/labeled";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { instantParts, instantText } from "../../../ui/time/time-display";
import { groupedText, useValueStyle, valueText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";
import classes from "./use-card.module.css";

const steps = UseSteps.options.map((value) => ({ value, label: t(`step.${value}`) }));

const mostTicks = 4;

type UseCardProps = { device: Device; channel: ChannelLatest };

/** The bars follow the device's clock: a day of 23 hours has 23 bars. */
export function UseCard({ device, channel }: UseCardProps) {
	const [shown, setShown] = useState<{ step: UseStep; offset: number }>({ step: "day", offset: 0 });
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
					<div className={classes.moves}>
						<IconButton label={t("use.earlier")} icon={<IconChevronLeft size={18} />} onClick={() => move(1)} />
						<IconButton
							label={t("use.later")}
							icon={<IconChevronRight size={18} />}
							aria-disabled={offset === 0}
							onClick={() => move(-1)}
						/>
					</div>
				</div>
				<Uses key={step} step={step} offset={offset} device={device} channel={channel} />
			</div>
		</Card>
	);
}

/** Another step mounts anew: the bars before would bear its names. */
function Uses({ step, offset, device, channel }: UseCardProps & { step: UseStep; offset: number }) {
	const { data, error } = useQuery({
		...trpc.log.getCounterUse.queryOptions({ channelId: channel.id, step, offset }),
		placeholderData: keepPreviousData,
		refetchInterval: useRefreshInterval(),
	});
	return (
		<>
			{error !== null && <p className={classes.error}>{sentenceFor(error)}</p>}
			{data && <Bars use={data} step={step} device={device} channel={channel} />}
			{!data && error === null && <div className={classes.pending} aria-busy="true" />}
		</>
	);
}

type BarsProps = UseCardProps & { use: CounterUse; step: UseStep };
type Bar = CounterUse["bars"][number];

function Bars({ use, step, device, channel }: BarsProps) {
	const { bars, total, cost } = use;
	const { unit, read } = readIn(channel, useValueStyle());
	const [chosen, setChosen] = useState<number | null>(null);
	const lastUsed = bars.reduce((last, bar, index) => (bar.use === null ? last : index), 0);
	const at = Math.min(chosen ?? lastUsed, bars.length - 1);
	const highest = read(bars.reduce((most, bar) => Math.max(most, bar.use ?? 0), 0)) || 1;
	const top = highest * 1.04;
	const scale = roundTicks([0, highest], mostTicks);
	const names = bars.map((bar) => nameOf(bar, { step, device }));
	const named = (bar: Bar) => {
		const name = nameOf(bar, { step, device });
		return names.indexOf(name) === names.lastIndexOf(name)
			? name
			: `${name} (${formatOffset(offsetAt(bar.from, device))})`;
	};
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
				{cost && ` · ${groupedText(cost.amount.toFixed(currencyDecimals(cost.currency)))} ${cost.currency}`}{" "}
				<span>{spanText(use, device)}</span>
			</p>
			<div className={classes.plot}>
				<div className={classes.scale} aria-hidden="true">
					{scale.map(({ value, text }, index) => (
						<span key={value} style={{ height: `${(100 * value) / top}%` }}>
							{index === scale.length - 1 && unit !== "" ? `${text} ${unit}` : text}
						</span>
					))}
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
					{scale.map(({ value }) => (
						<span key={value} className={classes.line} style={{ bottom: `${(100 * value) / top}%` }} />
					))}
					{bars.map((bar, index) => (
						<div key={bar.from} className={classes.slot} data-chosen={index === at || undefined}>
							<div
								className={classes.bar}
								data-pause={bar.since !== null || undefined}
								style={{ height: `${(100 * read(bar.use ?? 0)) / top}%` }}
							/>
						</div>
					))}
				</div>
				<div className={classes.ticks} aria-hidden="true">
					{bars
						.filter((_, index) => [0, Math.floor(bars.length / 2), bars.length - 1].includes(index))
						.map((bar) => (
							<span key={bar.from}>{tickOf(bar, { step, device })}</span>
						))}
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

function UseTable({ bars, named, ...shown }: UseCardProps & { bars: Bar[]; named: (bar: Bar) => string }) {
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
						<td>{usedText(bar, shown)}</td>
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

type Named = { step: UseStep; device: Device };

function nameOf(bar: Bar, named: Named): string {
	const tick = tickOf(bar, named);
	return named.step === "week" ? t("use.week", { date: tick }) : tick;
}

function tickOf({ from }: Bar, { step, device }: Named): string {
	const { date, minutes } = instantParts(from, offsetAt(from, device));
	if (step === "hour") return minutes;
	if (step !== "month") return date;
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
