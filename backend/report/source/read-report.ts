import type { LimitSpan } from "../../../shared/log/limit-spans";
import type { ReadingSummary } from "../../../shared/log/reading-summary";
import type { ChannelRow } from "../../db/channel-rows";
import { readHoldings, withLife } from "../../log/read-holdings";
import { type EventsPage, readReportEvents } from "./read-report-events";
import { readReportHead } from "./read-report-head";
import { hashOfChannels } from "./report-calibrations";
import { channelsOfReport, deviceOfReport } from "./report-devices";
import { limitOf } from "./report-limits";
import { type ReportedRun, type ReportParts, spanOf } from "./report-run";
import type { ReportHead, ReportReadings, ReportSource } from "./report-source";

/** Fits one RPC message. */
const readingsPerPage = 20_000;

export type ReportRequest =
	| { kind: "head" }
	| { kind: "readings"; deviceId: string; cursor: string | null }
	| { kind: "summaries"; deviceId: string; limits?: LimitSpan[][] }
	| { kind: "events"; cursor: string | null };

export type ReportResponses = {
	head: ReportHead;
	readings: ReportReadings;
	summaries: ReadingSummary[];
	events: EventsPage;
};

/** Returns plain data for RPC. Throws DEVICE_NOT_FOUND for a device outside the run, BadCursorError. */
export async function readReport<Wanted extends ReportRequest>(
	parts: ReportParts,
	run: ReportedRun,
	request: Wanted,
): Promise<ReportResponses[Wanted["kind"]]>;
export async function readReport(parts: ReportParts, run: ReportedRun, request: ReportRequest): Promise<unknown> {
	switch (request.kind) {
		case "head":
			return readReportHead(parts, run);
		case "readings":
			return readReportReadings(parts, run, request);
		case "summaries":
			return readReportSummaries(parts, run, request);
		case "events":
			return readReportEvents(parts, run, request.cursor);
	}
}

type ReadingsRequest = Extract<ReportRequest, { kind: "readings" }>;

async function readReportReadings(
	parts: ReportParts,
	run: ReportedRun,
	request: ReadingsRequest,
): Promise<ReportReadings> {
	const rows = channelRows(parts, run, request.deviceId);
	const channels = channelRefs(run, rows);
	const channelsHash = hashOfChannels(parts.db, rows, run);
	if (channels.length === 0)
		return { at: [], receivedAt: [], channel: [], value: [], sent: null, channelsHash, nextCursor: null };
	const { readingAt, receivedAt, channel, value, sent, mark, nextCursor } = await parts.readingStore.readSpan({
		...spanOf(run, request.deviceId),
		channels,
		order: "oldest-first",
		limit: readingsPerPage,
		...(request.cursor !== null && { cursor: request.cursor }),
	});
	const marks = mark && { mark };
	const page = { at: readingAt, receivedAt, channel, value, sent: sent ?? null, ...marks, channelsHash, nextCursor };
	if (request.cursor !== null) return page;
	const until = Math.min(run.to, run.now);
	const span = { ...spanOf(run, request.deviceId), until };
	return { ...page, holdings: await readHoldings(parts, { ...span, channels }) };
}

type SummariesRequest = Extract<ReportRequest, { kind: "summaries" }>;

async function readReportSummaries(
	parts: ReportParts,
	run: ReportedRun,
	{ deviceId, limits = [] }: SummariesRequest,
): Promise<ReadingSummary[]> {
	const span = { ...spanOf(run, deviceId), until: Math.min(run.to, run.now) };
	const judged = channelRefs(run, channelRows(parts, run, deviceId)).map((ref, index) => {
		const own = limits[index];
		return own ? { ...ref, limits: own } : ref;
	});
	return parts.readingStore.summaries({ ...span, channels: await withLife(parts, { ...span, channels: judged }) });
}

function channelRows(parts: ReportParts, run: ReportedRun, deviceId: string): ChannelRow[] {
	deviceOfReport(parts, run, deviceId);
	return channelsOfReport(parts, run, [deviceId]);
}

function channelRefs(run: ReportedRun, channels: readonly ChannelRow[]) {
	return channels.map((channel) => {
		const own = limitOf(run.definition, channel) ?? channel;
		return { channelId: channel.id, deviceId: channel.deviceId, bounds: { min: own.min, max: own.max } };
	});
}

export function sourceOf(respond: (request: ReportRequest) => Promise<unknown>): ReportSource {
	async function requested<Wanted extends ReportRequest>(request: Wanted): Promise<ReportResponses[Wanted["kind"]]> {
		return (await respond(request)) as ReportResponses[Wanted["kind"]]; // `readReport` gives each question its response
	}
	return {
		head: () => requested({ kind: "head" }),
		readings: (request) => requested({ kind: "readings", ...request }),
		summaries: (request) => requested({ kind: "summaries", ...request }),
		events: (request) => requested({ kind: "events", ...request }),
	};
}
