/** Where an account's object keeps files in R2. The deletion of an account empties each of them, which a test holds. */
export const archivePlaces = ["log", "evidence", "report", "export"] as const;
export type ArchivePlace = (typeof archivePlaces)[number];

/** The prefix of an object's files, without the slash behind it. */
export function archivePrefix(place: ArchivePlace, objectId: DurableObjectId): string {
	return `${place}/${objectId}`;
}
