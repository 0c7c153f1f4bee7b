import type { AuditAction, AuditActor } from "../shared/account/audit";
import { publicLinkPath } from "../shared/account/public-link";
import { requireReason } from "./account/change-reasons";
import type { AccountStore } from "./account-parts";
import { createAudit, lastAuthor, unaudited } from "./activity/audit";
import { createOnce } from "./activity/request-once";
import type { AccountContext, CachedDevices, MemberContext } from "./base/context";
import type { TurnQueue } from "./base/turn-queue";
import { accountOrThrow, toUser, type UserRow } from "./db/account-rows";
import { readMessageAgain } from "./ingest/read-again";
import { storeSentReadings } from "./ingest/send-readings";
import { requireSecondPerson } from "./proposal/four-eyes";
import { procedures } from "./serve-router";

/** `afterWrite` runs once the last mutation of the request has ended. */
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
	| "upload"
> & { request: Request; actor: AuditActor; afterWrite: () => Promise<void> };

export function accountContext(store: AccountStore, { request, actor, afterWrite, ...call }: Call): AccountContext {
	const { origin, user } = call;
	return {
		...store,
		...call,
		kind: "member",
		audit: unaudited,
		lastAuthor: (...about) => lastAuthor(store, ...about),
		// The path of a mutation. A test compares the paths with the actions.
		startAudit: (path, saved, { input, second } = {}) => {
			const isUser = actor.kind === "user";
			if (isUser && !second) requireSecondPerson(store.db, path, input);
			const stating = second ? { ...call, origin: { ...origin, reason: second.reason } } : call;
			const prove = isUser ? requireReason(store, stating, path) : undefined;
			const by = { actor: second?.actor ?? actor, origin: stating.origin, stated: second?.stated };
			return createAudit(store, { action: path as AuditAction, ...by, prove }, saved);
		},
		procedures,
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

/** Serves a request without a sign-in, with the rights that `maker` has now. It must not write. */
export function makerContext(store: AccountStore, maker: UserRow): AccountContext {
	const user = toUser(maker);
	const signIn = { originJti: null, authTime: null };
	const { id, name } = user;
	return accountContext(store, {
		user,
		accountId: accountOrThrow(store.db).id,
		identity: { sub: id, username: id, email: null, name, provider: null, issuedAt: null, signIn, expiresAt: 0 },
		requestId: "",
		origin: { address: null, browser: null, requestId: null, callerRequestId: null },
		request: new Request(`https://backend${publicLinkPath}`),
		afterWrite: async () => {},
		secondStepFrom: null,
		upload: null,
		hasOthers: false,
		isDefault: false,
		actor: { kind: "user", id, name },
		currentUser: () => user,
	});
}

/** The first query belongs to the turn in which the request arrived. */
export function turnOfEach({ turnQueue, cachedDevices }: TurnQueueOfAccount): () => Promise<void> {
	let isFirst = true;
	return async () => {
		if (!isFirst && cachedDevices.isLarge()) await turnQueue.next();
		isFirst = false;
	};
}

/** A streamed response starts before its calls have run, so `end` follows the calls. */
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
