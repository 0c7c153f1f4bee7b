import { headerNames, oldestContractVersion } from "../../shared/base/header-names";
import { limits, serverLimits } from "../../shared/base/limits";
import { mediaTypeOf } from "../../shared/base/read-body";
import { HttpError } from "../base/http-error";
import type { Middleware } from "../services/console";
import type { ProxyReason } from "./error-body";

const proxyPath = "/api/proxy/";

export function isCallPath(path: string): boolean {
	return path.startsWith(proxyPath) || `${path}/` === proxyPath;
}

/** Dots only between names, which prevents path traversal; the separators are tRPC's. */
const procedureName = /^[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)*$/;
const allowedMethods = ["GET", "HEAD", "POST"];
const jsonType = "application/json";
const uploadTypes = new Set(["multipart/form-data", "application/octet-stream"]);

export const trpcRequest: Middleware = (c, next) => {
	const reason = httpErrorOf(c.req.raw);
	if (reason === null) return next();
	throw new HttpError(reason, reason === "METHOD_NOT_SUPPORTED" ? { allow: allowedMethods.join(", ") } : {});
};

function httpErrorOf(request: Request): ProxyReason | null {
	const { method, url, headers } = request;
	if (!allowedMethods.includes(method)) return "METHOD_NOT_SUPPORTED";
	// The router compares decoded paths, so the route's own name may be encoded here.
	if (!url.startsWith(proxyPath, url.indexOf("/", "https://".length))) return "BAD_PROCEDURE_PATH";
	const denial = pathDenial(procedurePath(url));
	if (denial !== null) return denial;
	if (url.length > serverLimits.proxyUrlLength) return "URL_TOO_LONG";
	if (isOutdated(headers.get(headerNames.contractVersion))) return "CLIENT_OUTDATED";
	return method === "POST" ? bodyDenial(headers) : null;
}

/** Still encoded: the upstream must receive what the client sent. */
export function procedurePath(url: string): string {
	const start = url.indexOf(proxyPath) + proxyPath.length;
	const query = url.indexOf("?", start);
	return url.slice(start, query === -1 ? undefined : query);
}

export function isUpload(headers: Headers): boolean {
	return uploadTypes.has(mediaTypeOf(headers));
}

function pathDenial(path: string): ProxyReason | null {
	const decoded = decodedOrNull(path);
	if (decoded === null) return "BAD_PROCEDURE_PATH";
	// tRPC splits after decoding, so an encoded comma and an empty name also count as calls.
	const names = decoded.split(",", serverLimits.batchCalls + 1);
	if (names.length > serverLimits.batchCalls) return "BATCH_TOO_LARGE";
	const areNames = names.every((name) => name.length <= serverLimits.procedureNameLength && procedureName.test(name));
	return areNames ? null : "BAD_PROCEDURE_PATH";
}

function decodedOrNull(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null; // malformed percent encoding
	}
}

/** A client without a version is not our page and cannot reload. */
function isOutdated(clientVersion: string | null): boolean {
	return clientVersion !== null && /^\d+$/.test(clientVersion) && Number(clientVersion) < Number(oldestContractVersion);
}

function bodyDenial(headers: Headers): ProxyReason | null {
	const mediaType = mediaTypeOf(headers);
	const isFile = uploadTypes.has(mediaType);
	if (!isFile && mediaType !== jsonType) return "MEDIA_TYPE_NOT_SUPPORTED";
	const declaredBytes = Number(headers.get("content-length") ?? 0);
	return declaredBytes > (isFile ? serverLimits.proxyUploadBytes : limits.proxyBodyBytes) ? "BODY_TOO_LARGE" : null;
}
