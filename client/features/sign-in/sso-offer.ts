import type { SsoBegun, SsoOffer } from "../../../shared/session/session";
import { type AuthFailure, post } from "../../api/auth-api";
import { t } from "../../words/made/sso";
import { keepSsoStart } from "./sso-start";
import { isEmailAddress } from "./step-rules";

/** Takes the password's place on the form while the address is of the domain. */
export type ShownSsoOffer = {
	isFor: (email: string) => boolean;
	action: string;
	usePassword: string;
	/** Leaves for the company's provider. Returns why it could not. */
	go: (email: string, next: string | undefined) => Promise<AuthFailure | null>;
	/** The person prefers the password on this page. */
	decline: () => null;
};

const asked = new Map<string, Promise<ShownSsoOffer | null>>();

/** The address with its domain as DNS knows it: browsers leave `bücher.example` as it was typed, or not. */
function inAscii(email: string): string {
	const at = email.lastIndexOf("@") + 1;
	const address = `https://${email.slice(at)}/`;
	const isHost = !/[/\\?#:@]/.test(email.slice(at)) && URL.canParse(address);
	return email.slice(0, at) + (isHost ? new URL(address).hostname : email.slice(at).toLowerCase());
}

const domainOf = (email: string) => inAscii(email).slice(email.lastIndexOf("@") + 1);

/** Requests each domain once. Null: no company, or no response; the password is there anyway. */
export function findSsoOffer(email: string): Promise<ShownSsoOffer | null> {
	const domain = domainOf(email);
	const known = asked.get(domain);
	if (known || !isEmailAddress(inAscii(email))) return known ?? Promise.resolve(null);
	const asking = fetchOffer(domain);
	asked.set(domain, asking);
	return asking;
}

async function fetchOffer(domain: string): Promise<ShownSsoOffer | null> {
	const response = await post<SsoOffer>("sso/offer", { domain });
	if (!response.ok) asked.delete(domain);
	const company = response.ok ? response.value.company : null;
	if (company === null) return null;
	return {
		isFor: (email) => domainOf(email) === domain,
		action: t("continue", { company }),
		usePassword: t("usePassword"),
		go: (email, next) => goToProvider(domain, inAscii(email), next),
		decline: () => {
			asked.set(domain, Promise.resolve(null));
			return null;
		},
	};
}

async function goToProvider(domain: string, email: string, next: string | undefined): Promise<AuthFailure | null> {
	const response = await post<SsoBegun>("sso", { domain, email });
	if (!response.ok) return response.failure;
	const { id, address } = response.value;
	keepSsoStart({ id, email, next });
	window.location.assign(address);
	return null;
}
