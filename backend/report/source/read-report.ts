import type { ReadingSummary } from "../../../shared/log/reading-summary";
import { type EventsPage, readReportEvents } from "./read-report-events";
import { readReportHead } from "./read-report-head";
import { channelsOfReport, deviceOfReport } from "./report-devices";
import { limitOf } from "./report-limits";
import { type ReportedRun, type ReportParts, spanOf } from "./report-run";
import type { ReportHead, ReportReadings, ReportSource } from "./report-source";

/** What one message from the object holds. */
const readingsPerPage = 20_000;

/** One part of what a report is made from, as its maker asks an account's object for it. */
export type ReportAsk =
	| { kind: "head" }
	| { kind: "readings"; deviceId: string; cursor: string | null }
	| { kind: "summaries"; deviceId: string }
	| { kind: "events"; cursor: string | null };

export type ReportResponses = {
	head: ReportHead;
	readings: ReportReadings;
	summaries: ReadingSummary[];
	events: EventsPage;
};

/** Plain data only, as it is sent on. Throws DEVICE_NOT_FOUND for a device outside the run, BadCursorError. */
export async function readReport<Ask extends ReportAsk>(
	parts: ReportParts,
	run: ReportedRun,
	ask: Ask,
): Promise<ReportResponses[Ask["kind"]]>;
export async function readReport(parts: ReportParts, run: ReportedRun, ask: ReportAsk): Promise<unknown> {
	switch (ask.kind) {
		case "head":
			return readReportHead(parts, run);
		case "readings":
			return readReportReadings(parts, run, ask);
		case "summaries":
			return readReportSummaries(parts, run, ask.deviceId);
		case "events":
			return readReportEvents(parts, run, ask.cursor);
	}
}

type ReadingsAsk = Extract<ReportAsk, { kind: "readings" }>;

async function readReportReadings(parts: ReportParts, run: ReportedRun, ask: ReadingsAsk): Promise<ReportReadings> {
	const channels = channelRefs(parts, run, ask.deviceId);
	if (channels.length === 0) return { at: [], receivedAt: [], channel: [], value: [], sent: null, nextCursor: null };
	const { readingAt, receivedAt, channel, value, sent, nextCursor } = await parts.readingStore.readSpan({
		...spanOf(run, ask.deviceId),
		channels,
		order: "oldest-first",
		limit: readingsPerPage,
		...(ask.cursor !== null && { cursor: ask.cursor }),
	});
	return { at: readingAt, receivedAt, channel, value, sent: sent ?? null, nextCursor };
}

async function readReportSummaries(parts: ReportParts, run: ReportedRun, deviceId: string): Promise<ReadingSummary[]> {
	return parts.readingStore.summaries({
		...spanOf(run, deviceId),
		until: Math.min(run.to, run.now),
		channels: channelRefs(parts, run, deviceId),
	});
}

function channelRefs(parts: ReportParts, run: ReportedRun, deviceId: string) {
	deviceOfReport(parts, run, deviceId);
	return channelsOfReport(parts, run, [deviceId]).map((channel) => {
		const own = limitOf(run.definition, channel) ?? channel;
		return { channelId: channel.id, deviceId, bounds: { min: own.min, max: own.max } };
	});
}

/** A source over whatever carries the questions to the object. */
export function sourceOf(respond: (ask: ReportAsk) => Promise<unknown>): ReportSource {
	async function asked<Ask extends ReportAsk>(ask: Ask): Promise<ReportResponses[Ask["kind"]]> {
		return (await respond(ask)) as ReportResponses[Ask["kind"]]; // `readReport` gives each question its response
	}
	return {
		head: () => asked({ kind: "head" }),
		readings: (request) => asked({ kind: "readings", ...request }),
		summaries: (request) => asked({ kind: "summaries", ...request }),
		events: (request) => asked({ kind: "events", ...request }),
	};
}
