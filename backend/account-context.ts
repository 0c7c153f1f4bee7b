import type { AuditAction, AuditActor } from "../shared/account/audit";
import type { AccountStore } from "./account-parts";
import { createAudit, lastAuthor, unaudited } from "./activity/audit";
import { createOnce } from "./activity/request-once";
import type { AccountContext, CachedDevices, MemberContext } from "./base/context";
import type { TurnQueue } from "./base/turn-queue";
import { readMessageAgain } from "./ingest/read-again";
import { storeSentReadings } from "./ingest/send-readings";

/** Who calls, and how. `afterWrite` runs once the last mutation of the request has ended. */
type Call = Pick<
	AccountContext,
	| "identity"
	| "accountId"
	| "requestId"
	| "origin"
	| "user"
	| "secondStepFrom"
	| "hasOthers"
	| "isDefault"
	| "currentUser"
> & { request: Request; actor: AuditActor; afterWrite: () => Promise<void> };

/** What procedures get of a call by a user, or by a key, with the rights that `user` has. */
export function accountContext(store: AccountStore, { request, actor, afterWrite, ...call }: Call): AccountContext {
	const { origin, user } = call;
	return {
		...store,
		...call,
		kind: "member",
		audit: unaudited,
		lastAuthor: (...about) => lastAuthor(store, ...about),
		// The path of a mutation, which a test compares with the actions.
		startAudit: (path, saved) => createAudit(store, { action: path as AuditAction, actor, origin }, saved),
		once: createOnce(store, call),
		isReadOnly: request.method === "GET",
		nextQuery: turnOfEach(store),
		mutating: createMutating(afterWrite),
		reads: store.reads.batchOf(user.id),
		watch: store.fleetWatch,
		ownHosts: [...store.consoleHosts, new URL(request.url).hostname],
		failedWork: store.alarm.failedWork,
		armAlarm: store.alarm.arm,
		brandFiles: store.brandFiles,
		storeReadings: (readings) => storeSentReadings(store, readings),
		readMessageAgain: (message) => readMessageAgain(store, message),
		accountObject: (id) => store.accounts.get(store.accounts.idFromName(id)),
	};
}

type TurnQueueOfAccount = { turnQueue: Pick<TurnQueue, "next">; cachedDevices: Pick<CachedDevices, "isLarge"> };

/** The request itself has come in a turn, which its first query is in. */
export function turnOfEach({ turnQueue, cachedDevices }: TurnQueueOfAccount): () => Promise<void> {
	let isFirst = true;
	return async () => {
		if (!isFirst && cachedDevices.isLarge()) await turnQueue.next();
		isFirst = false;
	};
}

/**
 * Runs `end` before the last of several calls beside each other has ended, however they end. A streamed answer is given
 * before its calls have run, so nothing can follow from when it was given.
 */
function createMutating(end: () => Promise<void>): MemberContext["mutating"] {
	let running = 0;
	return async (mutation) => {
		running += 1;
		try {
			return await mutation();
		} finally {
			running -= 1;
			if (running === 0) await end();
		}
	};
}
