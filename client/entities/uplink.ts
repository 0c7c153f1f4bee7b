import type { UnreadPart } from "../../shared/ingest/integration-message";

const emptyMessage = "without a reading";

export function unreadText(parts: readonly UnreadPart[]): string {
	if (parts.every(({ is }) => is === emptyMessage)) return "It had no reading";
	const [times, others] = [parts.filter(isOfTime), parts.filter((part) => !isOfTime(part))];
	return [
		...times.map(partText),
		...(others.length > 0 ? [`${others.map(partText).join(", ")}: not understood`] : []),
	].join(". ");
}

function isOfTime({ is }: UnreadPart): boolean {
	return is.startsWith("a time ");
}

function partText({ name, is }: UnreadPart): string {
	return `${name === "" ? "The payload" : name} is ${is}`;
}
