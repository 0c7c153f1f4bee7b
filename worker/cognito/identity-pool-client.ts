import { unverifiedClaims } from "../session/unverified-claims";
import { type CognitoFailure, createCognitoClient } from "./cognito-client";
import { isRecord, textField } from "./json-fields";
import { isPassing } from "./passing-errors";
import { type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";

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
export type FetchCredentials = (request: CredentialsRequest) => Promise<CredentialsOutcome>;

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
