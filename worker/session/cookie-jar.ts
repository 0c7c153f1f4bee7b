import type { SessionEnding } from "../../shared/session/session-endings";
import { isPlainLoopback } from "../base/loopback";
import type { SessionTokens } from "../cognito/tokens";
import type { Settings } from "../settings/settings";
import {
	challengeExpiry,
	challengeLine,
	readChallenge,
	readSsoChallenge,
	type SsoChallenge,
	type StoredChallenge,
} from "./challenge-cookie";
import {
	type Cookie,
	type CookieRules,
	cookieLine,
	encodeCookieName,
	expiryLine,
	scopesReaching,
} from "./cookie-codec";
import { activeCookie, splitActive } from "./last-acts";
import { lastUserKey } from "./left-over-cookies";
import { adoptedMarker, type FoundCookies, findSessionCookies, prefix } from "./session-cookies";

const clearedKeys = ["accessToken", "idToken", "clockDrift", "refreshToken", "signInDetails", "oauthMetadata"] as const;
/** Browsers hold about 180 cookies per site. The next request expires the rest. */
const mostExpiredNames = 40;

export type ConfirmedDevice = { deviceKey: string; deviceGroupKey: string; randomPasswordKey: string };

type SessionToWrite = SessionTokens & {
	username: string;
	signInDetails: string | null;
	/** Signed in at a provider of the pool's domain. */
	isOAuthSignIn?: boolean;
	device?: ConfirmedDevice | null;
	/** `iat` of the access token less our clock, in ms. Written for Amplify, never read here. */
	clockDriftMs: number;
};

type Entries = Map<string, string>;

/** Cookies of one request and its response, which one middleware writes. Reads nothing before its first use. */
export class CookieJar {
	#found: FoundCookies | null = null;
	#session: string[] = [];
	#challenge: string[] = [];
	#active: string[] = [];
	#split: ReturnType<typeof splitActive> | null = null;
	#written: SessionTokens | null = null;
	#ending: SessionEnding | null = null;

	constructor(
		readonly header: string,
		private readonly url: string,
		private readonly settings: Pick<Settings, "clientId" | "cookies">,
	) {}

	get found(): FoundCookies {
		const found = this.#found ?? findSessionCookies(this.header, this.settings.clientId);
		this.#found = found;
		return found;
	}

	/** The header without `aql.active`, which changes with a person's acts. */
	get steadyHeader(): string {
		this.#split ??= splitActive(this.header);
		return this.#split.rest;
	}

	get activeValues(): readonly string[] {
		this.#split ??= splitActive(this.header);
		return this.#split.values;
	}

	/** Why this request ended the session. */
	get ending(): SessionEnding | null {
		return this.#ending;
	}

	get isChanged(): boolean {
		return this.#session.length > 0 || this.#challenge.length > 0 || this.#active.length > 0;
	}

	/** Rewrites the old console's cookies, which scripts can read, as HttpOnly. Otherwise expires left-over ones. */
	adopt(): void {
		const { present, leftOver, isAdopted, stored } = this.found;
		if (isAdopted) this.#session = this.#expired(leftOver.map(({ rawName }) => rawName));
		else this.#write(stored, new Map(present.map(({ name, value }) => [name, value])), []);
	}

	/** False if a browser would drop one of the cookies; then nothing changes. */
	writeSession(session: SessionToWrite): boolean {
		const { present, isAdopted } = this.found;
		const entries = this.#entriesOf(session);
		const stale = this.#key(`${session.username}.idToken`);
		const dropped = entries.has(stale) ? [] : present.filter(({ name }) => name === stale);
		const kept = isAdopted ? [] : present.filter((cookie) => !dropped.includes(cookie));
		for (const { name, value } of kept) if (!entries.has(name)) entries.set(name, value);
		return this.#write(session, entries, dropped);
	}

	/** Stores a new sign-in: drops the previous session and marks the new one as ours. */
	replaceSession(session: SessionToWrite): boolean {
		const entries = this.#entriesOf(session);
		const dropped = this.found.present.filter(({ name }) => isCleared(name) && !entries.has(name));
		return this.#write(session, entries.set(adoptedMarker, "1"), dropped);
	}

	#entriesOf(session: SessionToWrite): Entries {
		const key = (name: string) => this.#key(`${session.username}.${name}`);
		const entries: Entries = new Map([
			[this.#key(lastUserKey), session.username],
			[key("accessToken"), session.accessToken],
		]);
		if (session.idToken !== null) entries.set(key("idToken"), session.idToken);
		if (session.refreshToken !== null) entries.set(key("refreshToken"), session.refreshToken);
		for (const [name, value] of Object.entries(session.device ?? {})) entries.set(key(name), value);
		if (session.signInDetails !== null) entries.set(key("signInDetails"), session.signInDetails);
		if (session.isOAuthSignIn) entries.set(key("oauthMetadata"), JSON.stringify({ oauthSignIn: true }));
		return entries.set(key("clockDrift"), String(session.clockDriftMs));
	}

	#write(session: SessionTokens | null, entries: Entries, dropped: Cookie[]): boolean {
		if (!this.found.isAdopted) entries.set(adoptedMarker, "1");
		const written = [...entries].map(([name, value]) => cookieLine(name, value, this.#rules));
		const expired = new Set([...dropped.map(({ rawName }) => rawName), ...this.#otherSpellings(entries)]);
		const lines = written.filter((line) => line !== null);
		if (lines.length < written.length) return false;
		this.#session = [...[...expired].map((rawName) => expiryLine(rawName, this.#rules)), ...lines];
		this.#written = session;
		return true;
	}

	/** Amplify's Next.js adapter does not encode parentheses, which would duplicate our names. */
	#otherSpellings(entries: Entries): string[] {
		const { present, leftOver } = this.found;
		const replaced = present.filter(({ name, rawName }) => entries.has(name) && rawName !== encodeCookieName(name));
		return [...replaced, ...leftOver].map(({ rawName }) => rawName);
	}

	keepActive(value: string): void {
		const line = cookieLine(activeCookie, value, this.#rules);
		this.#active = line === null ? [] : [line];
	}

	/** Called only by `endSession`. Clears Amplify's list and the marker; device keys stay, as in Amplify. */
	clearSession(why: SessionEnding): void {
		this.#ending = why;
		this.#active = this.activeValues.length === 0 ? [] : [expiryLine(activeCookie, this.#rules)];
		const { present, leftOver, usernames, isAmbiguous } = this.found;
		const ofUsers = usernames.flatMap((username) => clearedKeys.map((key) => `${username}.${key}`));
		const own = new Set([adoptedMarker, ...[lastUserKey, ...ofUsers].map((key) => this.#key(key))]);
		// A sibling host can plant more names than one response expires, so the session's own come first.
		const ownFirst = present.toSorted((one, other) => Number(own.has(other.name)) - Number(own.has(one.name)));
		const cleared = [...ownFirst.filter(({ name }) => isAmbiguous || isCleared(name)), ...leftOver];
		const certain = isAmbiguous ? [adoptedMarker] : [...own].map(encodeCookieName);
		const names = [...certain, ...cleared.map(({ rawName }) => rawName)];
		this.#session = this.#expired(names, isAmbiguous ? scopesReaching(new URL(this.url)) : undefined);
		this.#written = null;
	}

	#expired(rawNames: string[], scopes: Parameters<typeof expiryLine>[2][] = [undefined]): string[] {
		const expired = [...new Set(rawNames)].slice(0, mostExpiredNames);
		return expired.flatMap((rawName) => scopes.map((scope) => expiryLine(rawName, this.#rules, scope)));
	}

	challenge(now: number): StoredChallenge | null {
		return readChallenge(this.header, now);
	}

	ssoChallenge(now: number): SsoChallenge | null {
		return readSsoChallenge(this.header, now);
	}

	/** False if it is too large for a cookie. */
	keepChallenge(kept: StoredChallenge | SsoChallenge): boolean {
		const line = challengeLine(kept, this.#isSecure);
		this.#challenge = line === null ? [] : [line];
		return line !== null;
	}

	endChallenge(): void {
		this.#challenge = challengeExpiry(this.header, this.url, this.#isSecure);
	}

	/** Only expiries if the rest would restore a session that was signed out meanwhile. */
	lines(isSignedOut: (tokens: SessionTokens) => boolean): string[] {
		const lines = [...this.#session, ...this.#challenge, ...this.#active];
		const isLate = this.#written !== null && isSignedOut(this.#written);
		return isLate ? lines.filter((line) => line.includes("; Max-Age=0;")) : lines;
	}

	#key(name: string): string {
		return `${prefix}.${this.settings.clientId}.${name}`;
	}

	get #isSecure(): boolean {
		return this.settings.cookies.isSecure && !isPlainLoopback(this.url);
	}

	get #rules(): CookieRules {
		const { sameSite, isSecure } = this.settings.cookies;
		// Browsers accept SameSite=None only with Secure.
		return { sameSite, isSecure: sameSite === "None" ? isSecure : this.#isSecure };
	}
}

function isCleared(name: string): boolean {
	const lastKey = name.slice(name.lastIndexOf(".") + 1);
	return lastKey === lastUserKey || clearedKeys.some((key) => key === lastKey);
}
