import {
	createTRPCClient,
	httpBatchLink,
	httpLink,
	isNonJsonSerializable,
	type Operation,
	splitLink,
	type TRPCClient,
	TRPCClientError,
	type TRPCLink,
} from "@trpc/client";
import type { inferRouterInputs } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import superjson, { type SuperJSONResult } from "superjson";
import type { AppRouter } from "../../backend/router";
import { contractVersion, headerNames, requestedByValue } from "../../shared/base/header-names";
import { limits } from "../../shared/base/limits";
import { requestKeyHeader } from "../../shared/base/request-key";
import { anySignal } from "../base/any-signal";
import { appConstants } from "../base/app-constants";
import { isOutage, readFailure } from "./api-error";
import { connection } from "./connection";
import { contract } from "./contract";
import { doubtPerson } from "./doubt";
import { earlyBatchOr } from "./early-responses";
import { loadErrorWords } from "./error-words";
import { assertOfNamedAccount, namedAccount, pageHeaders } from "./named-account";
import { queryClient } from "./query-client";
import { intentDone, requestKeyFor } from "./request-keys";
import { session } from "./session";
import { tabsMemory } from "./tabs-memory";

const url = "/api/proxy";
const headers = (submitted: { op: Operation } | { opList: Operation[] }) => {
	const operations = "op" in submitted ? [submitted.op] : submitted.opList;
	const keys = operations.map(({ context }) => context.requestKey ?? "").join();
	const [reason] = operations.map(({ context }) => context.reason);
	return {
		[headerNames.requestedBy]: requestedByValue,
		[headerNames.contractVersion]: contractVersion,
		...pageHeaders(),
		...(/\w/.test(keys) && { [requestKeyHeader]: keys }),
		...(typeof reason === "string" && { [headerNames.reason]: encodeURIComponent(reason) }),
	};
};

const formSenders = new WeakMap<FormData, typeof fetch>();

export function sendFormBy(form: FormData, send: typeof fetch): void {
	formSenders.set(form, send);
}

const fetchWithSession: typeof fetch = async (input, init) => {
	await session.beforeCall();
	const form = init?.body instanceof FormData ? init.body : null;
	const send = (form && formSenders.get(form)) ?? fetch;
	const response = await session.send(init?.method === "POST" ? "write" : "read", (leaving) =>
		withinTime(form !== null, (givenUp) => {
			const signal = anySignal([leaving, givenUp, ...(init?.signal ? [init.signal] : [])]);
			const fetch = () => send(input, { ...init, credentials: "same-origin", signal });
			return earlyBatchOr({
				address: String(input),
				asker: `${session.sub()} ${namedAccount() ?? ""}`,
				signal,
				ask: fetch,
			});
		}),
	);
	contract.record(response.headers.get(headerNames.contractVersion));
	assertOfNamedAccount(response);
	if (response.headers.get("content-type")?.startsWith("text/html")) throw pageError(response);
	return response;
};

/** Limits the time until a response begins. The upload of a file takes as long as its bytes need. */
async function withinTime(isForm: boolean, call: (givenUp: AbortSignal) => Promise<Response>): Promise<Response> {
	const given = new AbortController();
	const giveUp = () => given.abort(new DOMException("No response", "TimeoutError"));
	const timer = isForm ? undefined : setTimeout(giveUp, appConstants.results.givenUpAfterMs);
	try {
		return await call(given.signal);
	} finally {
		clearTimeout(timer);
	}
}

/** A proxy's page. The client would parse it as JSON and lose its status, which marks an outage. */
function pageError(response: Response): TRPCClientError<AppRouter> {
	const data = { httpStatus: response.status, isUnreadable: true };
	const error = {
		message: "Received a page",
		code: TRPC_ERROR_CODES_BY_KEY.PARSE_ERROR,
		data,
	};
	return TRPCClientError.from({ error }, { meta: { response } });
}

/** Null for a query, which changes nothing, and for a form, whose file has its own key. */
function intentOf({ type, path, input }: Operation): string | null {
	if (type !== "mutation" || input instanceof FormData) return null;
	return JSON.stringify([session.sub(), namedAccount(), path, input]);
}

/**
 * Gives each change its intent's key, and sends it again with the reason that its account requires. Reports even the
 * first failed attempt to the connection notice.
 */
const callLink: TRPCLink<AppRouter> =
	() =>
	({ next, op }) =>
		observable((observer) => {
			const returned = op.input instanceof FormData ? () => {} : connection.awaitResult();
			const intent = intentOf(op);
			const requestKey = intent && requestKeyFor(intent);
			const send = (reason?: string) =>
				next({
					...op,
					...proposed?.call,
					context: {
						...op.context,
						requestKey: proposed ? requestKeyFor(JSON.stringify(proposed.call)) : requestKey,
						...(proposed && { isAlone: true }),
						...(reason !== undefined && { reason, isAlone: true }),
					},
				});
			const handlers: Parameters<ReturnType<typeof send>["subscribe"]>[0] = {
				next: (result) => {
					returned();
					intentDone(intent);
					connection.reached();
					if (proposed?.result) observer.error(proposed.result());
					else observer.next(result);
				},
				error: (error) => {
					returned();
					void loadErrorWords(error).then(async () => {
						const { reason, ending, neededReason, neededPerson } = readFailure(error);
						if (neededPerson !== undefined && !proposed) {
							proposed = await (await import("./second-person")).requestPerson(neededPerson, op);
							if (proposed && op.signal?.aborted !== true) {
								call = send().subscribe(handlers);
								return;
							}
						}
						const reasons = neededReason !== undefined || sent ? await import("./reason-request") : null;
						const given = neededReason === undefined ? null : await reasons?.requestReason(neededReason);
						if (typeof given === "string" && op.signal?.aborted !== true) {
							sent = { reason: given, needed: neededReason };
							call = send(given).subscribe(handlers);
							return;
						}
						if (sent && neededReason === undefined) reasons?.reasonUnused(sent.needed, sent.reason);
						if (typeof ending === "string") tabsMemory.keep(null, 0, ending);
						if (reason?.startsWith("REQUEST_")) intentDone(intent);
						if (reason === "OTHER_PERSON") doubtPerson();
						if (!session.isLeaving() && op.signal?.aborted !== true) {
							if (isOutage(error)) connection.lost(error);
							else if (!readFailure(error).isUnreadable) connection.reached();
						}
						observer.error(error);
					});
				},
				complete: () => observer.complete(),
			};
			let proposed: ProposedCall | null = null;
			let sent: { reason: string; needed: unknown } | null = null;
			let call = send().subscribe(handlers);
			return () => {
				returned();
				call.unsubscribe();
			};
		});

/** Deserialized in place: copying long lists takes time, and no other code holds the parsed response. */
const transformer = {
	input: superjson,
	output: {
		serialize: superjson.serialize,
		deserialize: (result: SuperJSONResult) => superjson.deserialize(result, { inPlace: true }),
	},
};
const wire = { url, transformer, fetch: fetchWithSession, headers };

const batch = { ...wire, maxItems: limits.clientBatchCalls };

type ProposedCall = Awaited<ReturnType<typeof import("./second-person").requestPerson>>;

/** The first part of a procedure's path and of its query's key. */
export type RouterName = keyof inferRouterInputs<AppRouter>;

export const trpcClient: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
	links: [
		callLink,
		splitLink({
			condition: ({ input, context }) => context.isAlone === true || isNonJsonSerializable(input),
			true: httpLink({ ...wire, methodOverride: "POST" }),
			false: splitLink({
				condition: ({ type, input }) => type === "query" && isLongInput(input),
				true: httpBatchLink({ ...batch, methodOverride: "POST" }),
				false: httpBatchLink({ ...batch, maxURLLength: limits.clientUrlLength }),
			}),
		}),
	],
});

/** Half the limit leaves room for the path and for percent-encoding. */
function isLongInput(input: unknown): boolean {
	return input !== undefined && encodeURIComponent(JSON.stringify(input)).length > limits.clientUrlLength / 2;
}

export const trpc: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });

export function isUnknownProcedure(error: unknown): boolean {
	const { httpStatus, reason } = readFailure(error);
	return httpStatus === 404 && reason === null;
}
