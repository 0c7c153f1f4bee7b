/**
 * Encodes like js-cookie, which Amplify's CookieStorage uses:
 * https://github.com/js-cookie/js-cookie/blob/v3.0.5/src/api.mjs and converter.mjs.
 */
export type Cookie = { rawName: string; name: string; value: string };

type CookieScope = { path: string; domain: string | null };

export type CookieRules = { isSecure: boolean; sameSite: "Lax" | "Strict" | "None" };

type CookieLife = { path: string; maxAgeSeconds: number };

const yearInSeconds = 365 * 24 * 60 * 60;
/** RFC 6265bis 5.6: browsers drop a cookie if name and value together are longer. */
const longestCookie = 4096;

export function encodeCookieName(name: string): string {
	return encodeURIComponent(name.toWellFormed())
		.replace(/%(?:2[346B]|5E|60|7C)/g, decodeURIComponent)
		.replace(/[()]/g, (parenthesis) => (parenthesis === "(" ? "%28" : "%29"));
}

export function encodeCookieValue(value: string): string {
	return encodeURIComponent(value.toWellFormed()).replace(
		/%(?:2[346BF]|3[AC-F]|40|5[BDE]|60|7[BCD])/g,
		decodeURIComponent,
	);
}

/** Cookies in header order, with duplicates. Skips undecodable ones, as js-cookie does. */
export function parseCookies(header: string): Cookie[] {
	const cookies: Cookie[] = [];
	let start = 0;
	while (start < header.length) {
		const semicolon = header.indexOf(";", start);
		const end = semicolon === -1 ? header.length : semicolon;
		const equals = header.indexOf("=", start);
		if (equals !== -1 && equals < end) {
			const cookie = decodeCookie(header.slice(start, equals).trim(), header.slice(equals + 1, end).trim());
			if (cookie) cookies.push(cookie);
		}
		start = end + 1;
	}
	return cookies;
}

function decodeCookie(rawName: string, rawValue: string): Cookie | null {
	try {
		const name = rawName.includes("%") ? decodeURIComponent(rawName) : rawName;
		return { rawName, name, value: decodeValue(rawValue) };
	} catch {
		return null; // malformed percent encoding
	}
}

function decodeValue(raw: string): string {
	const value = raw.startsWith('"') ? raw.slice(1, -1) : raw;
	return value.includes("%") ? value.replace(/(?:%[\dA-F]{2})+/gi, decodeURIComponent) : value;
}

/** Null if a browser would silently drop the cookie. */
export function cookieLine(
	name: string,
	value: string,
	{ path = "/", maxAgeSeconds = yearInSeconds, ...rules }: CookieRules & Partial<CookieLife>,
): string | null {
	const [rawName, rawValue] = [encodeCookieName(name), encodeCookieValue(value)];
	if (rawName.length + rawValue.length > longestCookie) return null;
	return `${rawName}=${rawValue}; Path=${path}; Max-Age=${maxAgeSeconds}; ${attributes(rules)}`;
}

export function expiryLine(rawName: string, rules: CookieRules, scope: CookieScope = hostOnly): string {
	const domain = scope.domain === null ? "" : `Domain=${scope.domain}; `;
	return `${rawName}=; Path=${scope.path}; ${domain}Max-Age=0; ${attributes(rules)}`;
}

const hostOnly: CookieScope = { path: "/", domain: null };

function attributes({ isSecure, sameSite }: CookieRules): string {
	return `${isSecure ? "Secure; " : ""}HttpOnly; SameSite=${sameSite}`;
}

/** Every scope from which a cookie reaches this URL: a request shows neither domain nor path. */
export function scopesReaching({ hostname, pathname }: URL): CookieScope[] {
	const labels = hostname.split(".");
	const isName = labels.length > 1 && !/^[\d.]+$/.test(hostname);
	const parents = isName ? labels.slice(0, -1).map((_, index) => labels.slice(index).join(".")) : [];
	const segments = pathname.split("/").filter((segment) => segment !== "" && !segment.includes(";"));
	const prefixes = segments.flatMap((_, index) => {
		const path = `/${segments.slice(0, index + 1).join("/")}`;
		return [path, `${path}/`];
	});
	return ["/", ...prefixes].flatMap((path) => [null, ...parents].map((domain) => ({ path, domain })));
}
