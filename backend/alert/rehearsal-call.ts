import superjson, { type SuperJSONResult } from "superjson";
import { wireTransformer } from "../base/wire-transformer";
import type { RehearsalHead, RehearsalPage } from "./rehearsal-source";
import { rehearseAlert } from "./rehearse-alert";

const path = "/api/proxy/alert.rehearse";

/** Whether the backend Worker answers this call, so that no upload waits for a rehearsal in its account's object. */
export function isRehearsal({ method, url }: Request): boolean {
	const { pathname, searchParams } = new URL(url);
	return (method === "POST" || method === "GET") && pathname === path && !searchParams.has("batch");
}

type Call = (request: Request) => Promise<Response>;

/** An answer of the account's object that is no data: it is the caller's answer too. */
class RefusedCall extends Error {
	readonly response: Response;
	constructor(response: Response) {
		super("The account refused a part of the rehearsal");
		this.name = "RefusedCall";
		this.response = response;
	}
}

/** Rehearses here, over pages of the account's object in the caller's name: role, scope and session count at each. */
export async function answerRehearsal(request: Request, call: Call): Promise<Response> {
	const { url, method, headers: sent } = request;
	const input = method === "GET" ? (new URL(url).searchParams.get("input") ?? "") : await request.text();
	const headers = new Headers(sent);
	headers.delete("content-length");
	headers.set("content-type", "application/json");
	const ask = async (procedure: string, body: string): Promise<unknown> => {
		const requested = new Request(new URL(`/api/proxy/alert.${procedure}`, url), { method: "POST", headers, body });
		return dataOf(await call(requested));
	};
	try {
		const rehearsal = await rehearseAlert({
			// The router of this very backend answers, and its types hold what it answers.
			head: async () => (await ask("getRehearsalHead", input)) as RehearsalHead,
			page: async (slice) => (await ask("getRehearsalPage", JSON.stringify({ json: slice }))) as RehearsalPage,
		});
		return Response.json({ result: { data: wireTransformer.serialize(rehearsal) } });
	} catch (error) {
		if (error instanceof RefusedCall) return error.response;
		throw error;
	}
}

type Wire = { result: { data: SuperJSONResult } };

async function dataOf(response: Response): Promise<unknown> {
	if (!response.ok) throw new RefusedCall(response);
	const wire: Wire = await response.json();
	return superjson.deserialize(wire.result.data, { inPlace: true });
}
