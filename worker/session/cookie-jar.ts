import { isPlainLoopback } from "../base/loopback";
import type { SessionTokens } from "../cognito/tokens";
import type { Settings } from "../settings/settings";
import { challengeExpiry, challengeLine, type KeptChallenge, readChallenge } from "./challenge-cookie";
import {
	adoptCookies,
	type CookieWriter,
	clearEverywhere,
	clearSession,
	expireLeftOver,
	type FoundCookies,
	findSessionCookies,
	replaceSession,
	type SessionToWrite,
	writeSession,
} from "./session-cookies";

const none: string[] = [];

/**
 * The cookies of one request and what its answer sets, which one middleware writes, also into an error. The last change
 * of the session replaces those before it, and so for the challenge. Reads nothing before it is asked.
 */
export class CookieJar {
	#found: FoundCookies | null = null;
	#session = none;
	#challenge = none;
	/** The session that the answer would restore in the browser. */
	#written: SessionTokens | null = null;

	constructor(
		readonly header: string,
		private readonly url: string,
		private readonly settings: Pick<Settings, "clientId" | "cookies">,
	) {}

	get found(): FoundCookies {
		this.#found ??= findSessionCookies(this.header, this.settings.clientId);
		return this.#found;
	}

	get isChanged(): boolean {
		return this.#session.length > 0 || this.#challenge.length > 0;
	}

	/** Rewrites the cookies of the old console, and expires what another adapter left over. */
	adopt(): void {
		const { found, writer } = this;
		this.#session = (found.isAdopted ? expireLeftOver(found, writer) : adoptCookies(found, writer)) ?? none;
		this.#written = found.isAdopted ? null : found.stored;
	}

	/** False if a browser would drop one of the cookies; then nothing changes. */
	writeSession(session: SessionToWrite): boolean {
		return this.#write(session, writeSession(session, this.found, this.writer));
	}

	/** For a new sign-in: nothing of the former one stays. */
	replaceSession(session: SessionToWrite): boolean {
		return this.#write(session, replaceSession(session, this.found, this.writer));
	}

	#write(session: SessionToWrite, lines: string[] | null): boolean {
		if (lines === null) return false;
		this.#session = lines;
		this.#written = session;
		return true;
	}

	/** Called by `endSession`, which says why. */
	clearSession(): void {
		const { found, writer, url } = this;
		this.#session = found.isAmbiguous ? clearEverywhere(found, writer, url) : clearSession(found, writer);
		this.#written = null;
	}

	challenge(now: number): KeptChallenge | null {
		return readChallenge(this.header, now);
	}

	/** False if it is too large for a cookie. */
	keepChallenge(kept: KeptChallenge): boolean {
		const line = challengeLine(kept, this.isSecure);
		this.#challenge = line === null ? none : [line];
		return line !== null;
	}

	endChallenge(): void {
		this.#challenge = challengeExpiry(this.header, this.url, this.isSecure);
	}

	/** Only what expires, if the rest would restore a session that was signed out meanwhile. */
	lines(isSignedOut: (tokens: SessionTokens) => boolean): string[] {
		const lines = [...this.#session, ...this.#challenge];
		const isLate = this.#written !== null && isSignedOut(this.#written);
		return isLate ? lines.filter((line) => line.includes("; Max-Age=0;")) : lines;
	}

	private get isSecure(): boolean {
		return this.settings.cookies.isSecure && !isPlainLoopback(this.url);
	}

	private get writer(): CookieWriter {
		const { clientId, cookies } = this.settings;
		const { sameSite } = cookies;
		// Browsers accept SameSite=None only with Secure.
		return { clientId, sameSite, isSecure: sameSite === "None" ? cookies.isSecure : this.isSecure };
	}
}
