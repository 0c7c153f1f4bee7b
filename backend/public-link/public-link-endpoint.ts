import { PublicId } from "../../shared/account/public-link";
import { networkOf } from "../../shared/base/network-of";
import { ownValue } from "../../shared/base/own-value";
import type { AccountObjects } from "../base/context";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../base/direct-response";
import { addressOf } from "../base/internal-headers";
import { findLinkFrame } from "../db/public-link-rows";
import type { IngestKeys } from "../keys/ingest-keys";
import type { PublicLinkCall, PublicLinkResponse } from "./serve-public-link";

type LinkParts = {
	tokens: Pick<IngestKeys, "parse">;
	accounts: AccountObjects<{ showPublicLink(call: PublicLinkCall): Promise<PublicLinkResponse> }>;
	denied: RateLimit;
	bucket: Pick<R2Bucket, "get">;
};

type Requested = DirectRequest<"publicLink">;
type Responded = DirectResponse<"publicLink">;

const deniedPeriodSeconds = 60;
const privately = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

const wanted = { csv: "data", picture: "picture" } as const;

/** `GET /api/public-link?link=<public id>`, and `&as=csv` or `&as=picture`. The token is a bearer token and never in a URL, which histories, proxies and logs keep. */
export function createPublicLinkEndpoint({ tokens, accounts, denied, bucket }: LinkParts) {
	return async function publicLinkEndpoint(request: Requested): Promise<Responded> {
		const claims = await tokens.parse(/^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
		const { searchParams } = new URL(request.url);
		const publicId = searchParams.get("link") ?? "";
		if (claims === null || !PublicId.safeParse(publicId).success) return denyUnknown(request);
		const { accountId, senderId: linkId, secret } = claims;
		const wants = ownValue(wanted, searchParams.get("as") ?? "") ?? "view";
		const isOpening = searchParams.has("opening");
		const object = accounts.get(accounts.idFromName(accountId));
		const responded = await object.showPublicLink({ linkId, secret, publicId, isOpening, wants });
		if ("view" in responded) return jsonWith(responded.view, { headers: privately });
		if ("csv" in responded) {
			const headers = { ...privately, "content-type": "text/csv; charset=utf-8", "content-disposition": "attachment" };
			return responseWith(responded.csv, { headers });
		}
		if ("picture" in responded) return picture(responded.picture);
		if (responded.denial === "too-many-calls") return tooMany(responded.retryAfterSeconds);
		return denyUnknown(request);
	};

	async function picture({ objectKey, mediaType }: { objectKey: string; mediaType: string }): Promise<Responded> {
		const object = await bucket.get(objectKey);
		if (!object) return respond(404, "closed");
		return responseWith(object.body, { headers: { ...privately, "content-type": mediaType } });
	}

	async function denyUnknown(request: Requested): Promise<Responded> {
		const network = networkOf(addressOf(request.headers) ?? "unknown");
		const { success } = await denied.limit({ key: `public link from ${network}` });
		return success ? respond(404, "closed") : tooMany(deniedPeriodSeconds);
	}
}

function tooMany(seconds: number): Responded {
	return respond(429, "too-many-calls", { "retry-after": String(seconds) });
}

function respond(status: number, problem: string, headers: { "retry-after"?: string } = {}): Responded {
	return jsonWith({ problem }, { status, headers: { ...privately, ...headers } });
}

/** `GET /api/link-frame?link=<public id>`, for the console Worker. No origins for an unknown id, as for a link without any. */
export function createLinkFrameEndpoint(directory: D1Database, clock: () => number) {
	return async function linkFrameEndpoint(request: Request): Promise<Response> {
		const publicId = PublicId.safeParse(new URL(request.url).searchParams.get("link"));
		return Response.json(publicId.success ? await findLinkFrame(directory, publicId.data, clock()) : { origins: [] });
	};
}
