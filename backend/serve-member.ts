import { isClosedTo, lacksSecondStep } from "../shared/account/account";
import { minuteMs } from "../shared/base/durations";
import { headerNames } from "../shared/base/header-names";
import { livePath } from "../shared/overview/live";
import { followIdentity } from "./account/members";
import { reportEmergencyUse } from "./account/only-sso";
import { accountContext } from "./account-context";
import type { AccountStore } from "./account-parts";
import type { AccountDb, Identity } from "./base/context";
import { trpcErrorResponse } from "./base/errors";
import { internalHeaders, type NotMember, parseIdentity } from "./base/internal-headers";
import { findUser, markSeen, toUser, type UserRow } from "./db/account-rows";
import { findCaller } from "./db/session-rows";
import { denyListener } from "./live/live-endpoint";
import { listen } from "./live/live-sockets";
import { serveRouter } from "./serve-router";
import { browserLabel, endingOf, marked, recordSession, sessionEndedResponse, signInKey } from "./session/sign-ins";

const seenEveryMs = 15 * minuteMs;
/** Emergency owners need a second step at once, which their account cannot choose otherwise. */
const always = new Date(0);

export async function serveMember(
	store: AccountStore,
	request: Request,
	afterWrite: () => Promise<void>,
): Promise<Response> {
	const { db, now, live } = store;
	const { identity, accountId, requestId, callerRequestId, address, ...standing } = parseIdentity(request.headers);
	const userAgent = request.headers.get("user-agent");
	const isLive = isLiveRequest(request);
	const caller = findCaller(db, identity.sub, signInKey(identity.signIn));
	const why = caller && endingOf(caller, identity.signIn, { now, idleMinutes: identity.idleMinutes });
	if (why !== null) {
		return isLive ? marked(denyListener("sessionEnded", requestId), why) : sessionEndedResponse(requestId, why);
	}
	const found = caller?.user ?? null;
	const member = found?.status === "active" ? followIdentity(db, found, identity) : found;
	const user = member && asSignedIn(member, identity);
	if (user?.email !== found?.email) live.changed("account", "all");
	recordSeen(db, user, now);
	const isEmergency = !identity.signIn.provider && caller?.account?.emergencyOwners != null;
	const browser = browserLabel(userAgent);
	const origin = { address, browser, requestId, callerRequestId, provider: identity.provider };
	if (caller && user?.status === "active") {
		const about = recordSession(store, { caller, signIn: identity.signIn, userAgent, provider: identity.provider });
		if (about !== null && isEmergency) reportEmergencyUse(store, { user, browser, origin, about });
	}
	const lacksOwnStep = isEmergency && user !== null && lacksSecondStep(user);
	const secondStepFrom = lacksOwnStep ? always : (caller?.account?.secondStepFrom ?? null);
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
		user: toUser(user),
		secondStepFrom,
		actor: { kind: "user", id: user.id, name: user.name },
		origin,
		hasOthers: standing.hasOthers,
		isDefault: standing.hasOthers && !standing.isNamed,
		currentUser: () => {
			const row = findUser(db, user.id);
			return row ? toUser(asSignedIn(row, identity)) : { ...toUser(user), status: "disabled" };
		},
	});
	const response = await serveRouter(request, context);
	response.headers.set(headerNames.account, accountId);
	return user.status === "active" ? response : asNotMember(response, user);
}

/** A second step at a provider counts for sign-ins at the provider alone. */
function asSignedIn(user: UserRow, { provider, signIn }: Identity): UserRow {
	const isByProvider = provider !== null || Boolean(signIn.provider);
	const ofPool = user.secondStep === "provider" ? null : user.secondStep;
	return { ...user, secondStep: isByProvider ? "provider" : ofPool };
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
