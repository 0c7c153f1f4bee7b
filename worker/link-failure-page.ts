import { neutralProductName } from "../shared/account/brand";
import { linkPath, shortLinkPath } from "../shared/base/links";
import { documentHeaders } from "./base/security-headers";

/** Unbranded, because the account is unknown while the backend is down. Same colors as the link pages. */
const style = `
@font-face { font-family: "Inter Variable"; font-display: swap; font-weight: 100 900; src: url(/fonts/inter-latin.woff2) format("woff2"); }
:root { color-scheme: light dark; --text: #10212b; --button: #0b7285; --on-button: #ffffff; --back: #ffffff; --ground: #f7f9fa; --edge: #e3e8ec; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf0; --button: #3bc9db; --on-button: #06262b; --back: #131f26; --ground: #0d161b; --edge: #22323b; } }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--text); font: 16px/1.5 "Inter Variable", system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1.25rem 1.75rem; background: var(--back); }
@media (min-width: 36rem) { main { margin: 3rem auto; padding: 1.5rem 2rem 2rem; border: 1px solid var(--edge); border-radius: 12px; } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
.brand { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 1.25rem; font-weight: 600; }
a { display: inline-block; margin-top: 0.75rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--button); color: var(--on-button); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
`;

const title = `Can't reach ${neutralProductName}`;

/** Error page for a link of a message. Null for programs and other paths. */
export function linkFailurePage({ method, url, headers }: Request, status: number): Response | null {
	const { pathname } = new URL(url);
	const isLink = [linkPath, shortLinkPath].some((path) => pathname.startsWith(path));
	const isPage = isLink && headers.get("accept")?.includes("text/html") === true;
	if (!isPage || status < 500) return null;
	const what =
		method === "POST"
			? "Your press may not have arrived. Open this page again in a minute: it says whether it did."
			: "Nothing is wrong with your link, and nothing was done. Open it again in a minute.";
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${title}</title><style>${style}</style></head><body><main><p class="brand"><img src="/favicon.svg" width="26" height="26" alt="">${neutralProductName}</p><h1>${title}</h1><p>${what}</p><a href="">Try again</a></main></body></html>`;
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
