import { appendAll } from "../../shared/base/lists";
import type { GetLogs, LogEvent } from "../../shared/log/log";
import type { MemberContext } from "../base/context";
import { type ReceiptSpan, receiptCursor } from "../base/receipt-span";
import { listReceivedEvents } from "../db/log-event-rows";
import { groupsInScope } from "../group/scope";
import { type EventFilter, mostBatches, type ReadLogPage } from "./read-log-page";

type Received = Pick<GetLogs, "from" | "to" | "kinds"> & {
	span: ReceiptSpan;
	eventDeviceIds: string[] | "all";
	isEventKept: EventFilter | null;
	limit: number;
};

/** Sorted by receipt. A page before the last may be empty. */
export function readReceivedPage(ctx: MemberContext, request: Received): ReadLogPage {
	const { span, eventDeviceIds, isEventKept, from, to, kinds, limit } = request;
	const readings = { readingAt: [], receivedAt: [], channel: [], value: [] };
	const requested = {
		from,
		to,
		kinds,
		deviceIds: eventDeviceIds,
		visibleGroupIds: groupsInScope(ctx),
		upTo: span.upTo,
	};
	const events: LogEvent[] = [];
	let { after } = span;
	for (let batch = 0; batch < mostBatches && events.length < limit; batch += 1) {
		const room = limit - events.length;
		const found = listReceivedEvents(ctx.db, { ...requested, after, limit: room });
		appendAll(
			events,
			found.flatMap(({ event }) => (isEventKept?.(event) === false ? [] : event)),
		);
		const last = found.at(-1);
		if (!last || found.length < room) return { readings, events, nextCursor: null };
		after = last;
	}
	return { readings, events, nextCursor: receiptCursor(after) };
}
