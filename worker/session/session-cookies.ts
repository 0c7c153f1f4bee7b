import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import type { SessionTokens } from "../cognito/tokens";
import { type Cookie, parseCookies } from "./cookie-codec";
import { findLeftOver, lastUserKey } from "./left-over-cookies";

/** Amplify's key prefix for every pool. */
export const prefix = "CognitoIdentityServiceProvider";
const unnamedUser = "username";
/** Marks cookies that this Worker rewrote as HttpOnly; the old console's lack it. */
export const adoptedMarker = "aql.adopted";

export type StoredSession = SessionTokens & {
	username: string;
	/** Null unless all three device values exist, which Cognito needs together. */
	deviceKey: string | null;
	signInDetails: string | null;
	isOAuthSignIn: boolean;
};

export type FoundCookies = {
	present: Cookie[];
	leftOver: Cookie[];
	isAdopted: boolean;
	/** A name occurred twice, so a sibling host may have planted one. `present` then holds all. */
	isAmbiguous: boolean;
	isNamed: boolean;
	usernames: string[];
	stored: StoredSession | null;
};

export function findSessionCookies(header: string, clientId: string): FoundCookies {
	const clientPrefix = `${prefix}.${clientId}.`;
	const all = parseCookies(header);
	const ofClient = all.filter(({ name }) => name.startsWith(clientPrefix));
	const byKey = Map.groupBy(ofClient, ({ name }) => name.slice(clientPrefix.length));
	const leftOver = byKey.size === ofClient.length ? nothing : findLeftOver(byKey);
	const present = leftOver?.size ? ofClient.filter((cookie) => !leftOver.has(cookie)) : ofClient;
	const named = (byKey.get(lastUserKey) ?? []).map(({ value }) => value || unnamedUser);
	return {
		present,
		leftOver: [...(leftOver ?? nothing)],
		isAdopted: all.some(({ name }) => name === adoptedMarker),
		isAmbiguous: leftOver === null,
		isNamed: named.length > 0,
		usernames: named.length > 0 ? named : [unnamedUser],
		stored: leftOver === null ? null : storedSession(present, clientPrefix),
	};
}

const nothing: ReadonlySet<Cookie> = new Set();

function storedSession(present: Cookie[], clientPrefix: string): StoredSession | null {
	const values = new Map(present.map(({ name, value }) => [name.slice(clientPrefix.length), value]));
	const username = values.get("LastAuthUser") || unnamedUser;
	const read = (key: string) => values.get(`${username}.${key}`) || null;
	const accessToken = read("accessToken");
	if (accessToken === null) return null;
	const deviceKey = read("deviceKey");
	const isDeviceWhole = deviceKey !== null && read("deviceGroupKey") !== null && read("randomPasswordKey") !== null;
	return {
		username,
		accessToken,
		idToken: read("idToken"),
		refreshToken: read("refreshToken"),
		deviceKey: isDeviceWhole ? deviceKey : null,
		signInDetails: read("signInDetails"),
		isOAuthSignIn: isOAuthSignIn(read("oauthMetadata") ?? ""),
	};
}

function isOAuthSignIn(oauthMetadata: string): boolean {
	const metadata = parsedOrNull(oauthMetadata);
	return isRecord(metadata) && metadata.oauthSignIn === true;
}
