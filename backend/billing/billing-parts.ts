import type { MemberContext } from "../base/context";

export function billingParts({ db, readingStore, calls, planCatalog: catalog, payments }: MemberContext) {
	return { db, readingStore, calls, catalog, payments, isPaidHere: catalog.billing === "plans" && payments !== null };
}
