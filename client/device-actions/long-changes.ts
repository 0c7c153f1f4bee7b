import type { BulkProgress, ChangedDevices, Undone } from "../../shared/device/device-inputs";
import { readFailure } from "../api/api-error";
import { bulkProgress } from "../api/queries";
import { queryClient } from "../api/query-client";

const fewDevices = 500;
const retryMs = 1_000;

type Owned = (change: BulkProgress) => boolean;
type Made = Pick<BulkProgress, "id" | "changed" | "total">;

/** Returns the result of `run`, even if its call times out while the account still changes devices. */
export async function changeToItsEnd(count: number, run: () => Promise<ChangedDevices>): Promise<ChangedDevices> {
	if (count <= fewDevices) return run();
	const earlier = new Set((await listChanges()).map(({ id }) => id));
	const isOwn: Owned = ({ id, isUndo }) => !isUndo && !earlier.has(id);
	return toItsEnd(run, isOwn, ({ id, changed }) => ({ changed, undoId: changed === 0 ? null : id }));
}

export function undoToItsEnd(undoId: string, run: () => Promise<Undone>): Promise<Undone> {
	const isOwn: Owned = ({ id, isUndo }) => isUndo && id === undoId;
	return toItsEnd(run, isOwn, ({ changed, total }) => ({ restored: changed, skipped: total - changed }));
}

async function toItsEnd<Reply>(
	run: () => Promise<Reply>,
	isOwn: Owned,
	responseOf: (made: Made) => Reply,
): Promise<Reply> {
	try {
		return await run();
	} catch (error) {
		const { httpStatus } = readFailure(error);
		const isDenied = httpStatus !== null && httpStatus < 500;
		const made = isDenied ? null : await endOf(isOwn);
		if (made === null) throw error;
		return responseOf(made);
	}
}

/** Null: the account has no such change, so it never began. */
async function endOf(isOwn: Owned): Promise<Made | null> {
	let total = 0;
	for (;;) {
		const own = (await listChanges()).filter(isOwn).at(-1);
		if (!own) return null;
		// A finished change reports only what it changed.
		total = Math.max(total, own.total);
		if (!isRunning(own)) return { ...own, total };
		await new Promise((resolve) => setTimeout(resolve, retryMs));
	}
}

export function isRunning({ done, total }: BulkProgress): boolean {
	return done < total;
}

function listChanges(): Promise<BulkProgress[]> {
	return queryClient.fetchQuery({ ...bulkProgress(), staleTime: 0 });
}
