import { liveAgeParameter, liveRememberedMs } from "../../shared/live";
import type { UserRow } from "../account/user-rows";
import type { Identity } from "../context";
import type { LiveSockets } from "./live-sockets";

type Handshake = { request: Request; user: UserRow; identity: Identity };

/** Opens the socket of an active member whose session goes on. */
export function listen(live: Pick<LiveSockets, "accept">, { request, user, identity }: Handshake): Response {
	return live.accept({
		userId: user.id,
		role: user.role,
		scope: user.scope,
		signIn: identity.signIn,
		expiresAt: identity.expiresAt,
		changedWithin: ageOf(request.url),
	});
}

function ageOf(url: string): number {
	const age = Number(new URL(url).searchParams.get(liveAgeParameter) ?? 0);
	return Number.isFinite(age) ? Math.min(Math.max(age, 0), liveRememberedMs) : 0;
}
