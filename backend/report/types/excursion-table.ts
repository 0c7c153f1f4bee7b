import { appendAll, groupedBy, largestOf } from "../../../shared/base/lists";
import { countDigits } from "../../../shared/formats/display-formats";
import { boundsText } from "../document/limit-texts";
import { ReportDenial } from "../document/report-denial";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import type { ReportWork } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import type { Excursion } from "../figures/report-excursions";
import { clockDuration } from "../formats/shown-times";
import { type Clock, spanText } from "../source/report-clock";
import { limitSpansOf, type ReportDevice } from "../source/report-source";
import { type EventRow, eventPages } from "./alert-history";

const mostEvents = 50_000;

export async function eventsByDevice(work: ReportWork): Promise<Map<string, EventRow[]>> {
	const all: EventRow[] = [];
	for await (const page of eventPages(work)) {
		appendAll(all, page);
		if (all.length > mostEvents) {
			const most = countDigits(mostEvents);
			throw new ReportDenial(`More than ${most} alerts in this period. Split the report by group or week.`);
		}
	}
	return groupedBy(all, ({ deviceId }) => deviceId ?? "");
}

type ExcursionRow = Excursion & { device: ReportDevice; figures: ChannelFigures; clock: Clock; events: EventRow[] };
type DeviceParts = { device: ReportDevice; figures: ChannelFigures[]; events: EventRow[] };

/** `figures`: those of channels that are judged. */
export function excursionTable(work: ReportWork, { device, figures, events }: DeviceParts): ReportPart {
	const { text, number, time, duration } = columnsOf<ExcursionRow>();
	const clock = work.clockOf(device);
	const rows = figures
		.flatMap((one) => one.excursions.map((excursion) => ({ ...excursion, device, figures: one, clock, events })))
		.sort((a, b) => a.from - b.from);
	return table({
		name: "Excursions",
		columns: [
			...(work.isPaged ? [] : [text("Device", () => device.name)]),
			text("Channel", (row) => row.figures.channel.name),
			text("Limits", ({ bounds, figures: { channel } }) => boundsText(channel, bounds, work.definition.layout)),
			time("Began", (row) => moment(row.from, clock)),
			time("Ended", (row) => (row.isOpen ? null : moment(row.to, clock))),
			duration("Length", (row) => length(row.to - row.from)),
			number("Peak", ({ peak, figures: { cell, shown } }) => cell(shown.reading(peak))),
			text("Unit", (row) => row.figures.shown.unit, { width: 1 }),
			time("Peak at", (row) => moment(row.peakAt, clock)),
			text("Note", excursionNote),
			text("Alerts", alertsDuring, { width: 4 }),
		],
		rows: batches(rows),
		emptyText: emptyTextOf(work, device, figures),
	});
}

function excursionNote({ beganBefore, isOpen, isEndUnknown }: Excursion): string {
	return [
		...(beganBefore ? ["Began before the period"] : []),
		...(isOpen ? ["Not over at the end of the period"] : []),
		...(isEndUnknown ? ["No reading followed, so its end is unknown"] : []),
	].join(". ");
}

function emptyTextOf(work: ReportWork, { name }: ReportDevice, limited: ChannelFigures[]): string {
	if (limited.length === 0) return `Not judged: no channel of “${name}” has limits.`;
	const read = limited.filter(({ summary, holding }) => summary.readings > 0 || holding.before !== null);
	const isKnown = read.some(({ summary }) => (summary.withinMs ?? 0) + summary.notJudgedMs > 0);
	if (!isKnown) return `“${name}” has no readings ${spanText(work)}.`;
	const isWhole = limited.every(({ channel }) => limitSpansOf(channel).every(({ bounds }) => bounds !== null));
	const within = `No excursions ${spanText(work)}: “${name}” was within its limits at every reading${isWhole ? "" : " that was judged"}.`;
	const unknownMs = largestOf(limited.map(({ summary }) => summary.unknownMs));
	if (unknownMs === 0) return within;
	return `${within} ${limited.length > 1 ? "Up to " : ""}${clockDuration(unknownMs)} of the period is unknown.`;
}

function alertsDuring({ from, to, isOpen, events, figures }: ExcursionRow): string {
	const overlapping = events.filter(({ startedAt, endedAt, channelName }) => {
		const isOfChannel = channelName === null || channelName === figures.channel.name;
		return isOfChannel && startedAt < to && (endedAt ?? Number.POSITIVE_INFINITY) >= from;
	});
	if (overlapping.length === 0) return "No alert";
	return overlapping
		.map(({ ruleName, acknowledgedBy, startedAt, endedAt }) => {
			const acknowledged = acknowledgedBy === null ? "not acknowledged" : `acknowledged by ${acknowledgedBy}`;
			const isSame = endedAt === null ? isOpen : endedAt - startedAt === to - from;
			const ofRule = endedAt === null ? "not over" : clockDuration(endedAt - startedAt);
			return `${ruleName} (${isSame ? acknowledged : `${acknowledged}; length by the rule: ${ofRule}`})`;
		})
		.join("; ");
}
