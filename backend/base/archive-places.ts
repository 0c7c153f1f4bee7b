import { dayMs } from "../../shared/base/durations";

/** Prefixes of an account's files in R2. Deleting an account empties each of them. */
export const archivePlaces = ["log", "evidence", "report", "export", "attachment", "lake"] as const;
export type ArchivePlace = (typeof archivePlaces)[number];

export function archivePrefix(place: ArchivePlace, objectId: DurableObjectId): string {
	return `${place}/${objectId}`;
}

/** How long an unnamed R2 object stays. An account restored within 30 days names it again. */
export const unnamedKeptMs = 35 * dayMs;
