import { appendAll, groupedBy, largestOf } from "../../../shared/base/lists";
import { countDigits } from "../../../shared/formats/display-formats";
import { said } from "../../../shared/log/said";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { boundsText } from "../document/limit-texts";
import { ReportDenial } from "../document/report-denial";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import type { ReportWork } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import { coveredMs } from "../figures/justified-time";
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
			throw new ReportDenial(said("run.tooManyAlerts", { most }));
		}
	}
	return groupedBy(all, ({ deviceId }) => deviceId ?? "");
}

type ExcursionRow = Excursion & { device: ReportDevice; figures: ChannelFigures; clock: Clock; events: EventRow[] };
type DeviceParts = { device: ReportDevice; figures: ChannelFigures[]; events: EventRow[] };

/** `figures`: those of channels that are judged. */
export function excursionTable(work: ReportWork, { device, figures, events }: DeviceParts): ReportPart {
	const { text, number, time, duration } = columnsOf<ExcursionRow>();
	const say = wordsIn(work.definition.layout.language);
	const clock = work.clockOf(device);
	const rows = figures
		.flatMap((one) => one.excursions.map((excursion) => ({ ...excursion, device, figures: one, clock, events })))
		.sort((a, b) => a.from - b.from);
	return table({
		name: say("table.excursions"),
		columns: [
			...(work.isPaged ? [] : [text(say("column.device"), () => device.name)]),
			text(say("column.channel"), (row) => row.figures.channel.name),
			text(say("column.limits"), ({ bounds, figures: { channel } }) =>
				boundsText(channel, bounds, work.definition.layout),
			),
			time(say("column.began"), (row) => moment(row.from, clock)),
			time(say("column.ended"), (row) => (row.isOpen ? null : moment(row.to, clock))),
			duration(say("column.length"), (row) => length(row.to - row.from)),
			number(say("column.peak"), ({ peak, figures: { cell, shown } }) => cell(shown.reading(peak))),
			text(say("column.unit"), (row) => row.figures.shown.unit, { width: 1 }),
			time(say("column.peakAt"), (row) => moment(row.peakAt, clock)),
			text(say("column.note"), (row) => excursionNote(row, say), { width: 3 }),
			text(say("column.alerts"), (row) => alertsDuring(row, say), { width: 4 }),
		],
		rows: batches(rows),
		emptyText: emptyTextOf(work, device, figures),
	});
}

function excursionNote({ figures, ...excursion }: ExcursionRow, say: ReportFileTranslate): string {
	const { beganBefore, isOpen, isEndUnknown } = excursion;
	return [
		...justifiedNotes(excursion, figures, say),
		...(beganBefore ? [say("excursion.beganBefore")] : []),
		...(isOpen ? [say("excursion.notOver")] : []),
		...(isEndUnknown ? [say("excursion.endUnknown")] : []),
	].join(". ");
}

function justifiedNotes(
	{ from, to }: Pick<Excursion, "from" | "to">,
	{ channel }: ChannelFigures,
	say: ReportFileTranslate,
) {
	return (channel.justified ?? []).flatMap((span) => {
		const covered = coveredMs({ from, to }, [span]);
		if (covered === 0) return [];
		const { reason } = span;
		return covered === to - from
			? [say("excursion.justified", { reason })]
			: [say("excursion.partlyJustified", { length: clockDuration(covered), reason })];
	});
}

function emptyTextOf(work: ReportWork, { name }: ReportDevice, limited: ChannelFigures[]): string {
	const say = wordsIn(work.definition.layout.language);
	if (limited.length === 0) return say("none.limits", { device: name });
	const read = limited.filter(({ summary, holding }) => summary.readings > 0 || holding.before !== null);
	const isKnown = read.some(({ summary }) => (summary.withinMs ?? 0) + summary.notJudgedMs > 0);
	const span = spanText(work);
	if (!isKnown) return say("none.readingsOfDevice", { device: name, span });
	const isWhole = limited.every(({ channel }) => limitSpansOf(channel).every(({ bounds }) => bounds !== null));
	const within = say(isWhole ? "none.excursions" : "none.excursions.judged", { device: name, span });
	const unknownMs = largestOf(limited.map(({ summary }) => summary.unknownMs));
	if (unknownMs === 0) return within;
	const unknown = limited.length > 1 ? "none.excursions.upToUnknown" : "none.excursions.unknown";
	return `${within} ${say(unknown, { length: clockDuration(unknownMs) })}`;
}

function alertsDuring({ from, to, isOpen, events, figures }: ExcursionRow, say: ReportFileTranslate): string {
	const overlapping = events.filter(({ startedAt, endedAt, channelName }) => {
		const isOfChannel = channelName === null || channelName === figures.channel.name;
		return isOfChannel && startedAt < to && (endedAt ?? Number.POSITIVE_INFINITY) >= from;
	});
	if (overlapping.length === 0) return say("during.noAlert");
	return overlapping
		.map(({ ruleName: rule, acknowledgedBy, startedAt, endedAt }) => {
			const by = acknowledgedBy ?? "";
			const state = acknowledgedBy === null ? "no" : "yes";
			if (endedAt === null) return say(isOpen ? "during.alert" : "during.alertNotOver", { rule, state, by });
			if (endedAt - startedAt === to - from) return say("during.alert", { rule, state, by });
			return say("during.alertOfLength", { rule, state, by, length: clockDuration(endedAt - startedAt) });
		})
		.join("; ");
}
