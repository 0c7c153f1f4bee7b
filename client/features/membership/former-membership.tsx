import type { ReactNode } from "react";
import type { FormerMembership } from "../../../shared/account/account";
import { TimeStamp } from "../../ui/time/time-stamp";

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

export function askingText({ owners, companyName }: FormerMembership, what: string): string {
	if (owners.length === 0) return `Ask whoever looks after ${companyName} ${what}`;
	const verb = owners.length === 1 ? "owns" : "own";
	return `Ask ${anyOf.format(owners)}, who ${verb} ${companyName}, ${what}`;
}

export function formerText(former: FormerMembership): ReactNode {
	const { companyName, how, at } = former;
	return (
		<>
			{how === "left" ? `You have left ${companyName}` : `You no longer belong to ${companyName}`}
			{at && (
				<>
					{" since "}
					<TimeStamp at={at.getTime()} />
				</>
			)}
			. {askingText(former, "to invite you if you should come back:")} you keep the same sign-in. You can also join
			another company, or create your own below.
		</>
	);
}
