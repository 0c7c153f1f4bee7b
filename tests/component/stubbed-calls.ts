import superjson from "superjson";
import { vi } from "vitest";

type Answers = { [procedure: string]: (input: unknown) => unknown };

/** Answers calls by their procedure, at once or by a promise, and keeps each in order. One without an answer, or whose answer throws, fails. */
export function stubCalls(answers: Answers): { procedure: string; input: unknown }[] {
	const calls: { procedure: string; input: unknown }[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (address, init) => {
		const url = new URL(String(address), window.location.href);
		const procedures = url.pathname.replace("/api/proxy/", "").split(",");
		const body = typeof init?.body === "string" ? init.body : (url.searchParams.get("input") ?? "{}");
		const sent: Record<string, { json?: unknown }> = JSON.parse(body);
		const isBatch = url.searchParams.has("batch");
		const requested = procedures.map((procedure, index) => {
			const input = (isBatch ? sent[index] : sent)?.json;
			calls.push({ procedure, input });
			return answerOf(() => answers[procedure]?.(input));
		});
		const answered = await Promise.all(requested);
		return Response.json(isBatch ? answered : answered[0], { status: 207 });
	});
	return calls;
}

/** A refusal: `fields` by their paths, else by its reason, and who did what it is about. */
export class Refused extends Error {
	readonly data: {
		reason?: string;
		httpStatus?: number;
		fields?: Record<string, string>;
		changedBy?: { name: string; isCaller: boolean };
	};
	constructor(data: Refused["data"]) {
		super("Refused");
		this.name = "Refused";
		this.data = data;
	}
}

async function answerOf(answer: () => unknown) {
	try {
		return { result: { data: superjson.serialize(await answer()) } };
	} catch (error) {
		const told = error instanceof Refused ? error.data : {};
		const data = { code: "BAD_REQUEST", httpStatus: 400, ...told };
		return { error: { json: { message: "", code: -32600, data } } };
	}
}
