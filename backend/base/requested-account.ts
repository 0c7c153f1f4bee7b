import { accountParameter, headerNames } from "../../shared/base/header-names";

/** `named`: only this account. `preferred`: tried before the default. Both are checked against the directory. */
export type RequestedAccount = { named: string | null; preferred: string | null };

export function accountByHeaders(headers: Headers): RequestedAccount {
	return { named: headers.get(headerNames.account), preferred: headers.get(headerNames.preferredAccount) };
}

/** Sockets and files are opened by URL, which names their account. */
export function accountByAddress(url: string): RequestedAccount {
	return { named: new URL(url).searchParams.get(accountParameter), preferred: null };
}
