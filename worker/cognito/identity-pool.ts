import { createExpiringMap } from "../../shared/base/expiring-map";
import { isRecord } from "../../shared/base/json-record";
import { sha256Hex } from "../base/sha-256";
import { type CognitoFailure, createCognitoClient, textField } from "./cognito-client";
import { isPassing, type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";
import { createSharedCalls } from "./shared-calls";
import { unverifiedClaims } from "./tokens";

type StoreOptions = { fetchCredentials: FetchCredentials; now: () => number };
type Kept = { outcome: CredentialsOutcome; fetchedAt: number };

const validMs = 3_000_000;
const marginMs = 60_000;
/** Caches a rejection, so that guests' calls do not each repeat it. */
const declinedMs = 10_000;
/** A policy may reject valid credentials too, so younger ones are not replaced. */
const trustedMs = 60_000;
const mostStored = 500;
const joinedWaitMs = workDeadlineMs + 500;
const guestKey = "guest";

type KeepAlive = (work: Promise<unknown>) => void;

export type CredentialsStore = ReturnType<typeof createCredentials>;

/** Cached per id token in the isolate, which serves all users. */
export function createCredentials({ fetchCredentials, now }: StoreOptions) {
	const kept = createExpiringMap<string, Kept>({ most: mostStored, now });
	const share = createSharedCalls<CredentialsOutcome>(joinedWaitMs);
	// Each GetId of a guest creates an identity in the pool, so one is reused.
	let guestIdentityId: string | null = null;

	async function start(key: string, idToken: string | null): Promise<CredentialsOutcome> {
		// A user must never get the guests' identity: the pool would merge all users into it.
		const knownIdentityId = idToken === null ? guestIdentityId : null;
		const outcome = await fetchCredentials({ idToken, knownIdentityId });
		if (idToken === null) guestIdentityId = identityAfter(outcome, guestIdentityId);
		kept.set(key, { outcome, fetchedAt: now() }, validUntil(outcome, now()));
		return outcome;
	}

	return {
		async get(idToken: string | null, keepAlive: KeepAlive): Promise<CredentialsOutcome> {
			const key = await keyOf(idToken);
			return share({
				key,
				known: () => kept.get(key)?.outcome ?? null,
				start: () => start(key, idToken),
				keepAlive,
			});
		},
		/** The upstream rejected the credentials: drops them unless they are new. */
		async distrust(idToken: string | null): Promise<void> {
			const key = await keyOf(idToken);
			const entry = kept.get(key);
			if (entry && now() - entry.fetchedAt >= trustedMs) kept.delete(key);
		},
	};
}

function validUntil(outcome: CredentialsOutcome, now: number): number {
	if (outcome.status === "failed") return outcome.isDecline ? now + declinedMs : now;
	const { expiresAt } = outcome.credentials;
	return Math.min(now + validMs, (expiresAt ?? Number.POSITIVE_INFINITY) - marginMs);
}

function identityAfter(outcome: CredentialsOutcome, identityId: string | null): string | null {
	if (outcome.status === "ready") return outcome.credentials.identityId;
	return outcome.isDecline || outcome.name === "ResourceNotFoundException" ? null : identityId;
}

async function keyOf(idToken: string | null): Promise<string> {
	return idToken === null ? guestKey : sha256Hex(new TextEncoder().encode(idToken));
}

export type AwsCredentials = {
	identityId: string;
	accessKeyId: string;
	secretAccessKey: string;
	sessionToken: string | null;
	expiresAt: number | null;
};

export type CredentialsOutcome =
	| { status: "ready"; credentials: AwsCredentials }
	| { status: "failed"; name: string; isDecline: boolean };

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
const declines = new Set(["NotAuthorizedException", "InvalidIdTokenException"]);

export function createIdentityPoolClient({ endpoint, identityPoolId, fetch, tools }: Options): FetchCredentials {
	type Operation = "GetId" | "GetCredentialsForIdentity";
	const service = "AWSCognitoIdentityService";
	const call = createCognitoClient<Operation>({ endpoint, service, fetch });

	function request(operation: Operation, body: Record<string, unknown>, deadline: number) {
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
			const response = await request("GetId", { IdentityPoolId: identityPoolId, Logins: logins }, deadline);
			if (response.status !== "done") return failed(nameOf(response));
			identityId = textField(response.body, "IdentityId");
			if (identityId === null) return failed("GetIdResponseException");
		}

		const asWhom = idToken === null ? {} : { Logins: logins };
		const result = await request("GetCredentialsForIdentity", { IdentityId: identityId, ...asWhom }, deadline);
		if (result.status !== "done") return failed(nameOf(result));
		const credentials = parseCredentials(result.body, identityId);
		if (credentials !== null) return { status: "ready", credentials };
		return failed(idToken === null ? "CredentialsNotFoundException" : "CredentialsException");
	};
}

function loginsOf(idToken: string): Logins | null {
	const { issuer } = unverifiedClaims(idToken);
	return issuer === null ? null : { [issuer.replace(/^https?:\/\//, "")]: idToken };
}

function parseCredentials(body: Record<string, unknown>, requestedId: string): AwsCredentials | null {
	const sent = body.Credentials;
	if (!isRecord(sent)) return null;
	const accessKeyId = textField(sent, "AccessKeyId");
	const secretAccessKey = textField(sent, "SecretKey");
	if (accessKeyId === null || secretAccessKey === null) return null;
	return {
		// The pool may have merged identities since GetId.
		identityId: textField(body, "IdentityId") ?? requestedId,
		accessKeyId,
		secretAccessKey,
		sessionToken: textField(sent, "SessionToken"),
		expiresAt: typeof sent.Expiration === "number" ? sent.Expiration * 1000 : null,
	};
}

function failed(name: string): CredentialsOutcome {
	return { status: "failed", name, isDecline: declines.has(name) };
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
