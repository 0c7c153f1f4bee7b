import type { FetchJwks } from "../shared/jwks-cache";

const timeoutMs = 3_000;

/** Fetches signing keys; in a local run from the Worker that stands in for the user pool. */
export function createFetchJwks(local: Fetcher | null): FetchJwks {
	return async (jwksUri) => {
		const init = { signal: AbortSignal.timeout(timeoutMs) };
		const response = await (local ? local.fetch(jwksUri, init) : fetch(jwksUri, init));
		if (!response.ok) throw new Error(`The signing keys answered ${response.status}`);
		return response.json();
	};
}
