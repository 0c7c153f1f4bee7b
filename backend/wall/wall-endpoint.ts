import { networkOf } from "../../shared/base/network-of";
import type { AccountObjects } from "../base/context";
import { addressOf } from "../base/internal-headers";
import type { IngestKeys } from "../keys/ingest-keys";
import type { WallAnswer, WallCall } from "./serve-wall";

type WallParts = {
	tokens: Pick<IngestKeys, "parse">;
	accounts: AccountObjects<{ showWall(call: WallCall): Promise<WallAnswer> }>;
	/** Calls without a genuine token, by network. */
	refused: RateLimit;
};

const refusedPeriodSeconds = 60;

/**
 * `GET /api/wall`: what a screen shows, for whoever has its token. The token comes as a bearer, never in an address,
 * which others keep: browsers' histories, proxies, logs.
 */
export function createWallEndpoint({ tokens, accounts, refused }: WallParts) {
	return async function wallEndpoint(request: Request): Promise<Response> {
		if (request.method !== "GET") return answer(405, { problem: "method" }, { allow: "GET" });
		const claims = await tokens.parse(/^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
		if (claims === null) return refuseUnknown(request);
		const { accountId, senderId: wallId, secret } = claims;
		const object = accounts.get(accounts.idFromName(accountId));
		const answered = await object.showWall({ wallId, secret });
		if ("view" in answered) return answer(200, answered.view);
		if (answered.refusal === "too-many-calls") return tooMany(answered.retryAfterSeconds);
		if (answered.refusal === "expired") return answer(410, { problem: "expired" });
		return refuseUnknown(request);
	};

	async function refuseUnknown(request: Request): Promise<Response> {
		const network = networkOf(addressOf(request.headers) ?? "unknown");
		const { success } = await refused.limit({ key: `wall from ${network}` });
		return success ? answer(401, { problem: "unknown" }) : tooMany(refusedPeriodSeconds);
	}
}

function tooMany(seconds: number): Response {
	return answer(429, { problem: "too-many-calls" }, { "retry-after": String(seconds) });
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
	return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
