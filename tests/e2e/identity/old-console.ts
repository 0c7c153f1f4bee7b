import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { CookieStorage } from "aws-amplify/utils";
import { localSettings } from "../../../local/local-settings.ts";

function configure(): void {
	const { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: userPoolClientId } = localSettings;
	const userPoolEndpoint = `${location.origin}/__local/cognito-idp`;
	Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
	cognitoUserPoolsTokenProvider.setKeyValueStorage(new CookieStorage({ sameSite: "lax" }));
}

export async function signInAsBefore(username: string, password: string): Promise<boolean> {
	configure();
	const { isSignedIn } = await signIn({ username, password, options: { authFlowType: "USER_PASSWORD_AUTH" } });
	return isSignedIn;
}

export async function userAsBefore(): Promise<string | null> {
	configure();
	const { userSub } = await fetchAuthSession();
	return userSub ?? null;
}
