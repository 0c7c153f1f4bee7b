import { unverifiedClaims } from "../cognito/tokens";
import { type Cookie, encodeCookieName } from "./cookie-codec";

export const lastUserKey = "LastAuthUser";

type CookiesByKey = ReadonlyMap<string, Cookie[]>;

/**
 * Finds cookies in another spelling, left over from another adapter of the old console.
 * Null: a name occurs twice, and a sibling host may have planted one.
 */
export function findLeftOver(cookies: CookiesByKey): Set<Cookie> | null {
	const leftOver = new Set<Cookie>();
	for (const [key, doubled] of cookies) {
		if (doubled.length === 1) continue;
		const [own, ...others] = doubled.toSorted((one, other) => Number(isOurs(other)) - Number(isOurs(one)));
		if (!own || !isOurs(own) || others.some(isOurs)) return null;
		if (!isOfSameUser(cookies, key, [own, ...others])) return null;
		for (const other of others) leftOver.add(other);
	}
	return leftOver;
}

function isOurs({ name, rawName }: Cookie): boolean {
	return rawName === encodeCookieName(name);
}

/** The whole session must be ours: a planted cookie in our spelling has no token of ours beside it. */
function isOfSameUser(cookies: CookiesByKey, key: string, doubled: Cookie[]): boolean {
	if (key === lastUserKey) return new Set(doubled.map(({ value }) => value)).size === 1;
	const user = key.slice(0, key.lastIndexOf("."));
	const tokens = cookies.get(`${user}.accessToken`) ?? [];
	const subs = new Set(tokens.map(({ value }) => unverifiedClaims(value).sub).filter((sub) => sub !== null));
	return tokens.some(isOurs) && subs.size <= 1;
}
