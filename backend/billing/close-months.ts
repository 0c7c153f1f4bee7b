import type { BillingMonth } from "../../shared/account/billing";
import { endOfMonth, monthAfter, monthOf } from "../../shared/account/billing-month";
import { said } from "../../shared/log/said";
import type { Invalidations } from "../base/context";
import type { Job } from "../base/job";
import type { PlanCatalog } from "../base/plan-catalog";
import { accountOrThrow, findAccount } from "../db/account-rows";
import { closeDirectoryMonth } from "../db/directory-billing-rows";
import { firstCountedMonth, insertStatement, lastClosedMonth } from "../db/usage-rows";
import { makeStatement } from "./make-statement";
import type { MeterParts } from "./read-meters";

type Parts = MeterParts & {
	invalidations: Invalidations;
	catalog: PlanCatalog;
	isPaidHere: boolean;
	directory: D1Database;
};

/** Oldest first. A subject is a month. Without billing it closes only months with counts. */
export function closeMonthsWork(parts: Parts): Job {
	const { db, invalidations, catalog, directory } = parts;
	// Cached: it runs at every write, and the calendar is slow.
	let known = { key: "", endsAt: 0 };

	function firstOpen(): { month: BillingMonth; timeZone: string } | null {
		const account = findAccount(db);
		if (!account) return null;
		const { timeZone, createdAt } = account;
		const closed = lastClosedMonth(db);
		if (catalog.billing === "none") {
			const month = firstCountedMonth(db, closed ?? "");
			return month === null ? null : { month, timeZone };
		}
		const month = closed === null ? monthOf(timeZone, createdAt.getTime()) : monthAfter(closed);
		return { month, timeZone };
	}

	function endOf({ month, timeZone }: { month: BillingMonth; timeZone: string }): number {
		const key = `${month} ${timeZone}`;
		if (known.key !== key) known = { key, endsAt: endOfMonth(timeZone, month) };
		return known.endsAt;
	}

	return {
		name: "close months",
		title: said("work.is.closing"),
		describe: (month) => ({ name: `the month ${month}`, deviceId: null }),
		nextDueAt: () => {
			const open = firstOpen();
			return open && endOf(open);
		},
		due: (now) => {
			const open = firstOpen();
			return open && endOf(open) <= now ? [open.month] : [];
		},
		run: async (month, now) => {
			const made = await makeStatement(parts, month, now);
			const { id: accountId } = accountOrThrow(db);
			const statement = await closeDirectoryMonth(directory, { accountId, statement: made, now });
			insertStatement(db, statement, statement.countedAt);
			invalidations.changed("account", "all");
		},
	};
}
