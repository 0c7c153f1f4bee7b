/** In local runs what would leave for SMS and webhooks goes to the local Worker: this host, the address in its path. */
export const localNetworkHost = "network.aqlcloud.test";

export function localNetworkUrl(url: string): string {
	return `https://${localNetworkHost}/${encodeURIComponent(url)}`;
}

/** The address that was meant, of a request to that host. */
export function addressOnLocalNetwork(requestUrl: string): string {
	return decodeURIComponent(requestUrl.slice(localNetworkUrl("").length));
}
