import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { TRPCError } from "@trpc/server";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import type { User } from "../../shared/account/account";
import { serverLimits } from "../../shared/base/limits";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
import { createTokenVerifier, type TokenVerifier } from "../../shared/session/token-verifier";
import { members } from "./members";
import { appRouter } from "./router";

const basePath = "/trpc/";
const jwksTimeoutMs = 3_000;

export type UpstreamOptions = {
	userPoolId: string;
	clientId: string;
	/** The address of the pool's keys for an emulated pool; null at AWS. */
	jwksUri: string | null;
	/** The token of the console: `bearer` the access token, `id` the id token. UPSTREAM_AUTH has the same value. */
	auth: "bearer" | "id";
	port: number;
};

export type RunningUpstream = { url: string; stop: () => Promise<void> };

/** A backend that can stand behind the console: every call needs a token of the pool. */
export async function startUpstream(options: UpstreamOptions): Promise<RunningUpstream> {
	const verifier = createVerifier(options);
	const server = createServer(async (req, res) => {
		const [pathname = ""] = (req.url ?? "").split("?");
		if (!pathname.startsWith(basePath)) return deny(res, "BAD_PROCEDURE_PATH");
		// Runs before tRPC, whose denial would be one response in a batch: the console learns nothing of the session from a 207.
		const caller = await identify(req.headers.authorization, verifier, options.auth);
		if (caller.status === "refused") return deny(res, caller.reason);
		await nodeHTTPRequestHandler({
			req,
			res,
			path: pathname.slice(basePath.length),
			router: appRouter,
			createContext: () => ({ user: caller.user }),
			// tRPC has no limit by default, which lets one short address request a thousand responses.
			maxBatchSize: serverLimits.batchCalls,
			// The console sends a query that is too long for an address as POST.
			allowMethodOverride: true,
			onError({ error, path }) {
				if (error.code === "INTERNAL_SERVER_ERROR") console.error(path, error.cause ?? error);
			},
		});
	});
	server.listen(options.port, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port");
	return {
		url: `http://127.0.0.1:${address.port}${basePath.replace(/\/$/, "")}`,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function createVerifier({ userPoolId, clientId, jwksUri }: UpstreamOptions): TokenVerifier {
	async function fetchJwks(uriOfPool: string): Promise<unknown> {
		const response = await fetch(jwksUri ?? uriOfPool, { signal: AbortSignal.timeout(jwksTimeoutMs) });
		if (!response.ok) throw new Error(`The signing keys answered ${response.status}`);
		return response.json();
	}
	return createTokenVerifier({ userPoolId, clientId, fetchJwks, now: Date.now });
}

type Caller = { status: "known"; user: User | null } | { status: "refused"; reason: ErrorCode };

async function identify(
	authorization: string | undefined,
	verifier: TokenVerifier,
	auth: UpstreamOptions["auth"],
): Promise<Caller> {
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
	if (token === undefined) return { status: "refused", reason: "SIGNED_OUT" };
	const check = await (auth === "id" ? verifier.verifyIdToken(token) : verifier.verifyAccessToken(token));
	// 503 rather than 401, which would make the console renew the session: without keys a token cannot be checked.
	if (check.status === "unavailable") return { status: "refused", reason: "SESSION_UNCHECKED" };
	if (check.status !== "valid") return { status: "refused", reason: "SIGNED_OUT" };
	return { status: "known", user: members.get(check.claims.sub) ?? null };
}

/** One error object, which a tRPC client reads as the response of every call in the batch. */
function deny(res: ServerResponse, reason: ErrorCode): void {
	const code = errorCodes[reason];
	const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
	const message = "The request was refused";
	const error = superjson.serialize({
		message,
		code: TRPC_ERROR_CODES_BY_KEY[code],
		data: { code, httpStatus, reason },
	});
	res.writeHead(httpStatus, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}
