import { networkOf } from "../../../shared/base/network-of";
import { isSha256, type VerifyResponse } from "../../../shared/report/verify-file";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../../base/direct-response";
import { findDirectoryHash } from "../../db/file-hash-rows";

type VerifyParts = {
	directory: D1Database;
	/** Limits each network, so that checksums cannot be guessed. */
	rateLimit: RateLimit;
};

const limitPeriodSeconds = 60;

/** `GET /api/verify?sha256=…` looks up whole checksums only; unknown ones take equally long. */
export function createVerifyEndpoint({ directory, rateLimit }: VerifyParts) {
	return async function verifyEndpoint(request: DirectRequest<"verify">): Promise<DirectResponse<"verify">> {
		const { success } = await rateLimit.limit({ key: networkOf(request.headers.get("x-forwarded-for") ?? "unknown") });
		if (!success) return responseWith(null, { status: 429, headers: { "retry-after": String(limitPeriodSeconds) } });
		const sha256 = new URL(request.url).searchParams.get("sha256") ?? "";
		if (!isSha256(sha256)) return responseWith(null, { status: 400 });
		const file = await findDirectoryHash(directory, sha256);
		return jsonWith({ file } satisfies VerifyResponse);
	};
}
