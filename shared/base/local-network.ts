/** Local runs send SMS and webhooks to the local Worker at this host, with the address in the path. */
export const localNetworkHost = "network.aqlcloud.test";

export function localNetworkUrl(url: string): string {
	return `https://${localNetworkHost}/${encodeURIComponent(url)}`;
}

export function addressOnLocalNetwork(requestUrl: string): string {
	return decodeURIComponent(requestUrl.slice(localNetworkUrl("").length));
}
