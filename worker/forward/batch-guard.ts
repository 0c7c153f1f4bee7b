import { limits } from "../../shared/limits";
import type { ProxyReason } from "./error-body";

export const proxyPath = "/api/proxy/";

/** Dots only between names, so that no path can climb; the separators are those tRPC knows. */
const procedureName = /^[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)*$/;
const methods = new Set(["GET", "HEAD", "POST"]);
const mediaTypes = new Set(["application/json", "multipart/form-data", "application/octet-stream"]);

/** The reason to refuse a call before anybody is asked anything; null lets it pass. It reads no input. */
export function refusalOf(request: Request): ProxyReason | null {
	if (!methods.has(request.method)) return "METHOD_NOT_SUPPORTED";
	if (request.url.length > limits.proxyUrlLength) return "URL_TOO_LONG";
	// The router compares decoded paths, so the door's own name may have come in another spelling.
	if (!request.url.startsWith(proxyPath, request.url.indexOf("/", "https://".length))) return "BAD_PROCEDURE_PATH";
	const refusal = pathRefusal(procedurePath(request.url));
	if (refusal !== null || request.method !== "POST") return refusal;
	const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
	if (!mediaTypes.has(mediaType.trim().toLowerCase())) return "MEDIA_TYPE_NOT_SUPPORTED";
	const declaredBytes = Number(request.headers.get("content-length") ?? 0);
	return declaredBytes > limits.proxyBodyBytes ? "BODY_TOO_LARGE" : null;
}

/** As it stands in the address, encoded: upstream must see what the client sent. */
export function procedurePath(url: string): string {
	const start = url.indexOf(proxyPath) + proxyPath.length;
	const query = url.indexOf("?", start);
	return url.slice(start, query === -1 ? undefined : query);
}

function pathRefusal(path: string): ProxyReason | null {
	const decoded = decodedOrNull(path);
	if (decoded === null) return "BAD_PROCEDURE_PATH";
	// tRPC splits after decoding, so an encoded comma is a call more as well.
	const names = decoded.split(",", limits.batchCalls + 1);
	if (names.length > limits.batchCalls) return "BATCH_TOO_LARGE";
	const areNames = names.every((name) => name.length <= limits.procedureNameLength && procedureName.test(name));
	return areNames ? null : "BAD_PROCEDURE_PATH";
}

function decodedOrNull(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null; // malformed percent encoding
	}
}
