import { brandImagePath, type HostBrandResult, isBrandImageHash } from "../../shared/account/brand";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import { brandImageKey } from "../db/brand-rows";
import { findHostBrand } from "../db/host-brand-rows";

const immutable = "public, max-age=31536000, immutable";

/** `GET /api/brand/<hash>`, public: a hash always names the same image. */
export function createBrandImageEndpoint(files: Pick<R2Bucket, "get">) {
	return async function brandImageEndpoint(
		request: DirectRequest<"brandImage">,
	): Promise<DirectResponse<"brandImage">> {
		const hash = new URL(request.url).pathname.slice(brandImagePath.length);
		if (!isBrandImageHash(hash)) return missing();
		const etag = `"${hash}"`;
		const headers = { etag, "cache-control": immutable };
		if (request.headers.get("if-none-match") === etag) return responseWith(null, { status: 304, headers });
		const object = await files.get(brandImageKey(hash));
		if (object === null) return missing();
		return responseWith(object.body, {
			headers: { ...headers, "content-type": "image/png", "content-length": String(object.size) },
		});
	};
}

function missing(): DirectResponse<"brandImage"> {
	return responseWith(null, { status: 404, headers: { "cache-control": "no-store" } });
}

export function createHostBrandEndpoint(directory: D1Database) {
	return async function hostBrandEndpoint(request: Request): Promise<Response> {
		const hostname = new URL(request.url).searchParams.get("hostname") ?? "";
		const brand = await findHostBrand(directory, hostname.toLowerCase());
		return Response.json({ brand } satisfies HostBrandResult);
	};
}
