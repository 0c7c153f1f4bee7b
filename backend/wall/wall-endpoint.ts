import { wallPictureParameter } from "../../shared/account/wall";
import { networkOf } from "../../shared/base/network-of";
import type { AccountObjects } from "../base/context";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../base/direct-response";
import { addressOf } from "../base/internal-headers";
import type { IngestKeys } from "../keys/ingest-keys";
import type { WallCall, WallResponse } from "./serve-wall";

type WallParts = {
	tokens: Pick<IngestKeys, "parse">;
	accounts: AccountObjects<{ showWall(call: WallCall): Promise<WallResponse> }>;
	denied: RateLimit;
	bucket: Pick<R2Bucket, "get">;
};

const deniedPeriodSeconds = 60;

/** `GET /api/wall`, and `?picture=…` for the floor plan. The token is a bearer token and never in a URL, which histories, proxies and logs keep. */
export function createWallEndpoint({ tokens, accounts, denied, bucket }: WallParts) {
	return async function wallEndpoint(request: DirectRequest<"wall">): Promise<DirectResponse<"wall">> {
		const claims = await tokens.parse(/^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
		if (claims === null) return denyUnknown(request);
		const { accountId, senderId: wallId, secret } = claims;
		const object = accounts.get(accounts.idFromName(accountId));
		const isForPicture = new URL(request.url).searchParams.has(wallPictureParameter);
		const responded = await object.showWall({ wallId, secret, ...(isForPicture && { isForPicture }) });
		if ("picture" in responded) return picture(responded.picture);
		if ("view" in responded) return respond(200, responded.view);
		if (responded.refusal === "too-many-calls") return tooMany(responded.retryAfterSeconds);
		if (responded.refusal === "expired") return respond(410, { problem: "expired" });
		return denyUnknown(request);
	};

	async function picture({ objectKey, mediaType }: { objectKey: string; mediaType: string }) {
		const object = await bucket.get(objectKey);
		if (!object) return respond(404, { problem: "unknown" });
		const headers = { "content-type": mediaType, "cache-control": "no-store" } as const;
		return responseWith<"content-type" | "cache-control">(object.body, { headers });
	}

	async function denyUnknown(request: DirectRequest<"wall">): Promise<DirectResponse<"wall">> {
		const network = networkOf(addressOf(request.headers) ?? "unknown");
		const { success } = await denied.limit({ key: `wall from ${network}` });
		return success ? respond(401, { problem: "unknown" }) : tooMany(deniedPeriodSeconds);
	}
}

function tooMany(seconds: number): DirectResponse<"wall"> {
	return respond(429, { problem: "too-many-calls" }, { "retry-after": String(seconds) });
}

function respond(status: number, body: object, headers: { "retry-after"?: string } = {}): DirectResponse<"wall"> {
	return jsonWith(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
