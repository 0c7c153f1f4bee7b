import type { GetLogs, LogEvent } from "../../shared/log";
import type { MemberContext } from "../context";
import { listDeviceNames } from "../device/device-rows";
import { textSearch } from "./text-search";

export type EventFilter = (event: LogEvent) => boolean;

/**
 * What keeps the events that a query's level and text ask for; null where it asks for neither. It judges what the
 * reader is told, so that nobody can search for words that are kept from them.
 */
export function eventFilter(
	{ db }: MemberContext,
	{ levels, text }: Pick<GetLogs, "levels" | "text">,
	deviceIds: string[] | "all",
): EventFilter | null {
	if (!levels && text === undefined) return null;
	const isFound = textSearch(text);
	const names = text === undefined ? new Map<string, string>() : listDeviceNames(db, deviceIds);
	return ({ level, deviceId, author, ...event }) =>
		levels?.includes(level) !== false &&
		(isFound(event.text) || isFound(author ?? "") || isFound(names.get(deviceId ?? "") ?? ""));
}
