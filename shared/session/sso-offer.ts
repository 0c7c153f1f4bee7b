import * as z from "zod/mini";

/** The console Worker reads here which company signs in by its own provider. Browsers cannot reach it. */
export const ssoOfferPath = "/api/session/sso";

/** `provider`: its name in the user pool. */
export const StoredSsoOffer = z.object({ provider: z.string(), company: z.string() });
export type StoredSsoOffer = z.infer<typeof StoredSsoOffer>;

/** The console Worker reports here who came back from a provider, before it writes a session. */
export const ssoArrivalPath = "/api/session/sso/arrival";

/** `denied`: neither a member, nor invited, nor accepted by the domain. `full`: the plan has no room. */
export const SsoArrival = z.object({ status: z.enum(["member", "denied", "full"]) });
export type SsoArrival = z.infer<typeof SsoArrival>;

const longestDomain = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain as DNS knows it: lower case, in ASCII, without a final dot. Null for anything else, such as a number. */
export function domainName(text: string): string | null {
	const name = text.trim().replace(/\.$/, "").toLowerCase();
	const labels = name.split(".");
	const isName = labels.length > 1 && labels.every((each) => label.test(each)) && !/^[\d.]+$/.test(name);
	return isName && name.length <= longestDomain ? name : null;
}

const reservedName = /^sso-[a-z0-9]{4,24}$/;

/** Names of accounts' providers in the user pool. A provider that an operator set up by hand has another name. */
export function reservedProvider(name: string | null): string | null {
	const lower = name?.toLowerCase() ?? "";
	return reservedName.test(lower) ? lower : null;
}

/** The pool names a provider's people `<provider>_<id>`. */
export function providerOfUserName(username: string): string | null {
	const end = username.indexOf("_");
	return end === -1 ? null : reservedProvider(username.slice(0, end));
}
