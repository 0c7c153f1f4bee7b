import { domainError } from "../../errors";
import { ArchiveMovedError } from "./archived-days";

/** As often as a month can be archived anew while it is read. */
const mostAttempts = 5;

/**
 * Reads what may lie in the archive: `read` begins anew, from the rows, where an object it was sent to has been
 * replaced meanwhile. Throws LOG_ARCHIVE_UNAVAILABLE.
 */
export async function throughArchive<Result>(read: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof ArchiveMovedError)) throw error;
			if (attempt === mostAttempts) throw domainError("LOG_ARCHIVE_UNAVAILABLE", {}, { cause: error });
		}
	}
}
