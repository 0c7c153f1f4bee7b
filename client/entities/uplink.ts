import type { UnreadPart } from "../../shared/ingest/integration-message";

/** `messages is an empty list, bins is a list: not understood`. */
export function unreadText(parts: readonly UnreadPart[]): string {
	return `${parts.map(({ name, is }) => `${name === "" ? "The payload" : name} is ${is}`).join(", ")}: not understood`;
}
