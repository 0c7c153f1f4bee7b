import type { FormerMembership } from "../../shared/account/account";
import { dayMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, ReadDb } from "../base/context";
import type { Job } from "../base/job";
import { addMembership, forgetMember } from "../db/account-membership-rows";
import { accountOrThrow, findAccount, findUserBySub, listActiveOwners } from "../db/account-rows";
import {
	type DepartureRow,
	departuresDue,
	findDeparture,
	finishDeparture,
	firstDepartureDueAt,
} from "../db/departure-rows";
import { forgetInvitation, indexInvitation } from "../db/directory-rows";
import {
	deleteInvitation,
	findInvitation,
	firstInvitationDueAt,
	type InvitationRow,
	invitationsDue,
	setInvitationDue,
} from "../db/invitation-rows";

const endedKeptMs = 30 * dayMs;
const ownersNamed = 3;

type Parts = { db: AccountDb; directory: D1Database };

/** Copies this account's memberships to the D1 directory. The account object is the source of truth. */
export function directoryWorks(parts: Parts): Job[] {
	return [indexInvitationsWork(parts), forgetMembersWork(parts)];
}

/** Writes invitations to the directory, and deletes them there a month after their end. Subject: an invitation id. */
function indexInvitationsWork({ db, directory }: Parts): Job {
	return {
		name: "index invitations",
		title: said("work.is.indexing"),
		describe: (id) => ({ name: `the invitation ${id}`, deviceId: null }),
		nextDueAt: () => firstInvitationDueAt(db),
		due: (now, limit) => invitationsDue(db, new Date(now), limit),
		run: async (id, now) => {
			const row = findInvitation(db, id);
			if (!row) return;
			const forgottenAt = new Date((row.endedAt ?? row.expiresAt).getTime() + endedKeptMs);
			if (forgottenAt.getTime() <= now) {
				await forgetInvitation(directory, id);
				deleteInvitation(db, row);
				return;
			}
			await indexInvitation(directory, toIndexed(db, row));
			setInvitationDue(db, row, forgottenAt);
		},
	};
}

function toIndexed(db: AccountDb, { id, email, inviterName, role, expiresAt, endedAt }: InvitationRow) {
	const { id: accountId, companyName } = accountOrThrow(db);
	const times = { expiresAt: expiresAt.getTime(), endedAt: endedAt?.getTime() ?? null };
	return { id, email, accountId, companyName, inviterName, role, ...times };
}

/** Removes former members from the directory. Subject: the member's `sub`. */
function forgetMembersWork({ db, directory }: Parts): Job {
	return {
		name: "forget members",
		title: said("work.is.forgetting"),
		describe: () => ({ name: "a former user", deviceId: null }),
		nextDueAt: () => firstDepartureDueAt(db),
		due: (_, limit) => departuresDue(db, limit),
		run: async (sub) => {
			const departure = findDeparture(db, sub);
			if (!departure) return;
			const { id: accountId } = accountOrThrow(db);
			const hasJoinedAgain = () => findUserBySub(db, sub) !== null;
			if (!hasJoinedAgain()) {
				const former = { ...lookUpPlace(db), how: departure.how, at: departure.at };
				await forgetMember(directory, { sub, accountId, former });
			}
			// The user may have joined again during the await.
			const again = { sub, accountId, lostIn: null, now: departure.at.getTime() };
			if (hasJoinedAgain()) await addMembership(directory, again);
			finishDeparture(db, departure);
		},
	};
}

/** The owners a former member can contact. Null if the person is a member or never was one. */
export function formerMembership(db: ReadDb, sub: string): FormerMembership | null {
	if (!findAccount(db)) return null;
	const user = findUserBySub(db, sub);
	if (user) return user.status === "disabled" ? { ...lookUpPlace(db), how: "disabled", at: null } : null;
	const departure: DepartureRow | null = findDeparture(db, sub);
	return departure && { ...lookUpPlace(db), how: departure.how, at: departure.at };
}

export function currentPlace(db: ReadDb): Pick<FormerMembership, "companyName" | "owners"> | null {
	return findAccount(db) ? lookUpPlace(db) : null;
}

function lookUpPlace(db: ReadDb) {
	const owners = listActiveOwners(db).map(({ name, email }) => name || email);
	return { companyName: accountOrThrow(db).companyName, owners: owners.slice(0, ownersNamed) };
}
