import type { GetLogs } from "../../shared/log";
import { rangeBounds, type TimeRange, type Zone } from "../../shared/time-zones";
import { InputError } from "../errors";

/** Beyond it, less a day for clocks ahead and behind, a number is no time that JavaScript knows. */
const mostMs = 8.64e15 - 24 * 60 * 60 * 1000;

type Asked = Pick<GetLogs, "rangeType" | "offset" | "from" | "to">;

/** The span a log query asks for, at `now` (epoch ms). Exact bounds win over the range. Throws InputError. */
export function askedSpan({ rangeType, offset, ...exact }: Asked, zone: Zone, now: number): TimeRange {
	const beyond = (["from", "to"] as const).filter((bound) => Math.abs(exact[bound] ?? 0) > mostMs);
	if (beyond.length > 0) throw new InputError(Object.fromEntries(beyond.map((bound) => [bound, "Not a time."])));
	// The trailing hour ends after now, so that a reading taken this very millisecond is in it.
	const range = rangeBounds({ rangeType, offset, zone, now: rangeType === "hour" ? now + 1 : now });
	const span = { from: exact.from ?? range.from, to: exact.to ?? range.to };
	if (span.from >= span.to) throw new InputError({ to: "Must be after the beginning of the range." });
	return span;
}
