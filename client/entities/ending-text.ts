import { apiKeyWarningDays, wholeDaysUntil } from "../../shared/account/api-key";
import { dayMs } from "../../shared/base/durations";
import { countOf } from "../ui/format";

/** Of a key or a screen, from when a user who made it is warned. Null: it ends later, never or has ended. */
export function endingText({ expiresAt }: { expiresAt: Date | null }, now: number): string | null {
	const leftMs = (expiresAt?.getTime() ?? 0) - now;
	if (leftMs <= 0 || leftMs > apiKeyWarningDays[0] * dayMs) return null;
	return `Expires in ${countOf(wholeDaysUntil(leftMs, 0), "day")}`;
}
