// Apart from the limits: this is in the first load of every page.

/** Sent by the client with every call and by the Worker with every response; an outdated page offers to reload. */
export const contractVersion = "2";
/** The oldest client version that is still answered: the previous release's. */
export const oldestContractVersion = "1";

export const headerNames = {
	requestedBy: "x-requested-by",
	/** Of the console, new for every request: logs, answers and the audit log go by it. */
	requestId: "x-request-id",
	/** What the caller sent as its `x-request-id`, towards the backend. */
	callerRequestId: "x-caller-request-id",
	contractVersion: "x-aqlcloud-contract",
	idToken: "x-aqlcloud-id-token",
	/** Which account a page means, and of whom a response is. To and from this product's own backend only. */
	account: "x-aqlcloud-account",
	/** Which one is meant where a page names none: that of the cookie. */
	preferredAccount: "x-aqlcloud-account-default",
	/** The `sub` of the person whose page sends a call. The console Worker alone reads it. */
	person: "x-aqlcloud-person",
	/** `ended` on an upstream 401: the backend has ended this session. */
	session: "x-session",
} as const;
export const requestedByValue = "aqlcloud";

/** Where there is no header: in the address of a socket, a file, a link of a message, and of a page that switches. */
export const accountParameter = "account";
/** The same for the person, in the address of a socket and of a file. */
export const personParameter = "person";
/** The account that was switched to last, which a new tab begins with. */
export const accountCookie = "aql.account";
