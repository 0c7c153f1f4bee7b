import type { UnreadPart } from "../../shared/ingest/integration-message";

export function unreadText(parts: readonly UnreadPart[]): string {
	return `${parts.map(({ name, is }) => `${name === "" ? "The payload" : name} is ${is}`).join(", ")}: not understood`;
}
