import { apiKeyWarningDays, wholeDaysUntil } from "../../shared/account/api-key";
import { dayMs } from "../../shared/base/durations";
import { t } from "../words/made/entities";

/** Warns before a key or a screen expires. Null: it expires later, never, or has expired. */
export function endingText({ expiresAt }: { expiresAt: Date | null }, now: number): string | null {
	const leftMs = (expiresAt?.getTime() ?? 0) - now;
	if (leftMs <= 0 || leftMs > apiKeyWarningDays[0] * dayMs) return null;
	return t("expiresIn", { count: wholeDaysUntil(leftMs, 0) });
}
