import type { SsoBegun, SsoOffer } from "../../../shared/session/session";
import { type AuthFailure, post } from "../../api/auth-api";
import { t } from "../../words/made/sso";
import { keepSsoStart } from "./sso-start";

/** What takes the password's place on the form. */
export type ShownSsoOffer = { domain: string; action: string; usePassword: string };

const asked = new Map<string, Promise<ShownSsoOffer | null>>();

/** Asks once for each domain. Null: none, or no result; the password is there anyway. */
export function findSsoOffer(email: string): Promise<ShownSsoOffer | null> {
	const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
	const known = asked.get(domain);
	if (known) return known;
	const asking = fetchOffer(domain);
	asked.set(domain, asking);
	return asking;
}

async function fetchOffer(domain: string): Promise<ShownSsoOffer | null> {
	const response = await post<SsoOffer>("sso/offer", { domain });
	if (!response.ok) asked.delete(domain);
	const company = response.ok ? response.value.company : null;
	return company === null ? null : { domain, action: t("continue", { company }), usePassword: t("usePassword") };
}

/** Leaves for the company's provider. Returns why it could not. */
export async function goToProvider(
	{ domain }: ShownSsoOffer,
	email: string,
	next: string | undefined,
): Promise<AuthFailure | null> {
	const response = await post<SsoBegun>("sso", { domain, email });
	if (!response.ok) return response.failure;
	const { id, address } = response.value;
	keepSsoStart({ id, email, next });
	window.location.assign(address);
	return null;
}
