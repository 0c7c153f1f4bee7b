import type { LiveTopic } from "../../shared/live";
import type { Changes } from "./visible-topics";

const everything = "all";

/**
 * When what last changed, for pages that listen a moment after they asked. One instant for each topic and device,
 * so it grows with the fleet and not with what is sent. Times are epoch ms.
 */
export function createRecentChanges() {
	const changedAt = new Map<LiveTopic, Map<string, number>>();
	return {
		note(topic: LiveTopic, deviceIds: string[] | "all", at: number): void {
			const known = changedAt.get(topic) ?? new Map<string, number>();
			changedAt.set(topic, known);
			for (const key of deviceIds === "all" ? [everything] : deviceIds) known.set(key, at);
		},
		/** What changed later than an instant. */
		since(from: number): Changes {
			const changes: Changes = new Map();
			for (const [topic, times] of changedAt) {
				const keys = [...times].filter(([, at]) => at > from).map(([key]) => key);
				if (keys.includes(everything)) changes.set(topic, "all");
				else if (keys.length > 0) changes.set(topic, new Set(keys));
			}
			return changes;
		},
	};
}
