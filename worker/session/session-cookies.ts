import { isRecord, parsedOrNull } from "../../shared/json-record";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import {
	type Cookie,
	type CookieRules,
	cookieLine,
	encodeCookieName,
	expiryLine,
	parseCookies,
	scopesReaching,
} from "./cookie-codec";
import { findLeftOver, lastUserKey } from "./left-over-cookies";
import type { SessionTokens } from "./tokens";

/** Amplify's key prefix for every pool. */
const prefix = "CognitoIdentityServiceProvider";
/** Amplify's default if no LastAuthUser is stored. */
const unnamedUser = "username";
/** Marks cookies that this Worker rewrote as HttpOnly; the old console's lack it. */
const adoptedMarker = "aql.adopted";

const clearedKeys = ["accessToken", "idToken", "clockDrift", "refreshToken", "signInDetails", "oauthMetadata"] as const;
/** Browsers hold about 180 cookies per site; the rest is expired by the next request. */
const mostExpiredNames = 40;

export type StoredSession = SessionTokens & {
	username: string;
	/** Null unless all three device values exist, which Cognito needs together. */
	deviceKey: string | null;
	signInDetails: string | null;
	isOAuthSignIn: boolean;
};

export type FoundCookies = {
	/** Without what is left over. */
	present: Cookie[];
	/** In another spelling than the session's, to be expired. */
	leftOver: Cookie[];
	isAdopted: boolean;
	/** A name occurred twice, so a sibling host may have planted one. `present` then holds all. */
	isAmbiguous: boolean;
	isNamed: boolean;
	usernames: string[];
	stored: StoredSession | null;
};

type CookieWriter = CookieRules & { clientId: string };

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

export type ConfirmedDevice = { deviceKey: string; deviceGroupKey: string; randomPasswordKey: string };

type SessionToWrite = SessionTokens & {
	username: string;
	signInDetails: string | null;
	/** Of a pool that tracks devices; absent: the stored one stays. */
	device?: ConfirmedDevice | null;
	/** `iat` of the access token less our clock, in ms; written for Amplify, never read here. */
	clockDriftMs: number;
};

/** In Amplify's order; null if one is too large for a browser. */
export function writeSession(session: SessionToWrite, found: FoundCookies, writer: CookieWriter): string[] | null {
	const entries = sessionEntries(session, writer.clientId);
	const stale = `${prefix}.${writer.clientId}.${session.username}.idToken`;
	const dropped = entries.has(stale) ? [] : found.present.filter(({ name }) => name === stale);
	const kept = found.isAdopted ? [] : found.present.filter((cookie) => !dropped.includes(cookie));
	for (const { name, value } of kept) if (!entries.has(name)) entries.set(name, value);
	return writeEntries({ entries, dropped, found, writer });
}

/** Rewrites the cookies of the old console, which scripts can read, as HttpOnly. */
export function adoptCookies(found: FoundCookies, writer: CookieWriter): string[] | null {
	const entries = new Map(found.present.map(({ name, value }) => [name, value]));
	return writeEntries({ entries, dropped: [], found, writer });
}

export function replaceSession(session: SessionToWrite, found: FoundCookies, writer: CookieWriter): string[] | null {
	const entries = sessionEntries(session, writer.clientId);
	const dropped = found.present.filter(({ name }) => isCleared(name) && !entries.has(name));
	return writeEntries({ entries, dropped, found: { ...found, isAdopted: false }, writer });
}

function sessionEntries(session: SessionToWrite, clientId: string): Map<string, string> {
	const key = (name: string) => `${prefix}.${clientId}.${session.username}.${name}`;
	const entries = new Map<string, string>([
		[`${prefix}.${clientId}.LastAuthUser`, session.username],
		[key("accessToken"), session.accessToken],
	]);
	if (session.idToken !== null) entries.set(key("idToken"), session.idToken);
	if (session.refreshToken !== null) entries.set(key("refreshToken"), session.refreshToken);
	for (const [name, value] of Object.entries(session.device ?? {})) entries.set(key(name), value);
	if (session.signInDetails !== null) entries.set(key("signInDetails"), session.signInDetails);
	return entries.set(key("clockDrift"), String(session.clockDriftMs));
}

type Writing = { entries: Map<string, string>; dropped: Cookie[]; found: FoundCookies; writer: CookieWriter };

function writeEntries({ entries, dropped, found, writer }: Writing): string[] | null {
	const expired = new Set([...dropped.map(({ rawName }) => rawName), ...otherSpellings(entries, found)]);
	const lines = [...expired].map((rawName) => expiryLine(rawName, writer));
	for (const [name, value] of entries) {
		const line = cookieLine(name, value, writer);
		if (line === null) return null;
		lines.push(line);
	}
	if (!found.isAdopted) lines.push(`${cookieLine(adoptedMarker, "1", writer)}`);
	return lines;
}

/** Amplify's Next.js adapter does not encode parentheses, which would duplicate our names. */
function otherSpellings(entries: Map<string, string>, { present, leftOver }: FoundCookies): string[] {
	const replaced = present.filter(({ name, rawName }) => entries.has(name) && rawName !== encodeCookieName(name));
	return [...replaced, ...leftOver].map(({ rawName }) => rawName);
}

/** For a session that is not written again. */
export function expireLeftOver({ leftOver }: FoundCookies, writer: CookieWriter): string[] {
	return leftOver.slice(0, mostExpiredNames).map(({ rawName }) => expiryLine(rawName, writer));
}

/** Amplify's clear list, and the marker. Device keys stay, as in Amplify. */
export function clearSession(found: FoundCookies, writer: CookieWriter): string[] {
	const own = ownNames(found, writer.clientId);
	const present = [...ownFirst(found.present, own).filter(({ name }) => isCleared(name)), ...found.leftOver];
	const names = new Set([...[...own].map(encodeCookieName), ...present.map(({ rawName }) => rawName)]);
	return [...names].slice(0, mostExpiredNames).map((rawName) => expiryLine(rawName, writer));
}

/** Expires planted cookies in every possible scope. */
export function clearEverywhere(found: FoundCookies, writer: CookieWriter, url: string): string[] {
	const present = ownFirst(found.present, ownNames(found, writer.clientId));
	const rawNames = new Set([adoptedMarker, ...present.map(({ rawName }) => rawName)]);
	const scopes = scopesReaching(new URL(url));
	return [...rawNames]
		.slice(0, mostExpiredNames)
		.flatMap((rawName) => scopes.map((scope) => expiryLine(rawName, writer, scope)));
}

/** The session of the users in LastAuthUser, and the marker. */
function ownNames({ usernames }: FoundCookies, clientId: string): Set<string> {
	const ofUsers = usernames.flatMap((username) => clearedKeys.map((key) => `${username}.${key}`));
	return new Set([adoptedMarker, ...["LastAuthUser", ...ofUsers].map((key) => `${prefix}.${clientId}.${key}`)]);
}

/** A sibling host can plant more names than one answer expires, so the session's own come first. */
function ownFirst(present: Cookie[], own: Set<string>): Cookie[] {
	return present.toSorted((one, other) => Number(own.has(other.name)) - Number(own.has(one.name)));
}

function isCleared(name: string): boolean {
	const lastKey = name.slice(name.lastIndexOf(".") + 1);
	return lastKey === lastUserKey || clearedKeys.some((key) => key === lastKey);
}

export function cookieWriterOf({ settings }: Services, context: RequestContext): CookieWriter {
	const { sameSite, isSecure } = settings.cookies;
	return {
		clientId: settings.clientId,
		sameSite,
		// Browsers accept SameSite=None only with Secure.
		isSecure: isSecure && (context.isSecure || sameSite === "None"),
	};
}
