import type { ReportLayout } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
import { durationText } from "../document/report-texts";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { isUndrawn } from "../formats/pdf/script-fonts";
import { type Clock, spanText } from "../source/report-clock";
import type { ReportEvent } from "../source/report-source";

export type EventRow = ReportEvent & { clock: Clock };

export const alertHistory: ReportMaker = {
	pages: null,
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		const say = wordsIn(work.definition.layout.language);
		const emptyText = say("none.alerts", { span: spanText(work) });
		yield section(say("table.alerts"), [
			table({ name: say("table.alerts"), columns: columns(work), rows: eventRows(work), emptyText }),
		]);
	},
};

async function* eventRows(work: ReportWork): AsyncGenerator<EventRow[], void> {
	const withAlerts = new Set<string>();
	work.countExcursions(0);
	for await (const events of eventPages(work)) {
		work.countExcursions(events.length);
		for (const { deviceId } of events) withAlerts.add(deviceId ?? "");
		work.counts.devicesWithData = withAlerts.size;
		yield events;
	}
}

/** Yields events of the report's devices; with all devices also the account's own. */
export async function* eventPages(work: ReportWork): AsyncGenerator<EventRow[], void> {
	const devices = new Map(work.devices.map((device) => [device.id, device]));
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<ReportWork["events"]>> = await work.events({ cursor });
		yield page.events.flatMap((event) => {
			const device = devices.get(event.deviceId ?? "") ?? null;
			const isOfReport = device !== null || (event.deviceId === null && work.isWhole);
			if (!isOfReport) return [];
			const isReplaced = device !== null && work.isPaged && isUndrawn(event.deviceName);
			return { ...event, ...(isReplaced && { deviceName: device.name }), clock: work.clockOf(device) };
		});
		cursor = page.nextCursor;
	} while (cursor !== null);
}

const { text, time, duration } = columnsOf<EventRow>();

function columns({ until, definition: { layout } }: ReportWork): TableColumn<EventRow>[] {
	const say = wordsIn(layout.language);
	return [
		time(say("column.began"), ({ startedAt, clock }) => moment(startedAt, clock)),
		text(say("column.device"), ({ deviceId, deviceName }) => (deviceId === null ? say("theWholeAccount") : deviceName)),
		text(say("column.channel"), ({ channelName }) => channelName),
		text(say("column.severity"), ({ severity }) => say(`severity.${severity}`), { width: 1.5 }),
		text(say("column.rule"), ({ ruleName }) => ruleName),
		text(say("column.asItWasThen"), ({ sentence }) => sentence, { width: 5 }),
		time(say("column.ended"), ({ endedAt, clock }) => moment(endedAt, clock)),
		duration(say("column.length"), ({ startedAt, endedAt }) => length(Math.max((endedAt ?? until) - startedAt, 0))),
		text(say("column.worstValue"), ({ peakText }) => peakText, { width: 2 }),
		...handlingColumns(layout),
	];
}

function handlingColumns(layout: ReportLayout): TableColumn<EventRow>[] {
	const say = wordsIn(layout.language);
	return [
		time(say("column.acknowledged"), ({ acknowledgedAt, clock }) => moment(acknowledgedAt, clock)),
		text(say("column.acknowledgedBy"), ({ acknowledgedBy }) => acknowledgedBy),
		text(say("column.acknowledgedAfter"), ({ acknowledgedAt, startedAt }) => {
			return acknowledgedAt === null ? null : durationText(Math.max(acknowledgedAt - startedAt, 0), layout);
		}),
		text(say("column.notified"), ({ notes }) => textsOf(notes, ["notified", "notNotified", "nobodyReached"]), {
			width: 5,
		}),
		text(say("column.comments"), ({ notes }) => textsOf(notes, ["comment", "acknowledged", "cleared"]), { width: 5 }),
	];
}

function textsOf(notes: ReportEvent["notes"], kinds: string[]): string {
	const said = notes.filter(({ kind, text: words }) => kinds.includes(kind) && words !== "");
	return said.map(({ author, text: words }) => (author === null ? words : `${author}: ${words}`)).join("; ");
}
