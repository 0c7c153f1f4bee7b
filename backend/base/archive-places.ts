import { dayMs } from "../../shared/base/durations";

/** Where an account's object keeps files in R2. The deletion of an account empties each of them, which a test holds. */
export const archivePlaces = ["log", "evidence", "report", "export"] as const;
export type ArchivePlace = (typeof archivePlaces)[number];

/** The prefix of an object's files, without the slash behind it. */
export function archivePrefix(place: ArchivePlace, objectId: DurableObjectId): string {
	return `${place}/${objectId}`;
}

/**
 * How long an object in R2 stays that no row names any more. An account's object can be restored to any moment of the
 * last 30 days, and then names it again; readers of the moment have long left by then.
 */
export const unnamedKeptMs = 35 * dayMs;
