import { accountParameter } from "./header-names";

/** A page of the console that opens in this account, whichever the reader's tab or browser has. */
export function pageOfAccount(path: string, accountId: string): string {
	const [address = "", ...fragment] = path.split("#");
	const joined = `${address}${address.includes("?") ? "&" : "?"}${accountParameter}=${accountId}`;
	return [joined, ...fragment].join("#");
}

/** Links of messages, each with its token: what follows this path acts without a sign-in. */
export const linkPath = "/api/links/";
