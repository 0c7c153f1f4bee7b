import type { LogEvent } from "../../shared/log";
import type { AccountDb } from "../context";
import type { EventFilter } from "./event-filter";
import { type EventPosition, type EventsRequest, listLogEvents } from "./log-event-rows";

const batchSize = 1_000;
/** A page looks at so many events at most: what is rare is found by going on from page to page. */
const mostBatches = 10;

/** `stoppedAt`: the last event that was looked at, where neither the span nor the limit ended it. */
type FoundEvents = { events: LogEvent[]; stoppedAt: EventPosition | null };

/** Events of a span that a filter keeps, in the order asked for. */
export function findLogEvents(db: AccountDb, request: EventsRequest, isKept: EventFilter | null): FoundEvents {
	if (!isKept) return { events: listLogEvents(db, request), stoppedAt: null };
	const events: LogEvent[] = [];
	let { after } = request;
	for (let batch = 0; batch < mostBatches; batch++) {
		const found = listLogEvents(db, { ...request, after, limit: batchSize });
		events.push(...found.filter(isKept));
		const last = found.at(-1);
		if (events.length >= request.limit || !last || found.length < batchSize) {
			return { events: events.slice(0, request.limit), stoppedAt: null };
		}
		after = { at: last.at, id: last.id };
	}
	return { events, stoppedAt: after };
}
