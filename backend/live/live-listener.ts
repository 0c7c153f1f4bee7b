import * as z from "zod/mini";
import { Scope } from "../../shared/account/account";
import { type Capability, can, Role } from "../../shared/account/permissions";
import { type LiveTopic, liveCloseCodes, liveRememberedMs } from "../../shared/overview/live";
import { type AccountDb, SignIn } from "../base/context";
import { findUser, type UserRow } from "../db/account-rows";
import { listDeviceIds } from "../db/group-rows";
import { isSessionEnded } from "../session/sign-ins";

const everything = "all";

export const LiveListener = z.object({
	userId: z.string(),
	role: Role,
	scope: Scope,
	signIn: SignIn,
	/** Epoch seconds. */
	expiresAt: z.number(),
	/** Epoch ms. */
	openedAt: z.number(),
});
export type LiveListener = z.infer<typeof LiveListener>;

type Standing = { isEntitled: true; user: UserRow } | { isEntitled: false; code: 4401 | 4403 };

/** Runs before each invalidation, so that every loss of access counts. */
export function standingOf(db: AccountDb, listener: LiveListener, now: number): Standing {
	const { userId, role, scope, signIn, expiresAt } = listener;
	const user = findUser(db, userId);
	if (now >= expiresAt * 1000 || (user && isSessionEnded(db, user, signIn, now))) {
		return { isEntitled: false, code: liveCloseCodes.signedOut };
	}
	const isSame = user?.status === "active" && user.role === role && isSameScope(user.scope, scope);
	return isSame ? { isEntitled: true, user } : { isEntitled: false, code: liveCloseCodes.accessChanged };
}

function isSameScope(one: Scope, other: Scope): boolean {
	if (one === "all" || other === "all") return one === other;
	const [groups, others] = [new Set(one.groupIds), new Set(other.groupIds)];
	return groups.size === others.size && [...groups].every((id) => others.has(id));
}

export type Changes = Map<LiveTopic, Set<string> | "all">;

const capabilityOf: Record<LiveTopic, Capability> = {
	log: "viewFleet",
	devices: "viewFleet",
	alerts: "viewFleet",
	groups: "viewFleet",
	account: "viewAccount",
	messages: "viewMessages",
	reports: "viewFleet",
};

export function visibleTopics(db: AccountDb, user: Pick<UserRow, "role" | "scope">, changes: Changes): LiveTopic[] {
	const { role, scope } = user;
	let theirs: string[] | null = null;
	const isInScope = (deviceIds: Set<string> | "all") => {
		if (scope === "all" || deviceIds === "all") return true;
		theirs ??= listDeviceIds(db, scope.groupIds);
		return theirs.some((deviceId) => deviceIds.has(deviceId));
	};
	return [...changes]
		.filter(([topic, deviceIds]) => can(role, capabilityOf[topic]) && isInScope(deviceIds))
		.map(([topic]) => topic);
}

/** Above this number, entries older than `liveRememberedMs` are deleted. */
const fewestStored = 2_000;

export function createRecentChanges() {
	const changedAt = new Map<LiveTopic, Map<string, number>>();

	function forgetOld(known: Map<string, number>, at: number): void {
		for (const [key, changed] of known) {
			if (at - changed <= liveRememberedMs) return;
			known.delete(key);
		}
	}

	return {
		record(topic: LiveTopic, deviceIds: string[] | "all", at: number): void {
			const known = changedAt.get(topic) ?? new Map<string, number>();
			changedAt.set(topic, known);
			for (const key of deviceIds === "all" ? [everything] : deviceIds) {
				known.delete(key);
				known.set(key, at);
			}
			if (known.size > fewestStored) forgetOld(known, at);
		},
		since(from: number): Changes {
			const changes: Changes = new Map();
			for (const [topic, times] of changedAt) {
				const keys = [...times].filter(([, at]) => at > from).map(([key]) => key);
				if (keys.includes(everything)) changes.set(topic, "all");
				else if (keys.length > 0) changes.set(topic, new Set(keys));
			}
			return changes;
		},
	};
}
