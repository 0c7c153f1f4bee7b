import { accountParameter, headerNames } from "../../shared/base/header-names";

/**
 * Which account somebody asks for. `named`: that one or none. `preferred`: where they name none, that one before their
 * default. Both come from outside and are compared with what the directory lists for them.
 */
export type AskedAccount = { named: string | null; preferred: string | null };

export function askedByHeaders(headers: Headers): AskedAccount {
	return { named: headers.get(headerNames.account), preferred: headers.get(headerNames.preferredAccount) };
}

/** Of what is opened by its address: a socket, a file. */
export function askedByAddress(url: string): AskedAccount {
	return { named: new URL(url).searchParams.get(accountParameter), preferred: null };
}
