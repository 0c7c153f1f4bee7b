import { addressOnLocalNetwork, localNetworkHost } from "../../shared/base/local-network.ts";
import { bucketHost, bucketResponse } from "./fixtures/bucket.ts";

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
