import { and, desc, gte, lt } from "drizzle-orm";
import type { LogEntryKind, LogEvent } from "../../shared/log";
import type { AccountDb } from "../context";
import { logEvents } from "../schema";
import { isOneOf } from "../sql-lists";

type EventSpan = {
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** `all` includes what concerns the account and no device. */
	deviceIds: string[] | "all";
	kinds: LogEntryKind[] | undefined;
};

/** Events of a span, newest first. */
export function listLogEvents(db: AccountDb, { from, to, deviceIds, kinds }: EventSpan): LogEvent[] {
	return db
		.select()
		.from(logEvents)
		.where(
			and(
				gte(logEvents.at, from),
				lt(logEvents.at, to),
				deviceIds === "all" ? undefined : isOneOf(logEvents.deviceId, deviceIds),
				kinds && isOneOf(logEvents.kind, kinds),
			),
		)
		.orderBy(desc(logEvents.at), desc(logEvents.id))
		.all();
}
