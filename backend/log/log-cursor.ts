import { InputError } from "../errors";
import type { EventPosition } from "./log-event-rows";

/**
 * Where a page of the log ended. `bound` (epoch ms) cuts the readings still to come: they are before it where the
 * newest come first, from it on otherwise. `readings` is the store's own cursor within that.
 */
export type LogPosition = { bound: number; events: EventPosition | null; readings: string | null };

const form = /^(-?\d{1,16})~(?:(-?\d{1,16})\.(\w{0,40}))?~([\w.-]{0,100})$/;

export function encodeLogCursor({ bound, events, readings }: LogPosition): string {
	return `${bound}~${events ? `${events.at}.${events.id}` : ""}~${readings ?? ""}`;
}

/** Throws InputError for what `encodeLogCursor` did not write. */
export function parseLogCursor(cursor: string): LogPosition {
	const match = form.exec(cursor);
	if (!match) throw badCursor();
	const [, bound, at, id = "", readings] = match;
	return {
		bound: Number(bound),
		events: at === undefined ? null : { at: Number(at), id },
		readings: readings === "" || readings === undefined ? null : readings,
	};
}

export function badCursor(cause?: unknown): InputError {
	return new InputError({ cursor: "Not a cursor of this query" }, { cause });
}
