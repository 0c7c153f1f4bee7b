import { createHash } from "node:crypto";
import { addressOnLocalNetwork, localNetworkHost } from "../../shared/base/local-network.ts";

export const bucketHost = "s3.acme.io";

type Sent = { url: string; method: string; headers: Headers; bytes: Uint8Array };

function denial(status: number, code: string, headers: Record<string, string> = {}): Response {
	const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`;
	return new Response(body, { status, headers });
}

/** What an S3-compatible bucket does. Its name says how it fails. */
export function bucketResponse(objects: Map<string, Uint8Array>, { url, method, headers, bytes }: Sent): Response {
	const { pathname } = new URL(url);
	const [bucket = "", ...key] = decodeURIComponent(pathname).slice(1).split("/");
	const name = `${bucket}/${key.join("/")}`;
	if (!headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 Credential=")) return denial(403, "AccessDenied");
	if (bucket === "denied") return denial(403, "SignatureDoesNotMatch");
	if (bucket === "absent") return denial(404, "NoSuchBucket");
	if (bucket === "elsewhere") return denial(301, "PermanentRedirect", { "x-amz-bucket-region": "eu-west-3" });
	if (bucket === "write-only" && method !== "PUT") return denial(403, "AccessDenied");
	if (bucket === "undeletable" && method === "DELETE") return denial(403, "AccessDenied");
	if (bucket === "broken") return denial(500, "InternalError");
	const held = objects.get(name);
	switch (method) {
		case "PUT": {
			const sha256 = createHash("sha256").update(bytes).digest("hex");
			if (headers.get("x-amz-content-sha256") !== sha256) return denial(400, "XAmzContentSHA256Mismatch");
			objects.set(name, bucket === "half" ? bytes.slice(0, bytes.length / 2) : bytes);
			return new Response(null, { status: 200 });
		}
		case "GET":
			return held ? new Response(held.slice()) : denial(404, "NoSuchKey");
		case "HEAD": {
			const length = { "content-length": String(held?.length ?? 0) };
			return new Response(null, { status: held ? 200 : 404, headers: length });
		}
		case "DELETE":
			objects.delete(name);
			return new Response(null, { status: 204 });
	}
	return denial(405, "MethodNotAllowed");
}

const served = new Map<string, Uint8Array>();

type LocalRequest = {
	url: string;
	method: string;
	headers: Iterable<[string, string]>;
	arrayBuffer(): Promise<ArrayBuffer>;
};

/** The bucket that the account's object reaches. */
export async function serveBucket(request: LocalRequest): Promise<Response | null> {
	if (new URL(request.url).hostname !== localNetworkHost) return null;
	const url = addressOnLocalNetwork(request.url);
	if (new URL(url).hostname !== bucketHost) return null;
	const bytes = new Uint8Array(await request.arrayBuffer());
	return bucketResponse(served, { url, method: request.method, headers: new Headers([...request.headers]), bytes });
}
