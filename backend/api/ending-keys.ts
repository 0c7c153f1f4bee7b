import type { Scope } from "../../shared/account/account";
import { apiKeyWarningDays, wholeDaysUntil } from "../../shared/account/api-key";
import { can } from "../../shared/account/permissions";
import { publicLinkWarningDays } from "../../shared/account/public-link";
import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import { mayShow } from "../account/public-link-rights";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { findUser, listActiveOwners, toUser, type UserRow } from "../db/account-rows";
import { type ApiKeyRow, changeApiKey, type EndingApiKey, findApiKey, listEndingApiKeys } from "../db/api-key-rows";
import { findGroup } from "../db/group-rows";
import { changePublicLink, findPublicLink, listEndingLinks, type PublicLinkRow } from "../db/public-link-rows";
import { changeWall, findWall, listEndingWalls, type WallRow } from "../db/wall-rows";
import { isWithinScope } from "../group/scope";
import type { CauseFacts } from "../message/causes";
import type { CauseHook } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

type Warning = { days: number; at: number };
type Ending = Omit<EndingApiKey, "id">;

/** Earliest first. A key that lives no longer than a warning's span gets no such warning. */
export function warningsOf(
	{ createdAt, expiresAt, warnedDays }: Ending,
	warningDays: readonly number[] = apiKeyWarningDays,
): Warning[] {
	if (expiresAt === null) return [];
	const livesMs = expiresAt.getTime() - createdAt.getTime();
	return warningDays
		.filter((days) => days * dayMs < livesMs && (warnedDays === null || days < warnedDays))
		.map((days) => ({ days, at: expiresAt.getTime() - days * dayMs }));
}

type EndingCause = "apiKeyEnding" | "wallEnding" | "publicLinkEnding";

type EndingKind<Row extends Ending & { name: string }, Name extends EndingCause> = {
	cause: Name;
	line: "apiKey.ends" | "screen.ends" | "publicLink.ends";
	warningDays: readonly number[];
	list(db: AccountDb): EndingApiKey[];
	find(db: AccountDb, id: string): Row | null;
	mark(db: AccountDb, id: string, warnedDays: number): void;
	/** The member to notify. Null: no longer able to renew it, so the owners are. */
	keeper(store: { db: AccountDb; now: number }, row: Row): UserRow | null;
	facts(db: AccountDb, row: Row, ends: { expiresAt: number; daysLeft: number }): CauseFacts[Name];
	idOf(facts: CauseFacts[Name]): string;
};

const apiKeyKind: EndingKind<ApiKeyRow, "apiKeyEnding"> = {
	cause: "apiKeyEnding",
	line: "apiKey.ends",
	warningDays: apiKeyWarningDays,
	list: listEndingApiKeys,
	find: findApiKey,
	mark: (db, id, warnedDays) => changeApiKey(db, id, { warnedDays }),
	keeper: ({ db }, { keptBy, scope }) => ableKeeper(db, keptBy, scope),
	facts: (db, { id, name, keptBy, lastUsedAt }, ends) => ({
		keyId: id,
		name,
		...ends,
		keeperName: findUser(db, keptBy)?.name ?? null,
		lastUsedAt: lastUsedAt?.getTime() ?? null,
	}),
	idOf: ({ keyId }) => keyId,
};

const wallKind: EndingKind<WallRow, "wallEnding"> = {
	cause: "wallEnding",
	line: "screen.ends",
	warningDays: apiKeyWarningDays,
	list: listEndingWalls,
	find: findWall,
	mark: (db, id, warnedDays) => changeWall(db, id, { warnedDays }),
	keeper: ({ db }, { createdBy, groupId }) => ableKeeper(db, createdBy, { groupIds: [groupId] }),
	facts: (db, { id, name, groupId, createdBy, lastSeenAt }, ends) => ({
		wallId: id,
		name,
		...ends,
		groupName: findGroup(db, groupId)?.name ?? "",
		path: `/groups/${groupId}`,
		keeperName: findUser(db, createdBy)?.name ?? null,
		lastSeenAt: lastSeenAt?.getTime() ?? null,
	}),
	idOf: ({ wallId }) => wallId,
};

const publicLinkKind: EndingKind<PublicLinkRow, "publicLinkEnding"> = {
	cause: "publicLinkEnding",
	line: "publicLink.ends",
	warningDays: [publicLinkWarningDays],
	list: listEndingLinks,
	find: findPublicLink,
	mark: (db, id, warnedDays) => changePublicLink(db, id, { warnedDays }),
	keeper(store, { createdBy, target }) {
		const maker = findUser(store.db, createdBy);
		return mayShow(store, maker, target) ? maker : null;
	},
	facts: (db, { id, name, createdBy, openCount }, ends) => ({
		linkId: id,
		name,
		...ends,
		keeperName: findUser(db, createdBy)?.name ?? null,
		openCount,
	}),
	idOf: ({ linkId }) => linkId,
};

type EndingStore = { db: AccountDb; invalidations: Invalidations };

/** If the job runs late, it sends only the shortest span's warning, and none after the end. */
export function endingKeysWork({ db, invalidations }: EndingStore): Job {
	const store = { db, invalidations };
	const works = [warningWork(store, apiKeyKind), warningWork(store, wallKind), warningWork(store, publicLinkKind)];
	const workOf = (id: string) => works.find((work) => work.nameOf(id) !== null);
	return {
		name: "ending keys",
		title: said("work.is.endingKeys"),
		describe: (id) => ({ name: workOf(id)?.nameOf(id) ?? "an API key", deviceId: null }),
		nextDueAt() {
			const first = smallestOf(works.map((work) => work.nextDueAt()));
			return Number.isFinite(first) ? first : null;
		},
		due: (now, limit) => works.flatMap((work) => work.due(now)).slice(0, limit),
		async run(id, now) {
			workOf(id)?.run(id, now);
		},
	};
}

function warningWork<Row extends Ending & { name: string }, Name extends EndingCause>(
	{ db, invalidations }: EndingStore,
	kind: EndingKind<Row, Name>,
) {
	const dueAt = (ending: Ending) => warningsOf(ending, kind.warningDays)[0]?.at ?? Number.POSITIVE_INFINITY;
	return {
		nameOf: (id: string) => kind.find(db, id)?.name ?? null,
		nextDueAt: () => smallestOf(kind.list(db).map(dueAt)),
		due: (now: number) =>
			kind
				.list(db)
				.filter((ending) => dueAt(ending) <= now)
				.map(({ id }) => id),
		run(id: string, now: number) {
			const row = kind.find(db, id);
			const begun = row && warningsOf(row, kind.warningDays).findLast(({ at }) => at <= now);
			if (!row || !begun) return;
			db.transaction(() => {
				kind.mark(db, id, begun.days);
				const facts = factsOf({ db, now }, kind, row);
				if (facts === null || row.expiresAt === null) return;
				const store = { db, invalidations, now, newId: createNewId(now) };
				const ends = { name: row.name, at: row.expiresAt.toISOString() };
				addConfigEvent({ ...store, user: null }, null, said(kind.line, ends));
				// The day of the warning: a key with a later end is warned of again.
				const step = Math.floor(row.expiresAt.getTime() / dayMs) - begun.days;
				for (const userId of keepersFor(db, kind.keeper({ db, now }, row))) {
					const recipient = { to: "user", userId, channel: "email" } as const;
					queueMessage(store, { cause: kind.cause, about: id, step, recipient, facts });
				}
				invalidations.changed("account", "all");
			});
		},
	};
}

function ableKeeper(db: AccountDb, id: string, scope: Scope): UserRow | null {
	const keeper = findUser(db, id);
	const isAble = keeper?.status === "active" && can(keeper.role, "editKeys");
	return isAble && isWithinScope({ user: toUser(keeper) }, { scope }) ? keeper : null;
}

function keepersFor(db: AccountDb, keeper: UserRow | null): string[] {
	return keeper ? [keeper.id] : listActiveOwners(db).map((owner) => owner.id);
}

/** Null: the key is gone, has no end or has ended. */
function factsOf<Row extends Ending & { name: string }, Name extends EndingCause>(
	{ db, now }: { db: AccountDb; now: number },
	kind: EndingKind<Row, Name>,
	row: Row | null,
): CauseFacts[Name] | null {
	const expiresAt = row?.expiresAt?.getTime() ?? null;
	if (row === null || expiresAt === null || expiresAt <= now) return null;
	return kind.facts(db, row, { expiresAt, daysLeft: wholeDaysUntil(expiresAt, now) });
}

function endingHook<Row extends Ending & { name: string }, Name extends EndingCause>(
	kind: EndingKind<Row, Name>,
): CauseHook<Name> {
	return {
		stillOwed: (store, notices) =>
			notices.flatMap((notice) => {
				const facts = factsOf(store, kind, kind.find(store.db, kind.idOf(notice.facts)));
				return facts === null ? [] : [{ id: notice.id, facts }];
			}),
	};
}

export const endingHooks = {
	apiKeyEnding: endingHook(apiKeyKind),
	wallEnding: endingHook(wallKind),
	publicLinkEnding: endingHook(publicLinkKind),
};
