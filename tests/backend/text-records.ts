import { addressOnLocalNetwork, localNetworkHost } from "../../shared/base/local-network.ts";

const records = new Map<string, string>();

export const recordsHost = "records.aqlcloud.test";

/** Two resolvers. `https://records.aqlcloud.test/?resolver=&name=&text=` sets a record; `down` instead of one cuts it off. */
export function serveTextRecords(url: string): Response | null {
	const { hostname, searchParams } = new URL(url);
	if (hostname === recordsHost) {
		records.set(`${searchParams.get("resolver")} ${searchParams.get("name")}`, searchParams.get("text") ?? "");
		return new Response("set");
	}
	if (hostname !== localNetworkHost) return null;
	const asked = new URL(addressOnLocalNetwork(url));
	if (asked.hostname !== "cloudflare-dns.com" && asked.hostname !== "dns.google") return null;
	const name = asked.searchParams.get("name") ?? "";
	const text = records.get(`${asked.hostname} ${name}`) ?? "";
	if (text === "down") return new Response("<html>", { status: 502 });
	const data = asked.hostname === "dns.google" ? text : `"${text.slice(0, 10)}" "${text.slice(10)}"`;
	const others = [
		{ name, type: 16, data: "v=spf1 -all" },
		{ name, type: 5, data: "elsewhere.example." },
	];
	return Response.json(text === "" ? { Status: 3 } : { Status: 0, Answer: [...others, { name, type: 16, data }] });
}
