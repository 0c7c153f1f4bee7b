import * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import { readBody } from "../../shared/base/read-body";
import { createOutside } from "../base/outside";

/** `unknown`: one of the resolvers did not respond. */
export type TextRecordState = "there" | "absent" | "unknown";

export type FindText = (name: string, text: string) => Promise<TextRecordState>;

const resolvers = ["https://cloudflare-dns.com/dns-query", "https://dns.google/resolve"];
const deadlineMs = 5_000;
const longestBody = 100_000;
const textType = 16;
const noSuchName = 3;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const DnsResponse = z.object({
	Status: z.number(),
	Answer: z.optional(z.array(z.object({ type: z.number(), data: z.string() }))),
});

/** Two resolvers must know the text: one alone could be deceived or out of date. */
export function createFindText(local: Fetcher | null): FindText {
	const { send } = createOutside(local);

	async function textsAt(resolver: string, name: string): Promise<string[] | null> {
		try {
			const url = `${resolver}?${new URLSearchParams({ name, type: "TXT" })}`;
			const init = { headers: { accept: "application/dns-json" }, signal: AbortSignal.timeout(deadlineMs) };
			const response = await send(url, init);
			const bytes = await readBody(response.body, longestBody);
			const found = bytes === "too-large" ? null : DnsResponse.safeParse(parsedOrNull(new TextDecoder().decode(bytes)));
			if (!response.ok || !found?.success) return null;
			const { Status, Answer = [] } = found.data;
			if (Status !== 0 && Status !== noSuchName) return null;
			return Answer.filter(({ type }) => type === textType).map(({ data }) => unquoted(data));
		} catch {
			return null;
		}
	}

	return async (name, text) => {
		const found = await Promise.all(resolvers.map((resolver) => textsAt(resolver, name)));
		if (found.includes(null)) return "unknown";
		return found.every((texts) => texts?.includes(text)) ? "there" : "absent";
	};
}

/** One resolver quotes each part of a text. */
function unquoted(data: string): string {
	return data.startsWith('"') ? data.replace(/^"|"$/g, "").replace(/" ?"/g, "") : data;
}
