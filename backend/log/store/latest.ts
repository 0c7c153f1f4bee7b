import type { DeviceLatest } from "../log-store";
import type { DeviceLogFacts } from "./rows/device-log-rows";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

/** Each channel's newest reading; what a shortened retention no longer shows is left out. */
export function latest(parts: StoreParts, deviceIds: string[]): Map<string, DeviceLatest> {
	return new Map(
		parts.tails.facts(deviceIds).map((facts) => {
			const { deviceId, lastReceivedAt } = facts;
			const shown = shownReadings(parts, facts);
			const lastReadingAt = shown.reduce<number | null>((newest, { at }) => Math.max(newest ?? at, at), null);
			const values = new Map(shown.map(({ id, at, value }) => [id, { at, value }]));
			return [deviceId, { lastReceivedAt: lastReceivedAt === 0 ? null : lastReceivedAt, lastReadingAt, values }];
		}),
	);
}

/** Retention is whole days and asked for one by one, so only where something is older than a day. */
function shownReadings({ keptFrom, now }: StoreParts, { deviceId, latest: channels }: DeviceLogFacts) {
	const known = channels.flatMap(({ id, at, value }) => (at === null ? [] : [{ id, at, value }]));
	const dayAgo = now() - dayMs;
	if (known.every(({ at }) => at >= dayAgo)) return known;
	const oldest = keptFrom(deviceId);
	return known.filter(({ at }) => at >= oldest);
}
