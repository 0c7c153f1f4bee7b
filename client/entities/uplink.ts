import type { UnreadPart } from "../../shared/ingest/integration-message";

const emptyMessage = "without a reading";

export function unreadText(parts: readonly UnreadPart[]): string {
	if (parts.every(({ is }) => is === emptyMessage)) return "It held no reading";
	return `${parts.map(({ name, is }) => `${name === "" ? "The payload" : name} is ${is}`).join(", ")}: not understood`;
}
