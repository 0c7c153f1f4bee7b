import type { AuthErrorName } from "../../shared/session/auth-errors";
import { isPrivateLine } from "../base/loopback";
import type { Bindings } from "./bindings";

export type SettingProblem = { setting: string; error: AuthErrorName };

export type PoolSettings = {
	userPoolId: string;
	clientId: string;
	clientSecret: string | null;
	userPoolEndpoint: string;
	isUserPoolEndpointGiven: boolean;
	jwksUri: string | null;
	/** The domain where people sign in at other providers, without a final slash. Null: there are none. */
	userPoolDomain: string | null;
	userPoolIssuer: string;
	identityPoolId: string;
	identityPoolEndpoint: string;
	isIdentityPoolEndpointGiven: boolean;
	/** The relying party of passkeys; null: the console offers none. */
	passkeyDomain: string | null;
	isGuestAllowed: boolean;
	isAddressPropagated: boolean;
};

export function findPoolProblems(env: Bindings): SettingProblem[] {
	const problems: SettingProblem[] = [];
	if (!env.USER_POOL_ID) problems.push({ setting: "USER_POOL_ID", error: "AuthUserPoolException" });
	// aws-jwt-verify requires this form and derives region and issuer from it.
	else if (!/^\w{2}-(\w+-){1,2}\d_\w+$/.test(env.USER_POOL_ID)) {
		problems.push({ setting: "USER_POOL_ID", error: "InvalidUserPoolId" });
	}
	if (!env.USER_POOL_CLIENT_ID) problems.push({ setting: "USER_POOL_CLIENT_ID", error: "AuthUserPoolException" });
	if (!/^[\w-]+:[\w-]+$/.test(env.IDENTITY_POOL_ID ?? "")) {
		problems.push({ setting: "IDENTITY_POOL_ID", error: "InvalidIdentityPoolIdException" });
	}
	if (env.PASSKEY_DOMAIN && !/^(?=.{1,127}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(env.PASSKEY_DOMAIN)) {
		problems.push({ setting: "PASSKEY_DOMAIN", error: "InvalidSetting" });
	}
	if (env.COGNITO_REGION && !/^[a-z]{2}-[a-z0-9-]+-\d$/.test(env.COGNITO_REGION)) {
		problems.push({ setting: "COGNITO_REGION", error: "InvalidSetting" });
	}
	for (const setting of ["USER_POOL_ENDPOINT", "USER_POOL_DOMAIN", "IDENTITY_POOL_ENDPOINT"] as const) {
		if (env[setting] && !isEndpoint(env[setting])) problems.push({ setting, error: "InvalidSetting" });
	}
	return problems;
}

function isEndpoint(text: string): boolean {
	return URL.canParse(text) && isPrivateLine(new URL(text));
}

type Switches = Pick<PoolSettings, "isGuestAllowed" | "isAddressPropagated">;

export function toPoolSettings(env: Bindings, switches: Switches): PoolSettings {
	const userPoolRegion = env.COGNITO_REGION || env.USER_POOL_ID.slice(0, env.USER_POOL_ID.indexOf("_"));
	const identityPoolRegion = env.COGNITO_REGION || env.IDENTITY_POOL_ID.slice(0, env.IDENTITY_POOL_ID.indexOf(":"));
	const override = env.USER_POOL_ENDPOINT ? withSlash(env.USER_POOL_ENDPOINT) : null;
	return {
		userPoolId: env.USER_POOL_ID,
		clientId: env.USER_POOL_CLIENT_ID,
		clientSecret: env.USER_POOL_CLIENT_SECRET || null,
		userPoolEndpoint: override ?? endpoint("cognito-idp", userPoolRegion),
		isUserPoolEndpointGiven: override !== null,
		jwksUri: override === null ? null : `${override}${env.USER_POOL_ID}/.well-known/jwks.json`,
		userPoolDomain: env.USER_POOL_DOMAIN ? env.USER_POOL_DOMAIN.replace(/\/$/, "") : null,
		userPoolIssuer: `${endpoint("cognito-idp", userPoolRegion)}${env.USER_POOL_ID}`,
		identityPoolId: env.IDENTITY_POOL_ID,
		identityPoolEndpoint: env.IDENTITY_POOL_ENDPOINT
			? withSlash(env.IDENTITY_POOL_ENDPOINT)
			: endpoint("cognito-identity", identityPoolRegion),
		isIdentityPoolEndpointGiven: Boolean(env.IDENTITY_POOL_ENDPOINT),
		passkeyDomain: env.PASSKEY_DOMAIN || null,
		...switches,
	};
}

function endpoint(service: string, region: string): string {
	return `https://${service}.${region}.${region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com"}/`;
}

function withSlash(address: string): string {
	return address.endsWith("/") ? address : `${address}/`;
}
