import {
	createTRPCClient,
	httpBatchLink,
	httpLink,
	isNonJsonSerializable,
	splitLink,
	TRPCClientError,
	type TRPCLink,
} from "@trpc/client";
import { tap } from "@trpc/server/observable";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import superjson, { type SuperJSONResult } from "superjson";
import type { AppRouter } from "../../backend/router";
import { contractVersion, headerNames, limits, requestedByValue } from "../../shared/limits";
import { isPackedAnswer, packedDevicesType, unpackDevices } from "../../shared/packed-devices";
import { isOutage, readFailure } from "./api-error";
import { connection } from "./connection";
import { contract } from "./contract";
import { queryClient } from "./query-client";
import { session } from "./session";

const url = "/api/proxy";
const headers = {
	// Rows remain welcome, be it from a backend that knows no other form of a list.
	accept: `${packedDevicesType}, application/json`,
	[headerNames.requestedBy]: requestedByValue,
	[headerNames.contractVersion]: contractVersion,
};

const fetchWithSession: typeof fetch = async (input, init) => {
	await session.beforeCall();
	const response = await session.send(init?.method === "POST" ? "write" : "read", (leaving) => {
		const signal = AbortSignal.any(init?.signal ? [init.signal, leaving] : [leaving]);
		return fetch(input, { ...init, credentials: "same-origin", signal });
	});
	contract.note(response.headers.get(headerNames.contractVersion));
	if (response.headers.get("content-type")?.startsWith("text/html")) throw pageError(response);
	return response;
};

/** A page of something in between. The client would read it as JSON and lose its status, which tells an outage. */
function pageError(response: Response): TRPCClientError<AppRouter> {
	const data = { httpStatus: response.status, isUnreadable: true };
	const error = {
		message: "A page was received in place of an answer",
		code: TRPC_ERROR_CODES_BY_KEY.PARSE_ERROR,
		data,
	};
	return TRPCClientError.from({ error }, { meta: { response } });
}

/** Tells the banner at the first failed attempt, not after the last one. */
const connectionLink: TRPCLink<AppRouter> =
	() =>
	({ next, op }) =>
		next(op).pipe(
			tap({
				next: connection.reached,
				error: (error) => {
					if (session.isLeaving()) return;
					if (isOutage(error)) connection.lost();
					else if (!readFailure(error).isUnreadable) connection.reached();
				},
			}),
		);

/**
 * An answer is read where it lies: it has just been parsed and is nobody else's, and copying long lists takes its time.
 * Packed lists are rows again from here on.
 */
const transformer = {
	input: superjson,
	output: {
		serialize: superjson.serialize,
		deserialize: (answer: SuperJSONResult) =>
			isPackedAnswer(answer) ? unpackDevices(answer.json) : superjson.deserialize(answer, { inPlace: true }),
	},
};
const wire = { url, transformer, fetch: fetchWithSession, headers };

const batch = { ...wire, maxItems: limits.clientBatchCalls };

export const trpcClient = createTRPCClient<AppRouter>({
	links: [
		connectionLink,
		splitLink({
			condition: ({ input }) => isNonJsonSerializable(input),
			true: httpLink(wire),
			false: splitLink({
				// One call that is too long by itself travels as POST: the batch link refuses it otherwise.
				condition: ({ type, input }) => type === "query" && isLongInput(input),
				true: httpBatchLink({ ...batch, methodOverride: "POST" }),
				false: httpBatchLink({ ...batch, maxURLLength: limits.clientUrlLength }),
			}),
		}),
	],
});

/** Half the limit leaves room for the path and for what percent-encoding adds to ids and numbers. */
function isLongInput(input: unknown): boolean {
	return input !== undefined && encodeURIComponent(JSON.stringify(input)).length > limits.clientUrlLength / 2;
}

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });
