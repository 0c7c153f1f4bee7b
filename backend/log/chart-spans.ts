import { dayMs } from "../../shared/base/durations";
import type { LogEvent, LogSpan } from "../../shared/log/log";
import { said } from "../../shared/log/said";
import type { TimeRange } from "../../shared/time/time-zones";
import type { AccountDb } from "../base/context";
import { listAlertEvents } from "../db/alert-event-rows";
import { listLogEvents, listNoteSpans } from "../db/log-event-rows";

const mostAlerts = 500;
const mostTurns = 1_000;
const mostNotes = 200;

/** A silence is too thin to see in longer spans, and costs a read of the whole log. */
const longestForSilences = 31 * dayMs;

type SpansRequest = TimeRange & { deviceIds: string[] };

type VisibleSpans = SpansRequest & { visibleGroupIds: string[] | "all" };

export function chartSpans(db: AccountDb, request: VisibleSpans): LogSpan[] {
	if (request.deviceIds.length === 0) return [];
	const isShort = request.to - request.from <= longestForSilences;
	const offline = isShort ? offlineSpans(db, request, mostTurns).spans : [];
	return [...alertSpans(db, request), ...offline, ...noteSpans(db, request)];
}

/** A note on a group is drawn once, with the first device. */
function noteSpans(db: AccountDb, request: VisibleSpans): LogSpan[] {
	const [first = ""] = request.deviceIds;
	return listNoteSpans(db, { ...request, limit: mostNotes }).map(({ deviceId, at, endsAt = at, text, noteKind }) => ({
		kind: "note",
		deviceId: deviceId ?? first,
		from: at,
		to: endsAt,
		text: noteKind === undefined ? text : `${noteKind}: ${text}`,
		alertEventId: null,
	}));
}

function alertSpans(db: AccountDb, request: SpansRequest): LogSpan[] {
	return listAlertEvents(db, { ...request, now: request.to, after: null, limit: mostAlerts }).flatMap(
		({ id, deviceId, startedAt, endedAt, ruleName, sentence, said: data }): LogSpan[] =>
			deviceId === null
				? []
				: [
						{
							kind: "alert",
							deviceId,
							from: startedAt,
							to: endedAt,
							text: `${ruleName}: ${sentence}`,
							...(data && { said: said("alert.line", { rule: ruleName, text: data }) }),
							alertEventId: id,
						},
					],
	);
}

/** Reads the newest `most` events. `since`: from when on the spans are complete, epoch ms. */
export function offlineSpans(db: AccountDb, { from, to, deviceIds }: SpansRequest, most: number) {
	const requested = { from, to, deviceIds, kinds: ["event" as const], visibleGroupIds: [], after: null };
	const turns = listLogEvents(db, { ...requested, order: "newest-first", limit: most }).toReversed();
	const spans: LogSpan[] = [];
	const open = new Map<string, number>();
	const add = (deviceId: string, start: number, end: number | null) =>
		spans.push({ kind: "offline", deviceId, from: start, to: end, text: "Offline", alertEventId: null });
	for (const turn of turns) {
		const { deviceId, at } = turn;
		if (deviceId === null) continue;
		if (isBeginning(turn)) open.set(deviceId, open.get(deviceId) ?? at);
		else if (isEnd(turn)) {
			// Without a start the device was offline when the span began.
			add(deviceId, open.get(deviceId) ?? from, at);
			open.delete(deviceId);
		}
	}
	for (const [deviceId, at] of open) add(deviceId, at, null);
	return { spans, since: turns.length < most ? from : (turns[0]?.at ?? from) };
}

const isBeginning = ({ text }: LogEvent) => text.startsWith("Offline:");
const isEnd = ({ text }: LogEvent) => text.startsWith("Online again");
