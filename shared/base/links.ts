import { accountParameter } from "./header-names";

/** A page of the console that opens in this account, whichever account the browser used last. */
export function pageOfAccount(path: string, accountId: string): string {
	const [address = "", ...fragment] = path.split("#");
	const joined = `${address}${address.includes("?") ? "&" : "?"}${accountParameter}=${accountId}`;
	return [joined, ...fragment].join("#");
}

/** Links in messages. The token after this path works without a sign-in. */
export const linkPath = "/api/links/";

export const callPath = "/api/calls/";

/** Links in SMS: a code of 15 characters follows. */
export const shortLinkPath = "/a/";
