import type { ReadingSummary } from "../../../shared/log/reading-summary";
import { answerEvents, type EventsPage } from "./answer-events";
import { answerHead } from "./answer-head";
import { channelsOfReport, deviceOfReport } from "./report-devices";
import { limitOf } from "./report-limits";
import { type AnsweredRun, type ReportParts, spanOf } from "./report-run";
import type { ReportHead, ReportReadings, ReportSource } from "./report-source";

/** What one message from the object holds. */
const readingsPerPage = 20_000;

/** One part of what a report is made from, as its maker asks an account's object for it. */
export type ReportAsk =
	| { kind: "head" }
	| { kind: "readings"; deviceId: string; cursor: string | null }
	| { kind: "summaries"; deviceId: string }
	| { kind: "events"; cursor: string | null };

export type ReportAnswers = {
	head: ReportHead;
	readings: ReportReadings;
	summaries: ReadingSummary[];
	events: EventsPage;
};

/** Plain data only, as it is sent on. Throws DEVICE_NOT_FOUND for a device outside the run, BadCursorError. */
export async function answerReport<Ask extends ReportAsk>(
	parts: ReportParts,
	run: AnsweredRun,
	ask: Ask,
): Promise<ReportAnswers[Ask["kind"]]>;
export async function answerReport(parts: ReportParts, run: AnsweredRun, ask: ReportAsk): Promise<unknown> {
	switch (ask.kind) {
		case "head":
			return answerHead(parts, run);
		case "readings":
			return answerReadings(parts, run, ask);
		case "summaries":
			return answerSummaries(parts, run, ask.deviceId);
		case "events":
			return answerEvents(parts, run, ask.cursor);
	}
}

type ReadingsAsk = Extract<ReportAsk, { kind: "readings" }>;

async function answerReadings(parts: ReportParts, run: AnsweredRun, ask: ReadingsAsk): Promise<ReportReadings> {
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

async function answerSummaries(parts: ReportParts, run: AnsweredRun, deviceId: string): Promise<ReadingSummary[]> {
	return parts.readingStore.summaries({
		...spanOf(run, deviceId),
		until: Math.min(run.to, run.now),
		channels: channelRefs(parts, run, deviceId),
	});
}

function channelRefs(parts: ReportParts, run: AnsweredRun, deviceId: string) {
	deviceOfReport(parts, run, deviceId);
	return channelsOfReport(parts, run, [deviceId]).map((channel) => {
		const own = limitOf(run.definition, channel) ?? channel;
		return { channelId: channel.id, deviceId, bounds: { min: own.min, max: own.max } };
	});
}

/** A source over whatever carries the questions to the object. */
export function sourceOf(answer: (ask: ReportAsk) => Promise<unknown>): ReportSource {
	async function asked<Ask extends ReportAsk>(ask: Ask): Promise<ReportAnswers[Ask["kind"]]> {
		return (await answer(ask)) as ReportAnswers[Ask["kind"]]; // `answerReport` gives each question its answer
	}
	return {
		head: () => asked({ kind: "head" }),
		readings: (request) => asked({ kind: "readings", ...request }),
		summaries: (request) => asked({ kind: "summaries", ...request }),
		events: (request) => asked({ kind: "events", ...request }),
	};
}
