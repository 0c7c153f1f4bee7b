import { env, waitUntil } from "cloudflare:workers";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { isReadable, raisedForm, type StoredForm, storedForm } from "../base/stored-form";

/** How long older code may go on after a newer release has begun. */
const rememberedMs = 30_000;
/** The directory did not answer: every account's object still knows its own form. */
const retryMs = 5_000;

type Parts = {
	directory: Pick<D1Database, "prepare">;
	/** Epoch ms. */
	clock: () => number;
	keepAlive(work: Promise<unknown>): void;
	onFailure(error: unknown): void;
};

export type DirectoryForm = {
	/**
	 * Newer than this code may read; null: it is not, or the directory cannot be asked. `isFresh`: waits for a response
	 * in place of one that is old.
	 */
	findNewer(wanted?: { isFresh: boolean }): Promise<StoredForm | null>;
};

/**
 * The form of the directory, raised to this release's where it is older. The first request of an isolate waits for it;
 * later ones go by what is remembered, which is asked again behind them.
 */
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
	// A newer release may have written meanwhile: nothing is ever lowered.
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
