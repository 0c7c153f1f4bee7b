import { closingMs } from "../../shared/account/leaving";
import { dayMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { changeAccountDeletion, findAccountDeletion } from "../db/account-deletion-rows";
import { notifyMembers } from "./plan-deletion";

const remindedBeforeMs = dayMs;

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	closeScreens: () => void;
};

/** A closed account runs no jobs, so `goOnClosing` does the rest. */
export function deletionWork({ db, closeScreens }: Parts): Job {
	function next(): { at: number; subject: "remind" | "close" } | null {
		const row = findAccountDeletion(db);
		if (row === null || row.closedAt !== null) return null;
		const isReminded = row.remindedAt !== null;
		return isReminded ? { at: row.endsAt, subject: "close" } : { at: row.endsAt - remindedBeforeMs, subject: "remind" };
	}

	return {
		name: "delete account",
		title: said("work.is.deletingAccount"),
		isUrgent: true,
		describe: () => ({ name: "the account", deviceId: null }),
		nextDueAt: () => {
			const row = findAccountDeletion(db);
			return row?.closedAt == null ? (next()?.at ?? null) : row.closedAt + closingMs;
		},
		due: (now) => {
			const found = next();
			return found !== null && found.at <= now ? [found.subject] : [];
		},
		run: async (subject, now) => {
			const row = findAccountDeletion(db);
			if (row === null || next()?.subject !== subject) return;
			if (subject === "close") {
				changeAccountDeletion(db, { closedAt: now });
				closeScreens();
				return;
			}
			db.transaction(() => {
				changeAccountDeletion(db, { remindedAt: now });
				if (now >= row.endsAt) return;
				const facts = { what: "soon", by: row.requestedBy, at: row.endsAt } as const;
				notifyMembers({ db, now, newId: createNewId(now) }, facts);
			});
		},
	};
}
