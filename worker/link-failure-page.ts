import { neutralProductName } from "../shared/account/brand";
import { linkPath, shortLinkPath } from "../shared/base/links";
import { plainPageStyle } from "../shared/base/plain-page";
import { wordsIn } from "../shared/words/made/auth-in";
import { languageOf } from "./base/page-words";
import { documentHeaders } from "./base/security-headers";

/** Error page for a link of a message. Unbranded, because the account is unknown while the backend is down. Null for programs and other paths. */
export function linkFailurePage({ method, url, headers }: Request, status: number): Response | null {
	const { pathname } = new URL(url);
	const isLink = [linkPath, shortLinkPath].some((path) => pathname.startsWith(path));
	const isPage = isLink && headers.get("accept")?.includes("text/html") === true;
	if (!isPage || status < 500) return null;
	const language = languageOf(headers);
	const t = wordsIn(language);
	const title = t("linkFailure.title", { product: neutralProductName });
	const what = t(method === "POST" ? "linkFailure.pressed" : "linkFailure.opened");
	const page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${title}</title><style>${plainPageStyle}</style></head><body><header class="brand"><img class="mark" src="/favicon.svg" alt="">${neutralProductName}</header><main><h1>${title}</h1><p>${what}</p><a class="button" href="">${t("linkFailure.tryAgain")}</a></main></body></html>`;
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
