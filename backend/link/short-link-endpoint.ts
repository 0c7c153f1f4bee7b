import { minuteMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import { linkPath, shortLinkPath } from "../../shared/base/links";
import { networkOf } from "../../shared/base/network-of";
import { acceptedLanguage } from "../../shared/message/language";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import { findShortLink } from "../db/short-link-rows";
import { digestSecret } from "../keys/ingest-keys";
import { LinkClaims, type LinkTokens } from "../keys/link-tokens";
import { readShortCode } from "../keys/short-codes";
import { expiredPage, tooManyPage, unknownShortPage } from "./link-endpoint";

type ShortLinkParts = {
	directory: D1Database;
	tokens: Pick<LinkTokens, "sign">;
	opened: RateLimit;
	wrong: RateLimit;
	clock: () => number;
};

const blockedMs = minuteMs;
const mostBlocked = 10_000;

/** Redirects to the code's target. Never log or cache the URL: anyone with it may use the link. */
export function createShortLinkEndpoint({ directory, tokens, opened, wrong, clock }: ShortLinkParts) {
	/** A limit cannot be read without counting, and only wrong codes count. */
	const blocked = createExpiringMap<string, true>({ most: mostBlocked, now: clock });

	return async function shortLinkEndpoint(request: DirectRequest<"shortLink">): Promise<DirectResponse<"shortLink">> {
		const network = networkOf(request.headers.get("x-forwarded-for") ?? "unknown");
		const { success } = await opened.limit({ key: network });
		const language = acceptedLanguage(request.headers.get("accept-language"));
		if (!success || blocked.get(network)) return tooManyPage(language);
		const code = readShortCode(new URL(request.url).pathname.slice(shortLinkPath.length));
		const link = code === null ? null : await findShortLink(directory, await digestSecret(code));
		if (link === null) {
			if ((await wrong.limit({ key: network })).success) return unknownShortPage(language);
			blocked.set(network, true, clock() + blockedMs);
			return tooManyPage(language);
		}
		if (link.expiresAt <= clock()) return expiredPage("acknowledge", language);
		const location = link.target.startsWith("/") ? link.target : linkPath + (await tokens.sign(claimsIn(link.target)));
		return responseWith(null, {
			status: 302,
			headers: {
				location,
				"referrer-policy": "no-referrer",
				"x-robots-tag": "noindex, nofollow",
				"cache-control": "no-store",
			},
		});
	};
}

function claimsIn(target: string): LinkClaims {
	return LinkClaims.parse(JSON.parse(target));
}
