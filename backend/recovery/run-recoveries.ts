import type { AccountObjects } from "../base/context";
import { recordFault } from "../base/event-log";
import { errorText, faultText } from "../base/report-error";
import { isAccountKnown } from "../db/account-membership-rows";
import {
	beginRecovery,
	changeRecovery,
	type DirectoryRecovery,
	listOpenRecoveries,
} from "../db/directory-recovery-rows";

const perRun = 20;
const noAccount = "The directory knows no such account";

export type RecoveryPoint = { bookmark: string } | { at: number };

export type RecoveryCalls = {
	/** Takes effect at the next start. `undo`: the bookmark that reverts it. */
	setBack(point: RecoveryPoint): Promise<{ undo: string } | { refusal: string }>;
	/** Always rejects, because the object ends. */
	beginAnew(): Promise<void>;
	/** Whether it is on hold. Throws if that is unknown. */
	takeHold(): Promise<boolean>;
	settleHold(isReleaseRequested: boolean, now: number): Promise<boolean>;
};

/** Local runs have no bookmarks. */
export async function restoreAccount(storage: DurableObjectStorage, point: RecoveryPoint) {
	try {
		const bookmark = "bookmark" in point ? point.bookmark : await storage.getBookmarkForTime(point.at);
		return { undo: await storage.onNextSessionRestoreBookmark(bookmark) };
	} catch (error) {
		return { refusal: errorText(error) };
	}
}

type Parts = { directory: D1Database; accounts: AccountObjects<RecoveryCalls> };

/** Runs requests of `npm run recover`. Every step is idempotent: the next run continues after a failure. */
export async function runRecoveries({ directory, accounts }: Parts, now: number): Promise<void> {
	for (const recovery of await listOpenRecoveries(directory, perRun)) {
		try {
			await (recovery.heldAt === null ? restore(recovery) : release(recovery));
		} catch (error) {
			const { accountId } = recovery;
			recordFault(error, "backend", { event: "recovery-failed", accountId, ...faultText(error) });
		}
	}

	async function restore({ id, accountId, restoreTo, bookmark, undoBookmark }: DirectoryRecovery): Promise<void> {
		// A call creates the object, so a missing account would exist afterwards.
		if (!(await isAccountKnown(directory, accountId))) return changeRecovery(directory, id, ["failure", noAccount]);
		const object = accounts.get(accounts.idFromName(accountId));
		if (undoBookmark === null) {
			// Written first: a restored object that does not know the row holds itself.
			if (!(await beginRecovery(directory, id, now))) return;
			const result = await object.setBack(bookmark === null ? { at: restoreTo } : { bookmark });
			if ("refusal" in result) return changeRecovery(directory, id, ["failure", result.refusal]);
			await changeRecovery(directory, id, ["undoBookmark", result.undo]);
		}
		await object.beginAnew().catch(() => {});
		// The stub of an ended object stays broken.
		await accounts.get(accounts.idFromName(accountId)).takeHold();
		await changeRecovery(directory, id, ["heldAt", now]);
	}

	async function release({ id, accountId, releaseAskedAt: releaseRequestedAt }: DirectoryRecovery): Promise<void> {
		const object = accounts.get(accounts.idFromName(accountId));
		if (await object.settleHold(releaseRequestedAt !== null, now))
			await changeRecovery(directory, id, ["releasedAt", now]);
	}
}
