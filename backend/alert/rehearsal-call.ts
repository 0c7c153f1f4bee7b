import superjson, { type SuperJSONResult } from "superjson";
import { parsedOrNull } from "../../shared/base/json-record";
import { serverLimits } from "../../shared/base/limits";
import { ownValue } from "../../shared/base/own-value";
import { trpcErrorResponse } from "../base/errors";
import { wireTransformer } from "../base/wire-transformer";
import type { RehearsalHead, RehearsalPage } from "./rehearsal-source";
import { rehearseAlert } from "./rehearse-alert";

const endpoint = "/api/proxy/";
const procedure = "alert.rehearse";

/** Each rehearsal reads hundreds of slices, a request each. */
const rehearsalsPerBatch = 2;

function namesOf({ url }: Request): string[] | null {
	const { pathname } = new URL(url);
	if (!pathname.startsWith(endpoint)) return null;
	try {
		return decodeURIComponent(pathname.slice(endpoint.length)).split(",");
	} catch {
		return null;
	}
}

/** True if the backend Worker serves the request, so that no upload waits for it. */
export function isRehearsal(request: Request): boolean {
	const { method } = request;
	return (method === "POST" || method === "GET") && namesOf(request)?.includes(procedure) === true;
}

type Call = (request: Request) => Promise<Response>;

class DeniedCall extends Error {
	readonly response: Response;
	constructor(response: Response) {
		super("The account refused a part of the rehearsal");
		this.name = "RefusedCall";
		this.response = response;
	}
}

/** Reads pages of the account's object, each checked against role, scope and session. */
export async function serveRehearsal(request: Request, call: Call, requestId = ""): Promise<Response> {
	const { searchParams } = new URL(request.url);
	const sent = request.method === "GET" ? (searchParams.get("input") ?? "") : await request.text();
	const names = namesOf(request) ?? [];
	if (!searchParams.has("batch")) return serveOne(request, sent, call);
	const inputs = inputsOf(sent);
	if (!inputs || names.length > serverLimits.batchCalls) return callAgain(request, { call, names, body: sent });
	return serveBatch(request, { call, requestId, names, inputs });
}

function inputsOf(text: string): Record<string, unknown> | null {
	const inputs = parsedOrNull(text);
	return typeof inputs === "object" && inputs !== null ? { ...inputs } : null;
}

type Batch = { call: Call; requestId: string; names: string[]; inputs: Record<string, unknown> };

async function serveBatch(request: Request, { call, requestId, names, inputs }: Batch): Promise<Response> {
	const positions = [...names.keys()];
	const others = positions.filter((position) => names[position] !== procedure);
	const results = new Map<number, unknown>();
	const responses: Response[] = [];
	if (others.length > 0) {
		const body = JSON.stringify(
			Object.fromEntries(others.map((position, index) => [index, ownValue(inputs, String(position))])),
		);
		const response = await callAgain(request, {
			call,
			names: others.flatMap((position) => names[position] ?? []),
			body,
		});
		const wires: unknown = await response.clone().json();
		// A single error is for the whole request.
		if (!Array.isArray(wires)) return response;
		for (const [index, position] of others.entries()) results.set(position, wires[index]);
		responses.push(response);
	}
	let rehearsed = 0;
	// Runs one at a time: a person's newer rehearsal ends the older.
	for (const position of positions) {
		if (results.has(position)) continue;
		rehearsed += 1;
		const response =
			rehearsed > rehearsalsPerBatch
				? trpcErrorResponse("TOO_MUCH_WORK", "Too much work", requestId)
				: await serveOne(request, JSON.stringify(ownValue(inputs, String(position))), call);
		results.set(position, await response.clone().json());
		responses.push(response);
	}
	return joined(
		responses,
		positions.map((position) => results.get(position)),
	);
}

/** tRPC's status for batches with mixed results. */
const multiStatus = 207;

function joined(responses: Response[], results: unknown[]): Response {
	const statuses = new Set(responses.map(({ status }) => status));
	const [status = multiStatus] = statuses;
	const { headers } = responses.find(({ ok }) => !ok) ?? responses[0] ?? new Response();
	const own = new Headers(headers);
	own.delete("content-length");
	own.set("content-type", "application/json");
	return new Response(JSON.stringify(results), { status: statuses.size === 1 ? status : multiStatus, headers: own });
}

type Again = { call: Call; names: string[]; body: string };

function callAgain({ url, method, headers: submitted }: Request, { call, names, body }: Again): Promise<Response> {
	const headers = new Headers(submitted);
	headers.delete("content-length");
	// Needed whole, to join the parts of a batch.
	headers.delete("trpc-accept");
	const path = `${endpoint}${names.join(",")}?batch=1`;
	if (method === "GET")
		return call(new Request(new URL(`${path}&input=${encodeURIComponent(body)}`, url), { headers }));
	return call(new Request(new URL(path, url), { method, headers, body }));
}

async function serveOne({ url, headers: submitted }: Request, input: string, call: Call): Promise<Response> {
	const headers = new Headers(submitted);
	headers.delete("content-length");
	headers.set("content-type", "application/json");
	const request = async (name: string, body: string): Promise<unknown> => {
		const requested = new Request(new URL(`${endpoint}alert.${name}`, url), { method: "POST", headers, body });
		return dataOf(await call(requested));
	};
	try {
		const rehearsal = await rehearseAlert({
			// The same backend's router returns these types.
			head: async () => (await request("getRehearsalHead", input)) as RehearsalHead,
			page: async (slice) => (await request("getRehearsalPage", JSON.stringify({ json: slice }))) as RehearsalPage,
		});
		return Response.json({ result: { data: wireTransformer.serialize(rehearsal) } });
	} catch (error) {
		if (error instanceof DeniedCall) return error.response;
		throw error;
	}
}

type Wire = { result: { data: SuperJSONResult } };

async function dataOf(response: Response): Promise<unknown> {
	if (!response.ok) throw new DeniedCall(response);
	const wire: Wire = await response.json();
	return superjson.deserialize(wire.result.data, { inPlace: true });
}
