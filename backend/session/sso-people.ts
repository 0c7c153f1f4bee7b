import { minuteMs, secondMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import { providerOfUserName, reservedProvider } from "../../shared/session/sso-offer";
import type { SsoPeople } from "../base/identify";
import { findHeldDomain, findPersonSub, type HeldDomain, type PersonSub } from "../db/sso-rows";
import { domainOfAddress } from "./ascii-domain";

const personMs = 5 * minuteMs;
const domainMs = 30 * secondMs;
const mostRemembered = 10_000;
/** The id of no account. */
const nowhere = "";

/**
 * Says who a sign-in at a company's provider is. It opens that company's account alone, in which its address counts while
 * the account holds the domain, whatever the provider states. Elsewhere the same tokens identify no one.
 */
export function createSsoPeople(directory: D1Database, now: () => number): SsoPeople {
	const people = createExpiringMap<string, PersonSub>({ most: mostRemembered, now });
	const domains = createExpiringMap<string, HeldDomain | "free">({ most: mostRemembered, now });

	async function aliasOf(sub: string): Promise<PersonSub | null> {
		const known = people.get(sub);
		if (known) return known;
		const found = await findPersonSub(directory, sub);
		// Never remembers that there is none: the next request may follow an arrival in another isolate.
		if (found) people.set(sub, found, now() + personMs);
		return found;
	}

	async function isHeldBy(accountId: string, domain: string): Promise<boolean> {
		const known = domains.get(domain);
		const held = known ?? (await findHeldDomain(directory, domain, now())) ?? "free";
		if (!known) domains.set(domain, held, now() + domainMs);
		return held !== "free" && held.accountId === accountId;
	}

	return {
		async personOf({ sub, username }, id) {
			const provider = reservedProvider(id?.provider ?? null) ?? providerOfUserName(username);
			if (provider === null) return { sub, email: id?.verifiedEmail ?? null, reach: null };
			const alias = await aliasOf(sub);
			if (alias?.provider !== provider) return { sub, email: null, reach: nowhere };
			const { person, accountId } = alias;
			const domain = domainOfAddress(id?.email ?? "");
			const counts = domain !== null && (await isHeldBy(accountId, domain));
			return { sub: person, email: counts ? (id?.email ?? null) : null, reach: accountId };
		},
	};
}
