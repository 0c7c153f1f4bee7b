import { brandImagePath, type ShownBrand, shownBrandElement } from "../shared/account/brand";
import type { ConsoleContext } from "./services/console";

export function brandOfHost(c: ConsoleContext): Promise<ShownBrand | null> {
	const { hostname } = new URL(c.req.url);
	const keepAlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
	return c.get("deployment").hostBrands.of(hostname, { keepAlive, log: c.get("log") });
}

/** Inserted into the page for its first paint. client/public/theme.js reads it. */
export function withBrand(page: Response, brand: ShownBrand): Response {
	const data = JSON.stringify(brand).replaceAll("<", "\\u003c");
	const rewriter = new HTMLRewriter()
		.on("title", { element: (title) => void title.setInnerContent(brand.productName) })
		.on('script[src="/theme.js"]', {
			element: (script) => {
				script.before(`<script id="${shownBrandElement}" type="application/json">${data}</script>`, { html: true });
			},
		});
	const { favicon } = brand;
	if (favicon === null) return rewriter.transform(page);
	return rewriter
		.on('link[rel="icon"]', {
			element: (link) => {
				link.setAttribute("href", brandImagePath + favicon.hash);
				link.setAttribute("type", "image/png");
			},
		})
		.transform(page);
}

export function pageTag(page: Response, brand: ShownBrand | null): string | null {
	const etag = page.headers.get("etag");
	if (etag === null || brand === null) return etag;
	return `W/"${bare(etag)}-${brand.id}-${brand.revision}"`;
}

/** RFC 9110, 13.1.2: weak comparison. */
export function isKnownTag(ifNoneMatch: string | null, etag: string | null): boolean {
	if (ifNoneMatch === null || etag === null) return false;
	return ifNoneMatch.split(",").some((each) => bare(each) === bare(etag));
}

function bare(etag: string): string {
	return etag.trim().replace(/^W\//, "").replaceAll('"', "");
}
