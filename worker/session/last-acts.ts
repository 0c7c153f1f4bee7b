import { minuteMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import type { AccessClaims } from "../../shared/session/token-verifier";
import { signInOf } from "../cognito/tokens";
import { parseCookies } from "./cookie-codec";
import type { SessionSigner } from "./session-signer";

/** Holds the minute of the person's last act in this browser, signed for the sign-in. */
export const activeCookie = "aql.active";

const written = `${activeCookie}=`;
const valueForm = /^(\d{1,9})\.([0-9a-f]{64})$/;
const secondsForm = /^\d{1,6}$/;
const mostValues = 4;
const mostRemembered = 1_000;
const rememberedMs = 10 * minuteMs;

/** `rest`: the header without the first `aql.active`. */
export function splitActive(header: string): { rest: string; values: readonly string[] } {
	const isName = (at: number) => at === 0 || header[at - 1] === " " || header[at - 1] === ";";
	let start = header.indexOf(written);
	while (start !== -1 && !isName(start)) start = header.indexOf(written, start + 1);
	if (start === -1) return { rest: header, values: [] };
	const semicolon = header.indexOf(";", start);
	const end = semicolon === -1 ? header.length : semicolon;
	const rest = header.slice(0, start) + header.slice(end + 1);
	const first = header.slice(start + written.length, end);
	if (!rest.includes(written)) return { rest, values: [first] };
	// A sibling host can plant more. Only a genuine one counts.
	const planted = parseCookies(rest).filter(({ name }) => name === activeCookie);
	return { rest, values: [first, ...planted.map(({ value }) => value)].slice(0, mostValues) };
}

/** The minute (epoch) of the act that a page reports. Null: it reports none. */
export function actMinute(secondsAgo: string | null, now: number): number | null {
	return secondsAgo !== null && secondsForm.test(secondsAgo) ? minuteAt(now - Number(secondsAgo) * 1_000) : null;
}

const minuteAt = (time: number) => Math.floor(time / minuteMs);

/** `isAhead`: the minute was of a clock that is ahead of this one. */
type LastAct = { minute: number; idleMinutes: number; isAhead: boolean };

export type LastActs = ReturnType<typeof createLastActs>;

/** A sign-in counts as an act, so a browser without the cookie is as idle as its sign-in is old. */
export function createLastActs(signer: SessionSigner, now: () => number) {
	const remembered = createExpiringMap<string, string>({ most: mostRemembered, now });

	async function isGenuine(value: string, { minute, signIn }: { minute: string; signIn: string }): Promise<boolean> {
		if (remembered.get(value) === signIn) return true;
		const isSigned = await signer.isSigned(`${signIn} ${minute}`, value.slice(minute.length + 1));
		if (isSigned) remembered.set(value, signIn, now() + rememberedMs);
		return isSigned;
	}

	return {
		/** Null: the tokens do not state their sign-in. */
		async find(values: readonly string[], access: AccessClaims): Promise<LastAct | null> {
			const { originJti, authTime } = access;
			if (originJti === null && authTime === null) return null;
			const signIn = signInOf(access);
			const present = minuteAt(now());
			let acted: number | null = null;
			for (const value of values) {
				const [, minute] = valueForm.exec(value) ?? [];
				if (minute === undefined || (acted !== null && Number(minute) <= acted)) continue;
				if (await isGenuine(value, { minute, signIn })) acted = Number(minute);
			}
			const last = acted ?? (authTime === null ? null : minuteAt(authTime * 1_000));
			if (last === null) return null;
			const minute = Math.min(last, present);
			return { minute, idleMinutes: present - minute, isAhead: last > present };
		},

		async valueFor(access: AccessClaims, minute: number): Promise<string> {
			return `${minute}.${await signer.sign(`${signInOf(access)} ${minute}`)}`;
		},
	};
}
