import { env, waitUntil } from "cloudflare:workers";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { isReadable, raisedForm, type StoredForm, storedForm } from "../base/stored-form";

/** How long older code may run after a newer release has started. */
const rememberedMs = 30_000;
const retryMs = 5_000;

type Parts = {
	directory: Pick<D1Database, "prepare">;
	clock: () => number;
	keepAlive(work: Promise<unknown>): void;
	onFailure(error: unknown): void;
};

export type DirectoryForm = {
	/** Null: readable, or the directory is unavailable. `isFresh`: waits for the directory. */
	findNewer(wanted?: { isFresh: boolean }): Promise<StoredForm | null>;
};

/** Only an isolate's first request waits. Later requests use the cached form. */
export function createDirectoryForm({ directory, clock, keepAlive, onFailure }: Parts): DirectoryForm {
	let found: StoredForm | null = null;
	let retriedAt = Number.NEGATIVE_INFINITY;
	let request: Promise<void> | null = null;

	async function fetch(): Promise<void> {
		try {
			found = await takeDirectoryForm(directory);
			retriedAt = clock() + rememberedMs;
		} catch (error) {
			retriedAt = clock() + retryMs;
			onFailure(error);
		} finally {
			request = null;
		}
	}

	return {
		async findNewer({ isFresh } = { isFresh: false }) {
			if (clock() >= retriedAt) {
				request ??= fetch();
				if (found === null || isFresh) await request;
				else keepAlive(request);
			}
			return found === null || isReadable(found) ? null : found;
		},
	};
}

async function takeDirectoryForm(directory: Parts["directory"]): Promise<StoredForm | null> {
	const select = "SELECT version, least_reader AS leastReader FROM _stored_form";
	const found = await directory.prepare(select).first<StoredForm>();
	if (found === null || !isReadable(found) || raisedForm(found) === null) return found;
	// A newer release may have written in between: nothing is lowered.
	const raise =
		"UPDATE _stored_form SET version = max(version, ?), least_reader = max(least_reader, ?) " +
		"RETURNING version, least_reader AS leastReader";
	return directory.prepare(raise).bind(storedForm.version, storedForm.leastReader).first<StoredForm>();
}

export const directoryForm = createDirectoryForm({
	directory: env.DIRECTORY,
	clock: Date.now,
	keepAlive: waitUntil,
	onFailure: (error) => recordFault(error, "backend", { event: "directory-form-unknown", ...faultText(error) }),
});
