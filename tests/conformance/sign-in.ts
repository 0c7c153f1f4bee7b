import * as z from "zod/mini";
import { localSettings } from "../../local/local-settings";
import type { Fetch } from "./probe";

const SignedIn = z.object({ AuthenticationResult: z.object({ AccessToken: z.string(), IdToken: z.string() }) });

export type Tokens = { accessToken: string; idToken: string };
export type Person = { email: string; password: string };

export async function signInLocally(consoleUrl: string, { email, password }: Person, fetch: Fetch): Promise<Tokens> {
	const response = await fetch(`${consoleUrl.replace(/\/+$/, "")}/__local/cognito-idp`, {
		method: "POST",
		headers: {
			"content-type": "application/x-amz-json-1.1",
			"x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
		},
		body: JSON.stringify({
			ClientId: localSettings.USER_POOL_CLIENT_ID,
			AuthFlow: "USER_PASSWORD_AUTH",
			AuthParameters: { USERNAME: email, PASSWORD: password },
		}),
	});
	const body: unknown = await response.json();
	const { data } = SignedIn.safeParse(body);
	if (!data)
		throw new Error(`Sign-in answered ${response.status} and no tokens: is a second step set up for ${email}?`);
	return { accessToken: data.AuthenticationResult.AccessToken, idToken: data.AuthenticationResult.IdToken };
}
