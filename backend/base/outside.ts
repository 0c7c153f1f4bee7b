import { localNetworkUrl } from "../../shared/base/local-network";

/** Sends to addresses beyond Cloudflare. `isLocal`: a local run, whose requests stay on the machine. */
export type Outside = { send: (url: string, init: RequestInit) => Promise<Response>; isLocal: boolean };

export function createOutside(local: Fetcher | null): Outside {
	return {
		send: (url, init) => (local ? local.fetch(localNetworkUrl(url), init) : fetch(url, init)),
		isLocal: local !== null,
	};
}
