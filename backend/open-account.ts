import { makerContext } from "./account-context";
import { type AccountStore, createAccountParts, createAccountStore } from "./account-parts";
import type { KeyCall, KeyResponse } from "./api/key-call";
import type { ReadDb } from "./base/context";
import { overloadedCall } from "./base/errors";
import { parseIdentity } from "./base/internal-headers";
import { findAccountDeletion } from "./db/account-deletion-rows";
import { type CalendarCall, type CalendarResponse, serveCalendar } from "./duty/serve-calendar";
import { goOnClosing } from "./leaving/close-account";
import type { MailCall } from "./mail/receive-mail";
import { type PublicLinkCall, type PublicLinkResponse, servePublicLink } from "./public-link/serve-public-link";
import { serveKey, serveMail } from "./serve-key";
import { serveMember } from "./serve-member";
import { createSettling } from "./storage/settle-retention";
import { serveWall, type WallCall, type WallResponse } from "./wall/serve-wall";

/** Longest wait for a turn. The console waits ten seconds for a response (`limits.upstreamDeadlineMs`). */
const longestWaitMs = 7_000;

export type OpenAccount = ReturnType<typeof openAccount>;

/** Runs calls and due work on an account: gives them turns, and does the work that follows a write. */
export function openAccount(state: DurableObjectState, env: BackendEnv) {
	const parts = createAccountParts(state, env);
	const { alarm, live, turnQueue } = parts;

	const settling = createSettling(turnQueue, () => createAccountStore(parts, Date.now()), alarm.arm);

	async function afterWrite(): Promise<void> {
		parts.reach.look(() => createAccountStore(parts, Date.now()));
		settling.look();
		parts.lookAtSpace(Date.now());
		await parts.storageWatch.look(Date.now());
		await parts.usageWatch.look(Date.now());
		await alarm.arm();
	}

	return {
		live,
		ready: parts.ready,
		mustWait: parts.hold.mustWait,
		isClosed: () => findAccountDeletion(parts.db)?.closedAt != null,
		goOnClosing: (now: number) => goOnClosing(parts.closing, now),
		/** Queries wait for a turn. Mutations and live sockets do not. */
		async serve(request: Request): Promise<Response> {
			if (request.method === "GET" && !request.headers.has("upgrade")) {
				const requestedAt = Date.now();
				await turnQueue.next();
				// The console would give up before the response, and the next query would wait in vain too.
				if (Date.now() - requestedAt > longestWaitMs) return overloadedCall(parseIdentity(request.headers).requestId);
			}
			return serveMember(createAccountStore(parts, Date.now()), request, afterWrite);
		},

		async serveKey(call: KeyCall): Promise<KeyResponse> {
			if (call.isWriting) return serveKey(createAccountStore(parts, Date.now()), call, afterWrite);
			await turnQueue.next();
			const response = await serveKey(createAccountStore(parts, Date.now()), call, afterWrite);
			await alarm.arm();
			return response;
		},

		serveMail: (call: MailCall) => serveMail(createAccountStore(parts, Date.now()), call, afterWrite),

		async serveWall(call: WallCall): Promise<WallResponse> {
			await turnQueue.next();
			return serveWall(createAccountStore(parts, Date.now()), call);
		},

		async servePublicLink(call: PublicLinkCall): Promise<PublicLinkResponse> {
			await turnQueue.next();
			const store = createAccountStore(parts, Date.now());
			return servePublicLink(store, call, (maker) => makerContext(store, maker));
		},

		async serveCalendar(call: CalendarCall): Promise<CalendarResponse> {
			await turnQueue.next();
			return serveCalendar(createAccountStore(parts, Date.now()), call);
		},

		first: turnQueue.first,

		read<Result>(now: number, request: (store: { db: ReadDb; now: number }) => Result): Result {
			return request(createAccountStore(parts, now));
		},

		async write<Result>(now: number, act: (store: AccountStore) => Result | Promise<Result>): Promise<Result> {
			try {
				return await act(createAccountStore(parts, now));
			} finally {
				await afterWrite();
			}
		},

		async runDue(now: number): Promise<void> {
			await parts.hold.mustWait();
			await alarm.run(now);
			// Removed readings may have freed space. Only a reported change needs the alarm again.
			if (await parts.storageWatch.look(Date.now())) await alarm.arm();
		},

		/** Lets a local run write its own history. Its last step is a `write`. */
		async writePast<Result>(now: number, act: (store: AccountStore) => Result | Promise<Result>): Promise<Result> {
			try {
				return await act(createAccountStore(parts, now));
			} finally {
				parts.cachedDevices.forget();
			}
		},
	};
}
