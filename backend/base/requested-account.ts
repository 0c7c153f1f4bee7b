import { accountParameter, headerNames } from "../../shared/base/header-names";

/**
 * Which account a user requests. `named`: that one or none. `preferred`: where they name none, that one before their
 * default. Both come from outside and are compared with what the directory lists for them.
 */
export type RequestedAccount = { named: string | null; preferred: string | null };

export function accountByHeaders(headers: Headers): RequestedAccount {
	return { named: headers.get(headerNames.account), preferred: headers.get(headerNames.preferredAccount) };
}

/** Of what is opened by its address: a socket, a file. */
export function accountByAddress(url: string): RequestedAccount {
	return { named: new URL(url).searchParams.get(accountParameter), preferred: null };
}
