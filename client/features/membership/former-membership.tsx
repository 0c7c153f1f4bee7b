import type { ReactNode } from "react";
import type { FormerMembership } from "../../../shared/account/account";
import { pageLanguage } from "../../base/page-language";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich } from "../../words/made/membership";
import "./no-company";

const anyOf = new Intl.ListFormat(pageLanguage, { type: "disjunction" });

/** A message about owners differs for none, one and several of them. */
export function ownersOf({ owners, companyName: company }: FormerMembership) {
	return { company, count: owners.length, owners: anyOf.format(owners) };
}

export function formerText(former: FormerMembership): ReactNode {
	const { how, at } = former;
	const way = how === "left" ? "left" : "removed";
	const whose = ownersOf(former);
	return at
		? rich(`former.${way}Since`, { ...whose, since: <TimeStamp at={at.getTime()} /> })
		: rich(`former.${way}`, whose);
}
