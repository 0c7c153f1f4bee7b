import { isClosedTo } from "../shared/account/account";
import { minuteMs } from "../shared/base/durations";
import { headerNames } from "../shared/base/header-names";
import { livePath } from "../shared/overview/live";
import { followIdentity } from "./account/members";
import { accountContext } from "./account-context";
import type { AccountStore } from "./account-parts";
import type { AccountDb, Identity } from "./base/context";
import { trpcErrorResponse } from "./base/errors";
import { internalHeaders, type NotMember, parseIdentity, reasonOf } from "./base/internal-headers";
import { findUser, markSeen, toUser, type UserRow } from "./db/account-rows";
import { type Caller, findCaller } from "./db/session-rows";
import { denyListener } from "./live/live-endpoint";
import { listen } from "./live/live-sockets";
import { serveRouter } from "./serve-router";
import { enterAccount } from "./session/enter-account";
import { browserLabel, endingOf, marked, sessionEndedResponse, signInKey } from "./session/sign-ins";

const seenEveryMs = 15 * minuteMs;

export async function serveMember(
	store: AccountStore,
	request: Request,
	afterWrite: () => Promise<void>,
): Promise<Response> {
	const { db, now, live } = store;
	const {
		identity,
		accountId,
		requestId,
		callerRequestId,
		address,
		upload = null,
		...standing
	} = parseIdentity(request.headers);
	const userAgent = request.headers.get("user-agent");
	const isLive = isLiveRequest(request);
	const caller = findCaller(db, identity.sub, signInKey(identity.signIn));
	const why = caller && endingOf(caller, identity.signIn, { now, idleMinutes: identity.idleMinutes });
	if (why !== null) {
		return isLive ? marked(denyListener("sessionEnded", requestId), why) : sessionEndedResponse(requestId, why);
	}
	const found = caller?.user ?? null;
	const member = found?.status === "active" ? followIdentity(db, found, identity) : found;
	const user = member && asSignedIn(member, { identity, caller });
	if (user?.email !== found?.email) live.changed("account", "all");
	recordSeen(db, user, now);
	const browser = browserLabel(userAgent);
	const reason = reasonOf(request.headers);
	const origin = { address, browser, requestId, callerRequestId, provider: identity.provider, reason };
	if (caller && user?.status === "active") enterAccount(store, { caller, signIn: identity.signIn, origin });
	const secondStepFrom = caller?.account?.secondStepFrom ?? null;
	if (isLive && user && isClosedTo(user, { secondStepFrom, now })) return denyListener("noAccess", requestId);
	if (isLive && user?.status === "active") return listen(live, { request, user, identity });
	if (isLive) return asNotMember(denyListener("noAccess", requestId), user);
	// The backend Worker serves them as visitors.
	if (!user) return asNotMember(trpcErrorResponse("NO_ACCOUNT", "No account", requestId), user);
	const context = accountContext(store, {
		identity,
		accountId,
		requestId,
		request,
		afterWrite,
		upload,
		user: toUser(user),
		secondStepFrom,
		actor: { kind: "user", id: user.id, name: user.name },
		origin,
		hasOthers: standing.hasOthers,
		isDefault: standing.hasOthers && !standing.isNamed,
		currentUser: () => {
			const row = findUser(db, user.id);
			return row ? toUser(asSignedIn(row, { identity, caller })) : { ...toUser(user), status: "disabled" };
		},
	});
	const response = await serveRouter(request, context);
	response.headers.set(headerNames.account, accountId);
	return user.status === "active" ? response : asNotMember(response, user);
}

type SignedIn = { identity: Identity; caller: Caller | null };

/** A second step at a provider, and a passkey, count for the sign-in by it alone. */
function asSignedIn(user: UserRow, { identity: { provider, signIn }, caller }: SignedIn): UserRow {
	if (provider !== null || signIn.provider) return { ...user, secondStep: "provider" };
	if (caller?.session?.isByPasskey) return { ...user, secondStep: "on" };
	return { ...user, secondStep: user.secondStep === "provider" ? null : user.secondStep };
}

const isLiveRequest = ({ url }: Request) => url.includes(livePath) && new URL(url).pathname === livePath;

/** The same response as for an unknown user. */
export function serveNonMember(request: Request): Response {
	const { requestId } = parseIdentity(request.headers);
	if (isLiveRequest(request)) return asNotMember(denyListener("noAccess", requestId), null);
	return asNotMember(trpcErrorResponse("NO_ACCOUNT", "No account", requestId), null);
}

function recordSeen(db: AccountDb, user: UserRow | null, now: number): void {
	if (user?.status !== "active") return;
	// A written row costs a thousand times as much as a read row.
	if (user.lastSeenAt && now - user.lastSeenAt.getTime() < seenEveryMs) return;
	markSeen(db, user.id, now);
}

function asNotMember(response: Response, user: UserRow | null): Response {
	response.headers.set(internalHeaders.notMember, (user ? "disabled" : "unknown") satisfies NotMember);
	return response;
}
