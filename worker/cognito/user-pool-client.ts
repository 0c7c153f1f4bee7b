import { isRecord, textField } from "./json-fields";

export type UserPoolOperation = "InitiateAuth" | "GetTokensFromRefreshToken" | "RevokeToken";

export type UserPoolAnswer =
	| { status: "done"; body: Record<string, unknown> }
	/** Cognito said no, by the name of its error. */
	| { status: "refused"; name: string; message: string }
	/** `reason` is for the log. `unreachable`: no answer at all; `failing`: an answer that says nothing about the user. */
	| { status: "unreachable" | "failing" | "throttled"; reason: string };

export type UserPoolClient = (operation: UserPoolOperation, body: Record<string, unknown>) => Promise<UserPoolAnswer>;

const timeoutMs = 5_000;
const throttling = new Set(["TooManyRequestsException", "ThrottlingException", "Throttling"]);

type Options = { userPoolId: string; fetch: (url: string, init: RequestInit) => Promise<Response> };

/** Speaks to one user pool. Rejects never; nothing it returns but a `done` body holds a secret. */
export function createUserPoolClient({ userPoolId, fetch }: Options): UserPoolClient {
	const endpoint = `https://cognito-idp.${userPoolId.slice(0, userPoolId.indexOf("_"))}.${domain(userPoolId)}/`;

	return async (operation, body) => {
		try {
			const response = await fetch(endpoint, {
				method: "POST",
				headers: {
					"content-type": "application/x-amz-json-1.1",
					"x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
				},
				body: JSON.stringify(body),
				redirect: "manual",
				signal: AbortSignal.timeout(timeoutMs),
			});
			return classify(response, await response.text());
		} catch (error) {
			// In workerd a failed fetch is a plain Error, so what counts is that it was rejected.
			return { status: "unreachable", reason: error instanceof Error ? error.name : "unknown" };
		}
	};
}

function domain(userPoolId: string): string {
	return userPoolId.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
}

function classify(response: Response, text: string): UserPoolAnswer {
	const body = parseRecord(text);
	if (response.status === 200) {
		return body ? { status: "done", body } : { status: "failing", reason: "answer is not JSON" };
	}
	if (response.status === 429) return { status: "throttled", reason: "HTTP 429" };
	if (response.status >= 500) return { status: "failing", reason: `HTTP ${response.status}` };
	const name = errorName(response.headers.get("x-amzn-errortype") ?? undefined, body ?? {});
	if (throttling.has(name)) return { status: "throttled", reason: name };
	const message = textField(body ?? {}, "message") ?? textField(body ?? {}, "Message") ?? "Unknown error";
	return { status: "refused", name, message };
}

/** RevokeToken answers 200 with an empty body. */
function parseRecord(text: string): Record<string, unknown> | null {
	if (text === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : null;
	} catch {
		return null; // an HTML page of something in between
	}
}

/** Amplify's derivation: `prefix#Name:rest` and `Name,rest` both name `Name`. */
function errorName(header: string | undefined, body: Record<string, unknown>): string {
	const sent = header ?? textField(body, "code") ?? textField(body, "__type") ?? "UnknownError";
	const [name = ""] = sent.split(/[,:]/);
	return name.slice(name.indexOf("#") + 1);
}
