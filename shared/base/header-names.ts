// Not in limits.ts, because every page loads this first.

/** Sent with every call and response. An outdated page offers to reload. */
export const contractVersion = "2";
/** The oldest accepted client version: the previous release's. */
export const oldestContractVersion = "1";

/** A property, because the compiler would not compare the names of a method. */
export type HeaderReader<Name extends string> = { get: (name: Name) => string | null };

export const headerNames = {
	requestedBy: "x-requested-by",
	requestId: "x-request-id",
	callerRequestId: "x-caller-request-id",
	contractVersion: "x-aqlcloud-contract",
	idToken: "x-aqlcloud-id-token",
	/** Account of the page or the response. Only between the console and its own backend. */
	account: "x-aqlcloud-account",
	preferredAccount: "x-aqlcloud-account-default",
	/** `sub` of the person whose page sends the call. Only the console Worker reads it. */
	person: "x-aqlcloud-person",
	/** Language tag of the page. The console Worker chooses sentences by it. */
	language: "x-language",
	/** Why the person makes the change, percent-encoded. */
	reason: "x-reason",
} as const;
export const requestedByValue = "aqlcloud";

/** URL parameter for sockets, files, links in messages and page switches, which send no headers. */
export const accountParameter = "account";
export const personParameter = "person";
export const accountCookie = "aql.account";
