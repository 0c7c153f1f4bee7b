import type { UsageMeter } from "../../shared/account/billing";
import { isMonthly, MeterName } from "../../shared/account/billing-meters";
import { endOfMonth } from "../../shared/account/billing-month";
import type { AccountDb, CallCount } from "../base/context";
import { type Plan, termsOf } from "../base/plan-catalog";
import type { ReadingStore } from "../base/reading-store";
import { accountOrThrow, countUsers } from "../db/account-rows";
import { countDevices } from "../db/device-rows";
import { openMonth, usageOf } from "../db/usage-rows";
import { storedBytes } from "./stored-bytes";

export type MeterParts = { db: AccountDb; readingStore: Pick<ReadingStore, "stored">; calls: Pick<CallCount, "write"> };

/** Monthly meters are of the open month. `now` is epoch ms. */
export async function readUsage({ db, readingStore, calls }: MeterParts, now: number): Promise<Map<MeterName, number>> {
	const storage = storedBytes(db, readingStore);
	calls.write();
	const counts = usageOf(db, openMonth(db, now));
	return new Map<MeterName, number>([
		...MeterName.options.map((meter) => [meter, isMonthly(meter) ? (counts.get(meter) ?? 0) : 0] as const),
		["devices", countDevices(db)],
		["users", countUsers(db)],
		["storageBytes", storage],
	]);
}

/** `plan` null: no billing, so the account's own terms apply. */
export async function readMeters(parts: MeterParts, plan: Plan | null, now: number): Promise<UsageMeter[]> {
	const usage = await readUsage(parts, now);
	const { timeZone, includedDevices, includedUsers, quotaBytes } = accountOrThrow(parts.db);
	const included: Partial<Record<MeterName, number | null>> = {
		devices: includedDevices,
		users: includedUsers,
		storageBytes: quotaBytes,
	};
	const resetsAt = new Date(endOfMonth(timeZone, openMonth(parts.db, now)));
	return MeterName.options.map((meter): UsageMeter => {
		const terms = plan ? termsOf(plan, meter) : null;
		return {
			meter,
			used: usage.get(meter) ?? 0,
			included: terms ? terms.included : (included[meter] ?? null),
			limit: terms?.limit ?? null,
			overagePrice: terms?.overagePrice ?? null,
			resetsAt: isMonthly(meter) ? resetsAt : null,
			countedAt: new Date(now),
		};
	});
}
