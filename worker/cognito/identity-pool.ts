import { unverifiedClaims } from "../session/tokens";
import { type CognitoFailure, createCognitoClient, isRecord, textField } from "./cognito-client";
import { isPassing, type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";
import { createSharedCalls } from "./shared-calls";

export type CredentialsStore = {
	/** Credentials of the person with this id token, or of a guest for null. Rejects never. */
	get: (idToken: string | null, keepAlive: (work: Promise<unknown>) => void) => Promise<CredentialsOutcome>;
	/** The upstream did not take them: the next call asks for new ones, unless these are new themselves. */
	distrust: (idToken: string | null) => Promise<void>;
};

type StoreOptions = { fetchCredentials: FetchCredentials; now: () => number };
type Kept = { outcome: CredentialsOutcome; fetchedAt: number; until: number };

/** Amplify's. */
const validMs = 3_000_000;
/** What is handed out must live through the call it signs. */
const marginMs = 60_000;
/** A refusal is asked for again after this, and not by each call of an anonymous visitor. */
const refusedMs = 10_000;
/** A policy that forbids the call refuses new credentials too, and must not cost new ones for each call. */
const trustedMs = 60_000;
const mostKept = 500;
const joinedWaitMs = workDeadlineMs + 500;
const guestKey = "guest";

/** The isolate's memory of credentials. One isolate serves everybody, so each entry belongs to one id token. */
export function createCredentials({ fetchCredentials, now }: StoreOptions): CredentialsStore {
	const kept = new Map<string, Kept>();
	const calls = createSharedCalls<CredentialsOutcome>(joinedWaitMs);
	// Every GetId of a guest makes an identity in the pool, so the one there is gets used again.
	let guestIdentityId: string | null = null;

	function recall(key: string): CredentialsOutcome | null {
		const entry = kept.get(key);
		return entry && now() < entry.until ? entry.outcome : null;
	}

	function keep(key: string, outcome: CredentialsOutcome): void {
		const until = validUntil(outcome, now());
		kept.delete(key);
		if (until <= now()) return;
		for (const [oldest, entry] of kept) {
			if (kept.size < mostKept && now() < entry.until) break;
			kept.delete(oldest);
		}
		kept.set(key, { outcome, fetchedAt: now(), until });
	}

	async function start(key: string, idToken: string | null): Promise<CredentialsOutcome> {
		// A person never gets the guests' identity: the pool would merge everybody's into it.
		const knownIdentityId = idToken === null ? guestIdentityId : null;
		const outcome = await fetchCredentials({ idToken, knownIdentityId });
		if (idToken === null) guestIdentityId = identityAfter(outcome, guestIdentityId);
		keep(key, outcome);
		return outcome;
	}

	return {
		async get(idToken, keepAlive) {
			const key = await keyOf(idToken);
			return calls.run({ key, known: () => recall(key), start: () => start(key, idToken), keepAlive });
		},
		async distrust(idToken) {
			const key = await keyOf(idToken);
			const entry = kept.get(key);
			if (entry && now() - entry.fetchedAt >= trustedMs) kept.delete(key);
		},
	};
}

function validUntil(outcome: CredentialsOutcome, now: number): number {
	if (outcome.status === "failed") return outcome.isRefusal ? now + refusedMs : now;
	const { expiresAt } = outcome.credentials;
	return Math.min(now + validMs, (expiresAt ?? Number.POSITIVE_INFINITY) - marginMs);
}

/** An outage says nothing about the identity; one the pool no longer knows must be asked for anew. */
function identityAfter(outcome: CredentialsOutcome, identityId: string | null): string | null {
	if (outcome.status === "ready") return outcome.credentials.identityId;
	return outcome.isRefusal || outcome.name === "ResourceNotFoundException" ? null : identityId;
}

/** A hash, so that no token lies about in memory for longer than its request. */
async function keyOf(idToken: string | null): Promise<string> {
	if (idToken === null) return guestKey;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(idToken));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type AwsCredentials = {
	identityId: string;
	accessKeyId: string;
	secretAccessKey: string;
	sessionToken: string | null;
	/** Epoch ms; null where the pool did not say. */
	expiresAt: number | null;
};

export type CredentialsOutcome =
	| { status: "ready"; credentials: AwsCredentials }
	/** `name` is the catalogue's, or Cognito's own. `isRefusal`: the pool said no to this person, and would again. */
	| { status: "failed"; name: string; isRefusal: boolean };

/** `idToken` null asks as a guest. `knownIdentityId` spares asking for the id. */
export type CredentialsRequest = { idToken: string | null; knownIdentityId: string | null };
type FetchCredentials = (request: CredentialsRequest) => Promise<CredentialsOutcome>;

type Options = {
	endpoint: string;
	identityPoolId: string;
	fetch: (url: string, init: RequestInit) => Promise<Response>;
	tools: RetryTools;
};

type Logins = Record<string, string>;

const ownHeaders = { "cache-control": "no-store", "x-amz-user-agent": "aqlcloud-console" };
/** Answers about who asks rather than about how the pool is set up. */
const refusals = new Set(["NotAuthorizedException", "InvalidIdTokenException"]);

/** GetId and GetCredentialsForIdentity of one identity pool. Both may go twice, so both are retried. Rejects never. */
export function createIdentityPoolClient({ endpoint, identityPoolId, fetch, tools }: Options): FetchCredentials {
	type Operation = "GetId" | "GetCredentialsForIdentity";
	const service = "AWSCognitoIdentityService";
	const call = createCognitoClient<Operation>({ endpoint, service, fetch });

	function ask(operation: Operation, body: Record<string, unknown>, deadline: number) {
		return sendWithRetries({
			send: ({ headers, timeoutMs }) => call(operation, body, { headers: { ...ownHeaders, ...headers }, timeoutMs }),
			mayRetry: isPassing,
			deadline,
			tools,
		});
	}

	return async ({ idToken, knownIdentityId }) => {
		const deadline = tools.now() + workDeadlineMs;
		const logins = idToken === null ? {} : loginsOf(idToken);
		if (logins === null) return failed("InvalidIdTokenException");

		let identityId = knownIdentityId;
		if (identityId === null) {
			const answer = await ask("GetId", { IdentityPoolId: identityPoolId, Logins: logins }, deadline);
			if (answer.status !== "done") return failed(nameOf(answer));
			identityId = textField(answer.body, "IdentityId");
			if (identityId === null) return failed("GetIdResponseException");
		}

		const asWhom = idToken === null ? {} : { Logins: logins };
		const answer = await ask("GetCredentialsForIdentity", { IdentityId: identityId, ...asWhom }, deadline);
		if (answer.status !== "done") return failed(nameOf(answer));
		const credentials = parseCredentials(answer.body, identityId);
		if (credentials !== null) return { status: "ready", credentials };
		return failed(idToken === null ? "CredentialsNotFoundException" : "CredentialsException");
	};
}

/** The provider's name is the token's issuer without its scheme; null where the token names none. */
function loginsOf(idToken: string): Logins | null {
	const { issuer } = unverifiedClaims(idToken);
	return issuer === null ? null : { [issuer.replace(/^https?:\/\//, "")]: idToken };
}

function parseCredentials(body: Record<string, unknown>, askedFor: string): AwsCredentials | null {
	const sent = body.Credentials;
	if (!isRecord(sent)) return null;
	const accessKeyId = textField(sent, "AccessKeyId");
	const secretAccessKey = textField(sent, "SecretKey");
	if (accessKeyId === null || secretAccessKey === null) return null;
	return {
		// The pool may have merged identities since it gave the id.
		identityId: textField(body, "IdentityId") ?? askedFor,
		accessKeyId,
		secretAccessKey,
		sessionToken: textField(sent, "SessionToken"),
		expiresAt: typeof sent.Expiration === "number" ? sent.Expiration * 1000 : null,
	};
}

function failed(name: string): CredentialsOutcome {
	return { status: "failed", name, isRefusal: refusals.has(name) };
}

function nameOf(failure: CognitoFailure): string {
	switch (failure.status) {
		case "refused":
			return failure.name;
		case "unreachable":
			return "NetworkError";
		case "throttled":
			return "TooManyRequestsException";
		case "failing":
			return "ServiceUnavailable";
	}
}
