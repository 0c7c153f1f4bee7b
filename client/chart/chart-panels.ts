import { groupedBy, smallestOf } from "../../shared/base/lists";
import { type ChartContent, type ChartLine, everyLine, extentOf, leastHeight } from "./chart-lines";

export const mostPanels = 4;

/** A line whose own range is a smaller share of the scale looks flat. */
export const leastShare = 0.1;

/** Panels that are drawn already may flatten a line this far. */
const heldShare = 0.07;

/** One part for each unit. A unit has several parts if one scale would flatten a line. Highest first. */
export function panelsOf(content: ChartContent, before: ChartContent[] = []): ChartContent[] {
	const lengthOf = ({ span }: ChartContent) => span.to - span.from;
	const held = before.filter((panel) => lengthOf(panel) === lengthOf(content));
	const byUnit = groupedBy(everyLine(content), ({ channel: { quantity, unit } }) => `${quantity} ${unit}`);
	const units = [...byUnit.values()].map((lines) => ({ lines, panels: panelsOfUnit(lines, content, held) }));
	for (let count = sum(units); count > mostPanels; count -= 1) {
		const fullest = units.reduce((most, unit) => (unit.panels.length > most.panels.length ? unit : most));
		if (fullest.panels.length < 2) break;
		joinNearest(fullest.panels);
	}
	const panels = units.flatMap(({ lines, panels: own }) => linesOfPanels(lines, own));
	return panels.map((lines) => {
		const quantity = lines[0]?.channel.quantity ?? content.quantity;
		const shown = new Set(lines.map(({ channel }) => channel.id));
		const { second: _, earlier, ruleLimits, ...rest } = content;
		const before = earlier?.lines.filter(({ channel }) => shown.has(channel.id)) ?? [];
		return {
			...rest,
			quantity,
			lines,
			...(earlier && { earlier: { ...earlier, lines: before } }),
			...(ruleLimits && quantity === content.quantity && { ruleLimits }),
		};
	});
}

type Panel = { low: number; high: number; lines: ChartLine[]; leastHeight: number };

function panelsOfUnit(lines: ChartLine[], { span, earlier }: ChartContent, before: ChartContent[]): Panel[] {
	const measured: Panel[] = lines.flatMap((line) => {
		const before = earlier?.lines.filter(({ channel }) => channel.id === line.channel.id) ?? [];
		const extent = extentOf([line, ...before], span);
		if (extent === null) return [];
		const [low, high] = extent;
		return [{ low, high, lines: [line], leastHeight: Math.max(high - low, leastHeight([line])) }];
	});
	measured.sort((one, other) => one.low + one.high - (other.low + other.high));
	const held = heldPanels(measured, before);
	if (held) return held;
	const panels: Panel[] = [];
	for (const next of measured) {
		const last = panels.at(-1);
		const both = last && joined(last, next);
		if (both && both.leastHeight >= leastShare * (both.high - both.low)) panels.splice(-1, 1, both);
		else panels.push(next);
	}
	return panels;
}

/** The panels of before, so that new readings move nothing. Null if they lack a line or flatten one. */
function heldPanels(measured: Panel[], before: ChartContent[]): Panel[] | null {
	const held = before.flatMap((panel) => {
		const ids = new Set(panel.lines.map(({ channel }) => channel.id));
		const [first, ...others] = measured.filter(({ lines }) => lines.some(({ channel }) => ids.has(channel.id)));
		return first ? [others.reduce(joined, first)] : [];
	});
	const isWhole = held.reduce((count, { lines }) => count + lines.length, 0) === measured.length;
	const isLegible = held.every((panel) => panel.leastHeight >= heldShare * (panel.high - panel.low));
	return isWhole && isLegible ? held.sort((one, other) => one.low + one.high - (other.low + other.high)) : null;
}

/** Panels in the order of `lines`. Lines without a reading are in the first panel. */
function linesOfPanels(lines: ChartLine[], panels: Panel[]): ChartLine[][] {
	const panelOf = new Map(panels.flatMap((panel) => panel.lines.map((line) => [line, panel])));
	const shown = [...panels].reverse();
	if (shown.length === 0) return [lines];
	return shown.map((panel) => lines.filter((line) => (panelOf.get(line) ?? shown[0]) === panel));
}

function sum(units: { panels: Panel[] }[]): number {
	return units.reduce((count, { panels }) => count + panels.length, 0);
}

function joined(one: Panel, other: Panel): Panel {
	return {
		low: Math.min(one.low, other.low),
		high: Math.max(one.high, other.high),
		lines: [...one.lines, ...other.lines],
		leastHeight: Math.min(one.leastHeight, other.leastHeight),
	};
}

function joinNearest(panels: Panel[]): void {
	const gaps = panels.slice(1).map(({ low }, index) => low - (panels[index]?.high ?? low));
	const at = gaps.indexOf(smallestOf(gaps));
	const [one, other] = panels.slice(at, at + 2);
	if (one && other) panels.splice(at, 2, joined(one, other));
}
