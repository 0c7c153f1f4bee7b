import type { MiddlewareHandler } from "hono";

/**
 * A page elsewhere may make this browser post here, and must get nothing for it. Clients that are no
 * browser send neither header. https://www.w3.org/TR/fetch-metadata/
 */
export const refuseForeignPosts: MiddlewareHandler = async (c, next) => {
	const isRead = c.req.method === "GET" || c.req.method === "HEAD";
	const site = c.req.header("sec-fetch-site") ?? "same-origin";
	const origin = c.req.header("origin");
	const isOwn = site === "same-origin" && (origin === undefined || origin === new URL(c.req.url).origin);
	if (isRead || isOwn) return next();
	return c.text("Posts from other sites are refused.", 403);
};
