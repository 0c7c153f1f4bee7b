import type { ValueStyle } from "../../../shared/formats/display-formats";
import { decimalsOf, readIn } from "../../../shared/formats/units";
import type { Distribution, DistributionPage, NoDistribution, ValueFigures } from "../../../shared/log/distribution";
import type { LogChannel } from "../../../shared/log/log";
import { valueText } from "../../ui/value-display";
import { t } from "../../words/made/charts";
import { lineLabels } from "../chart-legend";
import { type ChartLine, withLooks } from "../chart-lines";

/** Values, limits and unit as the user reads them. */
export type DistributionLine = Pick<ChartLine, "channel" | "device" | "look"> &
	Omit<Distribution, "channel"> & { label: string };

export type KnownLine = DistributionLine & { figures: ValueFigures };

export type Without = { label: string; reason: NoDistribution };

type Lines = { lines: DistributionLine[]; without: Without[] };

export function linesOfPage(page: DistributionPage, style: ValueStyle): Lines {
	const devices = new Map(page.devices.map((device) => [device.id, device]));
	const looked = withLooks(
		page.channels.flatMap((channel) => {
			const device = devices.get(channel.deviceId);
			return device ? [{ channel, device, at: [], value: [], min: [], max: [], gapMs: null }] : [];
		}),
	);
	const labels = lineLabels(looked);
	const named = new Map(looked.map((line, index) => [line.channel.id, { line, label: labels[index] ?? "" }]));
	const ofChannel = (index: number) => named.get(page.channels[index]?.id ?? "");
	return {
		lines: page.distributions.flatMap(({ channel: index, ...distribution }): DistributionLine[] => {
			const found = ofChannel(index);
			if (!found) return [];
			const { channel, device, look } = found.line;
			const { read, ...shown } = asRead(channel, style);
			const { figures, ...times } = distribution;
			return [
				{
					channel: shown.channel,
					device,
					look,
					label: found.label,
					...times,
					figures: figures && figuresAsRead(figures, read),
				},
			];
		}),
		without: page.without.map(({ channel, reason }) => ({ label: ofChannel(channel)?.label ?? "", reason })),
	};
}

type Read = (value: number) => number;

export function asRead(channel: LogChannel, style: ValueStyle): { channel: LogChannel; read: Read } {
	const { unit, moreDecimals, read: convert } = readIn(channel, style);
	const read = (value: number) => convert(value);
	const decimals = decimalsOf(channel.decimals, moreDecimals);
	const bound = (value: number | null | undefined) => (value === null || value === undefined ? null : read(value));
	return { channel: { ...channel, unit, decimals, min: bound(channel.min), max: bound(channel.max) }, read };
}

function figuresAsRead({ histogram, curve, ...figures }: ValueFigures, read: Read): ValueFigures {
	const low = read(histogram.low);
	return {
		...figures,
		lowest: read(figures.lowest),
		percentiles: figures.percentiles.map(read),
		highest: read(figures.highest),
		mean: read(figures.mean),
		histogram: { ...histogram, low, width: read(histogram.low + histogram.width) - low },
		curve: { ...curve, value: curve.value.map(read) },
	};
}

export function isKnown(line: DistributionLine): line is KnownLine {
	return line.figures !== null;
}

/** `4.2 %`; never 0 or 100 unless exact. */
export function shareText(share: number, digits: (plain: string) => string): string {
	const percent = share * 100;
	if (percent > 0 && percent < 0.05) return `< ${digits("0.1")} %`;
	if (percent < 100 && percent > 99.95) return `> ${digits("99.9")} %`;
	return `${digits(percent.toFixed(percent === 0 || percent === 100 ? 0 : 1))} %`;
}

export function binText({ channel, figures }: KnownLine, index: number): string {
	const { low, width } = figures.histogram;
	const plain = {
		...channel,
		decimals: Math.min(channel.decimals + (width < 2 * 10 ** -channel.decimals ? 1 : 0), 20),
	};
	if (width === 0) return valueText(low, channel);
	if (channel.quantity === "door") return valueText(low + (index + 0.5) * width, channel);
	const start = valueText(low + index * width, { ...plain, unit: "" });
	return t("span", { start, end: valueText(low + (index + 1) * width, plain) });
}
