import type { GetLogs } from "../../shared/log";
import { rangeBounds, type TimeRange, type Zone } from "../../shared/time-zones";
import { InputError } from "../errors";

type Asked = Pick<GetLogs, "rangeType" | "offset" | "from" | "to">;

/** The span a log query asks for, at `now` (epoch ms). Exact bounds win over the range. Throws InputError. */
export function askedSpan({ rangeType, offset, ...exact }: Asked, zone: Zone, now: number): TimeRange {
	// The trailing hour ends after now, so that a reading taken this very millisecond is in it.
	const range = rangeBounds({ rangeType, offset, zone, now: rangeType === "hour" ? now + 1 : now });
	const span = { from: exact.from ?? range.from, to: exact.to ?? range.to };
	if (span.from >= span.to) throw new InputError({ to: "Must be after the beginning of the range." });
	return span;
}
