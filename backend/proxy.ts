import { limits } from "../shared/base/limits";
import { mediaTypeOf, readBody } from "../shared/base/read-body";
import { parseShallowJson } from "../shared/base/shallow-json";
import type { ErrorCode } from "../shared/errors/error-codes";
import type { AccountObject } from "./account-object";
import { isRehearsal, serveRehearsal } from "./alert/rehearsal-call";
import { isAttachmentUpload, storeAttachment } from "./attachment/upload-call";
import { archivePrefix } from "./base/archive-places";
import type { Identity, UploadedFile } from "./base/context";
import { trpcErrorResponse } from "./base/errors";
import { denyUnidentified, type IdentifyParts, identify } from "./base/identify";
import { createNewId } from "./base/ids";
import { addressOf, callerRequestIdOf, denialOf, forwardedHeaders } from "./base/internal-headers";
import { isOfPreviousContract, toOwnContract, toPreviousContract } from "./base/previous-contract";
import { accountByHeaders, type RequestedAccount } from "./base/requested-account";
import type { AccountLookup } from "./db/account-lookup";
import { aliveIn, requestAccount, type Standing } from "./db/reach-account";
import { isImportUpload, toImportCall } from "./import/import-call";
import { serveRouter } from "./serve-router";
import { browserLabel } from "./session/sign-ins";

type ProxyParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: DurableObjectNamespace<AccountObject>;
	directory: D1Database;
	files: Pick<R2Bucket, "put">;
	planName: string;
};

/** Handles `/api/proxy`: bearer token → account → that account's object, with the whole HTTP request. */
export function createProxy(parts: ProxyParts) {
	const { verifier, people, lookup, accounts } = parts;

	return async function proxy(request: Request, requestId: string): Promise<Response> {
		const responded = await serveCall(request, requestId);
		return isOfPreviousContract(request) ? toPreviousContract(responded) : responded;
	};

	async function serveCall(submitted: Request, requestId: string): Promise<Response> {
		const identification = await identify(submitted.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const asker = { identity: identification.identity, requestId, asked: accountByHeaders(submitted.headers) };
		const call = (request: Request) => respond(request, asker);
		if (isImportUpload(submitted)) {
			const imported = await toImportCall(submitted, call);
			return imported instanceof Response ? imported : call(imported);
		}
		if (isAttachmentUpload(submitted)) {
			return storeAttachment(submitted, {
				requestId,
				call: (request, upload) => respond(request, { ...asker, upload }),
				store: async (accountId, sha256, bytes, contentType) => {
					const key = `${archivePrefix("attachment", accounts.idFromName(accountId))}/${sha256}`;
					await parts.files.put(key, bytes, { sha256, httpMetadata: { contentType } });
				},
			});
		}
		const received = await receive(submitted);
		if (typeof received === "string") return trpcErrorResponse(received, notReceived[received], requestId);
		return isRehearsal(received) ? serveRehearsal(received, call, requestId) : call(received);
	}

	async function respond(
		request: Request,
		{ identity, requestId, asked: requested, upload }: Asker,
	): Promise<Response> {
		// Buffered, because a second account may get the request if the first denies it.
		const body = request.body && (await request.arrayBuffer());
		const serveAsVisitor = (visitor: Pick<VisitorRequest, "strandedIn" | "isElsewhere">) =>
			serveVisitor(parts, new Request(request, { body }), { identity, requestId, ...visitor });
		const forward = (accountId: string, standing: Standing) =>
			// Not a copy of the request, which would include the edge's connection facts.
			accounts.get(accounts.idFromName(accountId)).fetch(request.url, {
				method: request.method,
				body,
				headers: forwardedHeaders(request.headers, { identity, accountId, requestId, upload, ...standing }),
			});

		const discard = (response: Response) => response.body?.cancel();
		const reached = await requestAccount(lookup, identity, {
			asked: requested,
			request: forward,
			denialOf,
			discard,
			isRead: request.method === "GET",
			isAlive: aliveIn(accounts, identity),
		});
		if (reached.status === "elsewhere") return serveAsVisitor({ strandedIn: null, isElsewhere: true });
		if (reached.status === "none") return serveAsVisitor({ strandedIn: null, isElsewhere: false });
		if (reached.status === "answered" || reached.denial !== "unknown") return reached.response;
		await discard(reached.response);
		return serveAsVisitor({ strandedIn: reached.accountId, isElsewhere: false });
	}
}

const notReceived = {
	BODY_TOO_LARGE: "The request body is too large",
	INPUT_NOT_READABLE: "The input cannot be read",
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Limits the input's size and depth, and converts it from the previous contract. Otherwise returns the error. */
async function receive(request: Request): Promise<Request | keyof typeof notReceived> {
	const toOwn = isOfPreviousContract(request) ? toOwnContract : null;
	const url = new URL(request.url);
	const query = url.searchParams.get("input") ?? "";
	if (query !== "" && !isShallowJson(query)) return "INPUT_NOT_READABLE";
	if (toOwn && query !== "") url.searchParams.set("input", toOwn(query));
	if (request.method !== "POST" && request.body === null) return toOwn ? new Request(url, request) : request;
	const body = await readBody(request.body, limits.proxyBodyBytes);
	if (body === "too-large") return "BODY_TOO_LARGE";
	if (mediaTypeOf(request.headers) !== "application/json") return new Request(request, { body });
	const text = new TextDecoder().decode(body);
	return isShallowJson(text) ? new Request(request, { body: toOwn?.(text) ?? text }) : "INPUT_NOT_READABLE";
}

function isShallowJson(text: string): boolean {
	try {
		parseShallowJson(text);
		return true;
	} catch {
		// A SyntaxError: invalid JSON.
		return false;
	}
}

type Asker = { identity: Identity; requestId: string; asked: RequestedAccount; upload?: UploadedFile };

type VisitorRequest = { identity: Identity; requestId: string; strandedIn: string | null; isElsewhere: boolean };

function serveVisitor({ accounts, directory, planName }: ProxyParts, request: Request, visitor: VisitorRequest) {
	const now = Date.now();
	const hint = locationHint(request.cf);
	return serveRouter(request, {
		kind: "visitor",
		...visitor,
		origin: {
			address: addressOf(request.headers),
			browser: browserLabel(request.headers.get("user-agent")),
			requestId: visitor.requestId,
			callerRequestId: callerRequestIdOf(request.headers),
		},
		now,
		newId: createNewId(now),
		directory,
		planName,
		accountObject: (accountId) =>
			accounts.get(accounts.idFromName(accountId), hint === undefined ? {} : { locationHint: hint }),
	});
}

/** Places an account's object near its owner. Undefined: the platform decides. */
export function locationHint(cf: Request["cf"]): DurableObjectLocationHint | undefined {
	const continent = cf?.continent;
	const longitude = Number(cf?.longitude ?? 0);
	if (continent === "NA") return longitude < -100 ? "wnam" : "enam";
	if (continent === "EU") return longitude > 20 ? "eeur" : "weur";
	if (continent === "SA") return "sam";
	if (continent === "AF") return "afr";
	if (continent === "AS") return longitude < 60 ? "me" : "apac";
	if (continent === "OC") return "oc";
	return undefined;
}
