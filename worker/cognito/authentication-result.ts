import { isRecord, textField } from "./json-fields";

export type AuthenticationResult = { accessToken: string; idToken: string | null; refreshToken: string | null };

/** The tokens of an answer; null where it holds no access token. */
export function parseAuthenticationResult(body: Record<string, unknown>): AuthenticationResult | null {
	const result = body.AuthenticationResult;
	if (!isRecord(result)) return null;
	const accessToken = textField(result, "AccessToken");
	if (accessToken === null) return null;
	return { accessToken, idToken: textField(result, "IdToken"), refreshToken: textField(result, "RefreshToken") };
}
