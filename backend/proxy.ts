import type { TokenVerifier } from "../shared/session/token-verifier";
import type { AccountObject } from "./account-object";
import { answerRehearsal, isRehearsal } from "./alert/rehearsal-call";
import { type AskedAccount, askedByHeaders } from "./base/asked-account";
import type { Identity } from "./base/context";
import { identify, refuseUnidentified } from "./base/identify";
import { createNewId } from "./base/ids";
import { addressOf, callerRequestIdOf, denialOf, forwardedHeaders } from "./base/internal-headers";
import { isOfPreviousContract, toOwnContract, toPreviousContract } from "./base/previous-contract";
import type { AccountLookup } from "./db/account-lookup";
import { aliveIn, requestAccount, type Standing } from "./db/reach-account";
import { isImportUpload, toImportCall } from "./import/import-call";
import { serveRouter } from "./serve-router";
import { browserLabel } from "./session/sign-ins";

type ProxyParts = {
	verifier: TokenVerifier;
	lookup: AccountLookup;
	accounts: DurableObjectNamespace<AccountObject>;
	directory: D1Database;
	planName: string;
};

/** Answers `/api/proxy`: bearer token → account → that account's object, with the whole HTTP request. */
export function createProxy(parts: ProxyParts) {
	const { verifier, lookup, accounts } = parts;

	return async function proxy(request: Request, requestId: string): Promise<Response> {
		if (!isOfPreviousContract(request)) return answerCall(request, requestId);
		return toPreviousContract(await answerCall(await toOwnContract(request), requestId));
	};

	async function answerCall(received: Request, requestId: string): Promise<Response> {
		const identification = await identify(received.headers, { verifier, requestId });
		if (identification.status !== "known") return refuseUnidentified(identification.status, requestId);
		const asker = { identity: identification.identity, requestId, asked: askedByHeaders(received.headers) };
		const call = (request: Request) => answer(request, asker);
		if (isRehearsal(received)) return answerRehearsal(received, call, requestId);
		if (!isImportUpload(received)) return call(received);
		const imported = await toImportCall(received, call);
		return imported instanceof Response ? imported : call(imported);
	}

	async function answer(request: Request, { identity, requestId, asked }: Asker): Promise<Response> {
		// Kept, as the request goes to a second object where the first does not take them.
		const body = request.body && (await request.arrayBuffer());
		const serveAsVisitor = (visitor: Pick<VisitorRequest, "strandedIn" | "isElsewhere">) =>
			serveVisitor(parts, new Request(request, { body }), { identity, requestId, ...visitor });
		const forward = (accountId: string, standing: Standing) =>
			// Not a copy of the request, which would carry what the edge knows of the connection along.
			accounts.get(accounts.idFromName(accountId)).fetch(request.url, {
				method: request.method,
				body,
				headers: forwardedHeaders(request.headers, { identity, accountId, requestId, ...standing }),
			});

		const discard = (response: Response) => response.body?.cancel();
		const reached = await requestAccount(lookup, identity.sub, {
			...{ asked, request: forward, denialOf, discard, isRead: request.method === "GET" },
			isAlive: aliveIn(accounts, identity),
		});
		if (reached.status === "elsewhere") return serveAsVisitor({ strandedIn: null, isElsewhere: true });
		if (reached.status === "none") return serveAsVisitor({ strandedIn: null, isElsewhere: false });
		if (reached.status === "answered" || reached.denial !== "unknown") return reached.answer;
		await discard(reached.answer);
		return serveAsVisitor({ strandedIn: reached.accountId, isElsewhere: false });
	}
}

type Asker = { identity: Identity; requestId: string; asked: AskedAccount };

type VisitorRequest = { identity: Identity; requestId: string; strandedIn: string | null; isElsewhere: boolean };

/** The same router, for someone without an account. */
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

/** Where an account's object is best made, from where its owner asks; undefined leaves it to the platform. */
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
