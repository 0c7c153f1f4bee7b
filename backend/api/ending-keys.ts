import { apiKeyWarningDays, wholeDaysUntil } from "../../shared/account/api-key";
import { can } from "../../shared/account/permissions";
import { dayMs } from "../../shared/base/durations";
import type { AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { createNewId } from "../base/ids";
import { findUser, listActiveOwners, toUser } from "../db/account-rows";
import { type ApiKeyRow, changeApiKey, type EndingApiKey, findApiKey, listEndingApiKeys } from "../db/api-key-rows";
import { isWithinScope } from "../group/scope";
import { addConfigEvent } from "../journal/log-events";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

type Warning = { days: number; at: number };

/** Those still to come, the earliest first. A key that lives no longer than a warning's span goes without it. */
export function warningsOf({ createdAt, expiresAt, warnedDays }: Omit<EndingApiKey, "id">): Warning[] {
	if (expiresAt === null) return [];
	const livesMs = expiresAt.getTime() - createdAt.getTime();
	return apiKeyWarningDays
		.filter((days) => days * dayMs < livesMs && (warnedDays === null || days < warnedDays))
		.map((days) => ({ days, at: expiresAt.getTime() - days * dayMs }));
}

/**
 * Notifies whoever keeps an API key before it ends, once of each span. Where the work comes late, as after a hold or a
 * jump of the clock, only the shortest span that has begun is warned of, and no key that has ended.
 */
export function endingKeysWork({ db, hints }: { db: AccountDb; hints: Hints }): DueWork {
	const dueAt = (key: EndingApiKey) => warningsOf(key)[0]?.at ?? Number.POSITIVE_INFINITY;
	return {
		name: "ending keys",
		title: "Warning of API keys that end",
		describe: (keyId) => ({ name: findApiKey(db, keyId)?.name ?? "an API key", deviceId: null }),
		nextDueAt() {
			const first = Math.min(...listEndingApiKeys(db).map(dueAt));
			return Number.isFinite(first) ? first : null;
		},
		due(now, limit) {
			const due = listEndingApiKeys(db).filter((key) => dueAt(key) <= now);
			return due.slice(0, limit).map(({ id }) => id);
		},
		async run(keyId, now) {
			const key = findApiKey(db, keyId);
			const begun = key && warningsOf(key).findLast(({ at }) => at <= now);
			if (!key || !begun) return;
			db.transaction(() => {
				changeApiKey(db, keyId, { warnedDays: begun.days });
				const facts = factsOf(db, key, now);
				if (facts !== null) warn({ db, hints, now }, { key, days: begun.days, facts });
			});
		},
	};
}

type Warned = { key: ApiKeyRow; days: number; facts: CauseFacts["apiKeyEnding"] };

function warn(store: { db: AccountDb; hints: Hints; now: number }, { key, days, facts }: Warned): void {
	const withIds = { ...store, newId: createNewId(store.now) };
	const ends = new Date(facts.expiresAt).toISOString();
	addConfigEvent({ ...withIds, user: null }, null, `API key ${key.name} expires on ${ends}`);
	for (const userId of answerableFor(store.db, key)) {
		const recipient = { to: "user", userId, channel: "email" } as const;
		queueMessage(withIds, { cause: "apiKeyEnding", about: key.id, step: days, recipient, facts });
	}
	store.hints.changed("account", "all");
}

/** Whoever keeps it, as long as they can see it and make another; else the owners. */
function answerableFor(db: AccountDb, key: ApiKeyRow): string[] {
	const keeper = findUser(db, key.keptBy);
	const isAble = keeper?.status === "active" && can(keeper.role, "editKeys");
	if (isAble && isWithinScope({ user: toUser(keeper) }, key)) return [keeper.id];
	return listActiveOwners(db).map(({ id }) => id);
}

/** Null: it ends no more, or has ended. */
function factsOf(db: AccountDb, key: ApiKeyRow | null, now: number): CauseFacts["apiKeyEnding"] | null {
	const expiresAt = key?.expiresAt?.getTime() ?? null;
	if (key === null || expiresAt === null || expiresAt <= now) return null;
	return {
		...{ keyId: key.id, name: key.name, expiresAt, daysLeft: wholeDaysUntil(expiresAt, now) },
		keeperName: findUser(db, key.keptBy)?.name ?? null,
		lastUsedAt: key.lastUsedAt?.getTime() ?? null,
	};
}

/** A key may have been revoked, or have ended, since the warning was queued. */
export const apiKeyEndingHook: CauseHooks["apiKeyEnding"] = {
	stillOwed: ({ db, now }, notices) =>
		notices.flatMap(({ id, facts: { keyId } }) => {
			const facts = factsOf(db, findApiKey(db, keyId), now);
			return facts === null ? [] : [{ id, facts }];
		}),
};
