import superjson from "superjson";
import { contractVersion, headerNames } from "../../shared/base/header-names";
import { serverLimits } from "../../shared/base/limits";
import { type CallAnswer, parseCallAnswer } from "./answers";
import { CheckFailed } from "./check";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Call = [procedure: string, input?: unknown];

/** `token` goes into Authorization, null sends none; `idToken` goes beside it. */
export type Credentials = { token: string | null; idToken: string | null };

/** One answer. `json` is undefined where the body is none; `isWhole`: one object, not a batch's list. */
export type Answer = {
	requested: string;
	status: number;
	headers: Headers;
	bytes: number;
	text: string;
	json: unknown;
	isWhole: boolean;
	calls: CallAnswer[];
};

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: BodyInit };

/** Sends requests as the console does, and keeps every answer for the checks of all answers. */
export class Probe {
	readonly answers: Answer[] = [];
	private readonly base: string;

	constructor(
		base: string,
		private readonly fetch: Fetch,
		private readonly credentials: Credentials,
	) {
		this.base = base.replace(/\/+$/, "");
	}

	query(calls: Call[], credentials = this.credentials): Promise<Answer> {
		return this.ask({ path: `${batchPath(calls)}&input=${encodeURIComponent(inputsOf(calls))}` }, credentials);
	}

	/** Sends the same calls as POST, as the console does where they are too long for an address. */
	postQuery(calls: Call[]): Promise<Answer> {
		const headers = { "content-type": "application/json" };
		return this.ask({ path: batchPath(calls), method: "POST", headers, body: inputsOf(calls) });
	}

	async ask(ask: Ask, credentials = this.credentials): Promise<Answer> {
		const response = await this.send(ask, credentials);
		const text = await readOrThrow(response, `${ask.method ?? "GET"} ${ask.path.split("?")[0]}`);
		const json = parsedOrUndefined(text);
		const answer: Answer = {
			requested: `${ask.method ?? "GET"} ${ask.path.split("?")[0]?.slice(0, 80)}`,
			status: response.status,
			headers: response.headers,
			bytes: new TextEncoder().encode(text).length,
			text,
			json,
			isWhole: !Array.isArray(json),
			calls: (Array.isArray(json) ? json : [json]).map(parseCallAnswer),
		};
		this.answers.push(answer);
		return answer;
	}

	/** Sends only headers that the console lets through or sets. Rejects when no answer begins in time. */
	async send({ path, method = "GET", headers = {}, body }: Ask, credentials = this.credentials): Promise<Response> {
		const { token, idToken } = credentials;
		const init: RequestInit = {
			method,
			redirect: "manual",
			signal: AbortSignal.timeout(serverLimits.upstreamDeadlineMs),
			headers: {
				...headers,
				...(token === null ? {} : { authorization: `Bearer ${token}` }),
				...(idToken === null ? {} : { [headerNames.idToken]: idToken }),
				"user-agent": "aqlcloud-conformance",
				"x-forwarded-for": "192.0.2.1",
				[headerNames.requestId]: crypto.randomUUID(),
				[headerNames.contractVersion]: contractVersion,
			},
			...(body === undefined ? {} : { body }),
		};
		try {
			return await this.fetch(`${this.base}/${path}`, init);
		} catch (error) {
			throw new CheckFailed(`no answer to ${method} ${path.split("?")[0]}: ${reasonOf(error)}`);
		}
	}
}

/** A body that breaks off, or does not end in time, is a failure of the backend. */
async function readOrThrow(response: Response, requested: string): Promise<string> {
	try {
		return await response.text();
	} catch (error) {
		throw new CheckFailed(`the answer to ${requested} broke off: ${reasonOf(error)}`);
	}
}

function batchPath(calls: Call[]): string {
	return `${calls.map(([procedure]) => procedure).join(",")}?batch=1`;
}

function inputsOf(calls: Call[]): string {
	return JSON.stringify({ ...calls.map(([, input]) => superjson.serialize(input)) });
}

function parsedOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined; // not JSON, which each check tells in its own words
	}
}

export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
