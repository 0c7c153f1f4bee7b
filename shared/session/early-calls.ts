import { contractVersion, headerNames, requestedByValue } from "../base/header-names";

export const tabTurns = { turnsWithinMs: 10_000, respondWithinMs: 10_000, lockName: "aql-refresh" } as const;
/** Names in the browser's storage: the session's refresh (of all tabs) and the account (of one tab). */
export const storageNames = { refreshDue: "refresh-due", account: "aqlAccount" } as const;

/** Values that `client/public/preload.js`, which imports nothing, reads in the page. */
export const earlyCalls = {
	checked: { accept: "application/json", [headerNames.requestedBy]: requestedByValue },
	batched: { [headerNames.requestedBy]: requestedByValue, [headerNames.contractVersion]: contractVersion },
	personHeader: headerNames.person,
	accountHeader: headerNames.account,
	...tabTurns,
	storageNames,
};
