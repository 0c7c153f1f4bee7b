import { headerNames, requestedByValue } from "../../shared/header-names";

const readMethods = new Set(["GET", "HEAD"]);

/** SameSite cookies are not enough: a sibling host is same-site. https://www.w3.org/TR/fetch-metadata/ */
export function isOwnRequest(request: Request): boolean {
	const { headers } = request;
	const site = headers.get("sec-fetch-site");
	const origin = headers.get("origin");
	if (origin !== null && origin !== ownOrigin(request.url)) return false;
	if (readMethods.has(request.method)) return site === null || site === "same-origin" || site === "none";
	const isDeclared = headers.get(headerNames.requestedBy) === requestedByValue;
	const isVouchedFor = site !== null || origin !== null;
	return isDeclared && isVouchedFor && (site === null || site === "same-origin");
}

/** Any page can open a socket to any host, but browsers always send Origin, so it is required. */
export function isOwnHandshake(request: Request): boolean {
	return request.headers.get("origin") === ownOrigin(request.url);
}

function ownOrigin(url: string): string {
	return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}
