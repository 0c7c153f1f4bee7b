import { neutralProductName } from "../shared/account/brand";
import { linkPath, shortLinkPath } from "../shared/base/links";
import { plainPageStyle } from "../shared/base/plain-page";
import { documentHeaders } from "./base/security-headers";

const title = `Can't reach ${neutralProductName}`;

/** Error page for a link of a message. Unbranded, because the account is unknown while the backend is down. Null for programs and other paths. */
export function linkFailurePage({ method, url, headers }: Request, status: number): Response | null {
	const { pathname } = new URL(url);
	const isLink = [linkPath, shortLinkPath].some((path) => pathname.startsWith(path));
	const isPage = isLink && headers.get("accept")?.includes("text/html") === true;
	if (!isPage || status < 500) return null;
	const what =
		method === "POST"
			? "Your press may not have arrived. Open this page again in a minute: it says whether it did."
			: "Nothing is wrong with your link, and nothing was done. Open it again in a minute.";
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${title}</title><style>${plainPageStyle}</style></head><body><header class="brand"><img class="mark" src="/favicon.svg" alt="">${neutralProductName}</header><main><h1>${title}</h1><p>${what}</p><a class="button" href="">Try again</a></main></body></html>`;
	return new Response(page, {
		status,
		headers: {
			...documentHeaders,
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
		},
	});
}
