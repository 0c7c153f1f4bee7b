import type { Statement } from "../../shared/account/billing";
import { isMonthly, MeterName, type Money, moneyText, moneyUnits } from "../../shared/account/billing-meters";
import { endOfMonth, startOfMonth } from "../../shared/account/billing-month";
import { type PlanCatalog, type PlanTerms, termsOf } from "../base/plan-catalog";
import { accountOrThrow } from "../db/account-rows";
import { openMonth, usageOf } from "../db/usage-rows";
import { currentPlan } from "./apply-plan";
import { type MeterParts, readUsage } from "./read-meters";

const gigabyte = 1_000_000_000;

/** Storage is charged in started gigabytes. */
function chargedUnits(meter: MeterName, used: number, included: number): number {
	const over = Math.max(0, used - included);
	return meter === "storageBytes" ? Math.ceil(over / gigabyte) : over;
}

export function overageAmount(
	meter: MeterName,
	used: number,
	{ included, overagePrice, currency }: Pick<PlanTerms, "included" | "overagePrice"> & { currency: string },
): Money | null {
	if (included === null || overagePrice === null) return null;
	return moneyText(moneyUnits(overagePrice) * BigInt(chargedUnits(meter, used, included)), currency);
}

type Parts = MeterParts & { catalog: PlanCatalog; isPaidHere: boolean };

/** `now` is epoch ms. Meters without a monthly count have their value at `now`. */
export async function makeStatement(parts: Parts, month: Statement["month"], now: number): Promise<Statement> {
	const { db, catalog, isPaidHere } = parts;
	const { currency } = catalog;
	const account = accountOrThrow(db);
	const usage = await readUsage(parts, now);
	const counts = usageOf(db, month);
	const plan = currentPlan(db, catalog);
	// Stripe's charges are on its own invoices.
	const isPriced = plan !== null && !isPaidHere;
	const lines = MeterName.options.map((meter) => {
		const used = isMonthly(meter) ? (counts.get(meter) ?? 0) : (usage.get(meter) ?? 0);
		const terms = plan && termsOf(plan, meter);
		const priced = isPriced && terms ? terms : { included: terms?.included ?? null, overagePrice: null };
		return { meter, used, ...pickTerms(priced), amount: overageAmount(meter, used, { ...priced, currency }) };
	});
	const price = isPriced && plan.price !== null ? moneyText(moneyUnits(plan.price), currency) : null;
	// A yearly price is not part of a month's statement.
	const monthly = plan?.cycle === "month" ? price : null;
	const sum = [monthly, ...lines.map(({ amount }) => amount)].flatMap((money) => (money === null ? [] : [money]));
	const { timeZone, companyName, planName } = account;
	return {
		month,
		timeZone,
		companyName,
		planName,
		price,
		lines,
		from: startOfMonth(timeZone, month),
		to: endOfMonth(timeZone, month),
		countedAt: now,
		cycle: plan?.cycle ?? "month",
		currency,
		total:
			sum.length === 0
				? null
				: moneyText(
						sum.reduce((total, money) => total + moneyUnits(money), 0n),
						currency,
					),
	};
}

function pickTerms({ included, overagePrice }: Pick<PlanTerms, "included" | "overagePrice">) {
	return { included, overagePrice };
}

export function isOpenMonth({ db }: Pick<Parts, "db">, month: Statement["month"], now: number): boolean {
	return month === openMonth(db, now);
}
