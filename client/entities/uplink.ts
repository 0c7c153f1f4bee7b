import type { UnreadPart } from "../../shared/ingest/integration-message";
import { comma } from "../base/comma-list";
import { t } from "../words/made/entities";

const emptyMessage = "without a reading";

export function unreadText(parts: readonly UnreadPart[]): string {
	if (parts.every(({ is }) => is === emptyMessage)) return t("uplink.noReading");
	const [times, others] = [parts.filter(isOfTime), parts.filter((part) => !isOfTime(part))];
	return [
		...times.map(partText),
		...(others.length > 0 ? [t("uplink.notUnderstood", { parts: others.map(partText).join(comma) })] : []),
	].join(". ");
}

function isOfTime({ is }: UnreadPart): boolean {
	return is.startsWith("a time ");
}

function partText({ name, is }: UnreadPart): string {
	return t("uplink.part", { name: name === "" ? t("uplink.payload") : name, what: is });
}
