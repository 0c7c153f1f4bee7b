import { formatDuration } from "../../../shared/formats/duration-format";
import { columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { type Clock, spanText } from "../source/report-clock";
import type { ReportEvent } from "../source/report-source";

export type EventRow = ReportEvent & { clock: Clock };

export const alertHistory: ReportMaker = {
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		const emptyText = `No alerts ${spanText(work)}.`;
		yield section("Alerts", [table({ name: "Alerts", columns: columns(work), rows: eventRows(work), emptyText })]);
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
			return isOfReport ? { ...event, clock: work.clockOf(device) } : [];
		});
		cursor = page.nextCursor;
	} while (cursor !== null);
}

const { text, time, duration } = columnsOf<EventRow>();

function columns({ until }: ReportWork): TableColumn<EventRow>[] {
	return [
		time("Began", ({ startedAt, clock }) => moment(startedAt, clock)),
		text("Device", ({ deviceId, deviceName }) => (deviceId === null ? "The whole account" : deviceName)),
		text("Channel", ({ channelName }) => channelName),
		text("Severity", ({ severity }) => severity, { width: 1.5 }),
		text("Rule", ({ ruleName }) => ruleName),
		text("As it was then", ({ sentence }) => sentence, { width: 5 }),
		time("Ended", ({ endedAt, clock }) => moment(endedAt, clock)),
		duration("Length", ({ startedAt, endedAt }) => length(Math.max((endedAt ?? until) - startedAt, 0))),
		text("Worst value", ({ peakText }) => peakText, { width: 2 }),
		...handlingColumns,
	];
}

const handlingColumns: TableColumn<EventRow>[] = [
	time("Acknowledged", ({ acknowledgedAt, clock }) => moment(acknowledgedAt, clock)),
	text("By", ({ acknowledgedBy }) => acknowledgedBy),
	text("Acknowledged after", ({ acknowledgedAt, startedAt }) => {
		return acknowledgedAt === null ? null : formatDuration(Math.max(acknowledgedAt - startedAt, 0));
	}),
	text("Notified", ({ notes }) => textsOf(notes, ["notified", "notNotified", "nobodyReached"]), { width: 5 }),
	text("Comments", ({ notes }) => textsOf(notes, ["comment", "acknowledged", "cleared"]), { width: 5 }),
];

function textsOf(notes: ReportEvent["notes"], kinds: string[]): string {
	const said = notes.filter(({ kind, text: words }) => kinds.includes(kind) && words !== "");
	return said.map(({ author, text: words }) => (author === null ? words : `${author}: ${words}`)).join("; ");
}
