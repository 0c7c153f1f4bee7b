import superjson from "superjson";
import { vi } from "vitest";
import type { NeededReason } from "../../shared/account/change-reasons";
import type { NeededPerson } from "../../shared/account/four-eyes";
import { requestKeyHeader } from "../../shared/base/request-key";

type Replies = { [procedure: string]: (input: unknown) => unknown };

type StubbedCall = { procedure: string; input: unknown };

/** Stubs calls by their procedure. Returns them in order. A `Denied` fails its call, `lost` the whole request. `keys` collects request keys. */
export function stubCalls(responses: Replies, keys: string[] = []): StubbedCall[] {
	const calls: StubbedCall[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (address, init) => {
		const url = new URL(String(address), window.location.href);
		const procedures = url.pathname.replace("/api/proxy/", "").split(",");
		const body = typeof init?.body === "string" ? init.body : (url.searchParams.get("input") ?? "{}");
		const sent: Record<string, { json?: unknown }> = JSON.parse(body);
		const sentKeys = new Headers(init?.headers).get(requestKeyHeader)?.split(",");
		keys.push(...procedures.map((_, index) => sentKeys?.[index] ?? ""));
		const isBatch = url.searchParams.has("batch");
		const requested = procedures.map((procedure, index) => {
			const input = (isBatch ? sent[index] : sent)?.json;
			calls.push({ procedure, input });
			return responseOf(() => responses[procedure]?.(input));
		});
		const returned = await Promise.all(requested);
		if (returned.includes(lost)) throw new TypeError("Failed to fetch");
		return Response.json(isBatch ? returned : returned[0], { status: 207 });
	});
	return calls;
}

/** A denial with `fields` by their paths, else with a reason, and the person and action behind it. */
export class Denied extends Error {
	readonly data: {
		reason?: string;
		httpStatus?: number;
		fields?: Record<string, string>;
		changedBy?: { name: string; isCaller: boolean };
		neededReason?: NeededReason;
		neededPerson?: NeededPerson;
	};
	constructor(data: Denied["data"]) {
		super("Refused");
		this.name = "Refused";
		this.data = data;
	}
}

/** The response of a call that never reaches its caller. */
export const lost = {};

async function responseOf(respond: () => unknown) {
	try {
		const given = await respond();
		return given === lost ? lost : { result: { data: superjson.serialize(given) } };
	} catch (error) {
		const notified = error instanceof Denied ? error.data : {};
		const data = { code: "BAD_REQUEST", httpStatus: 400, ...notified };
		return { error: { json: { message: "", code: -32600, data } } };
	}
}
