import { headerNames, requestedByValue } from "../../shared/base/header-names";
import { HttpError } from "../base/http-error";
import type { Middleware } from "../services/console";

const readMethods = new Set(["GET", "HEAD"]);

export const ownRequest: Middleware = (c, next) => {
	if (!isOwnRequest(c.req.raw)) throw new HttpError("CrossSiteRequest");
	return next();
};

/** Any page can open a socket to any host, but browsers always send Origin, so it is required. */
export const ownHandshake: Middleware = (c, next) => {
	const { headers, url } = c.req.raw;
	if (headers.get("upgrade")?.toLowerCase() !== "websocket") throw new HttpError("UpgradeRequired");
	if (headers.get("origin") !== ownOrigin(url)) throw new HttpError("CrossSiteRequest");
	return next();
};

/** SameSite cookies are not enough: a sibling host is same-site. https://www.w3.org/TR/fetch-metadata/ */
function isOwnRequest(request: Request): boolean {
	const { headers } = request;
	const site = headers.get("sec-fetch-site");
	const origin = headers.get("origin");
	if (origin !== null && origin !== ownOrigin(request.url)) return false;
	if (readMethods.has(request.method)) return site === null || site === "same-origin" || site === "none";
	const isDeclared = headers.get(headerNames.requestedBy) === requestedByValue;
	const isVouchedFor = site !== null || origin !== null;
	return isDeclared && isVouchedFor && (site === null || site === "same-origin");
}

function ownOrigin(url: string): string {
	return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}
