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

/** Where an account's object is restored to: a bookmark of the platform, or a time, epoch ms. */
export type RecoveryPoint = { bookmark: string } | { at: number };

export type RecoveryCalls = {
	/** From its next start on. `undo`: the bookmark that takes it back. `refusal`: why the platform does not do it. */
	setBack(point: RecoveryPoint): Promise<{ undo: string } | { refusal: string }>;
	/** Always rejects, as the object ends. */
	beginAnew(): Promise<void>;
	/** Whether it is held. Throws where it cannot know. */
	takeHold(): Promise<boolean>;
	/** Whether it sends again. */
	settleHold(isReleaseRequested: boolean, now: number): Promise<boolean>;
};

/** By the platform's own means, which a local run does not have. */
export async function restoreAccount(storage: DurableObjectStorage, point: RecoveryPoint) {
	try {
		const bookmark = "bookmark" in point ? point.bookmark : await storage.getBookmarkForTime(point.at);
		return { undo: await storage.onNextSessionRestoreBookmark(bookmark) };
	} catch (error) {
		return { refusal: errorText(error) };
	}
}

type Parts = { directory: D1Database; accounts: AccountObjects<RecoveryCalls> };

/** What operators have requested by `npm run recover`. Each step may be repeated: the next run goes on where one failed. */
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
		// Asking an object makes it, and an account that is not there would be there, empty.
		if (!(await isAccountKnown(directory, accountId))) return changeRecovery(directory, id, ["failure", noAccount]);
		const object = accounts.get(accounts.idFromName(accountId));
		if (undoBookmark === null) {
			// Written first: an object that is restored from here on finds that it does not know of it, and is held.
			if (!(await beginRecovery(directory, id, now))) return;
			const result = await object.setBack(bookmark === null ? { at: restoreTo } : { bookmark });
			if ("refusal" in result) return changeRecovery(directory, id, ["failure", result.refusal]);
			await changeRecovery(directory, id, ["undoBookmark", result.undo]);
		}
		await object.beginAnew().catch(() => {});
		// A stub of an object that has ended stays broken.
		await accounts.get(accounts.idFromName(accountId)).takeHold();
		await changeRecovery(directory, id, ["heldAt", now]);
	}

	async function release({ id, accountId, releaseAskedAt: releaseRequestedAt }: DirectoryRecovery): Promise<void> {
		const object = accounts.get(accounts.idFromName(accountId));
		if (await object.settleHold(releaseRequestedAt !== null, now))
			await changeRecovery(directory, id, ["releasedAt", now]);
	}
}
