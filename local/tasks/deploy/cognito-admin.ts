import { AwsClient } from "aws4fetch";

type Variables = Readonly<Record<string, unknown>>;

export type CognitoResponse = { name: string | null; message: string; body: unknown };
export type CognitoAdmin = ((operation: string, body: object) => Promise<CognitoResponse>) | null;

type Parts = { vars: Variables; environment: Readonly<Record<string, string | undefined>>; fetch: typeof fetch };

export function userPoolAddress(vars: Variables): { address: string; poolId: string; region: string } {
	const poolId = String(vars.USER_POOL_ID ?? "");
	const region = poolId.split("_")[0] ?? "";
	const address = String(vars.USER_POOL_ENDPOINT || `https://cognito-idp.${region}.amazonaws.com`).replace(/\/$/, "");
	return { address, poolId, region };
}

export function createCognitoAdmin({ vars, environment, fetch }: Parts): CognitoAdmin {
	const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
	if (!accessKeyId || !secretAccessKey) return null;
	const { address, region } = userPoolAddress(vars);
	const sessionToken = environment.AWS_SESSION_TOKEN;
	const session = sessionToken ? { sessionToken } : {};
	const aws = new AwsClient({ accessKeyId, secretAccessKey, ...session, service: "cognito-idp", region });
	return async (operation, body) => {
		const headers = cognitoHeaders(operation);
		const init = { method: "POST", headers, body: JSON.stringify(body) };
		return cognitoResponse(await fetch(await aws.sign(`${address}/`, init)));
	};
}

export function cognitoHeaders(operation: string, service = "AWSCognitoIdentityProviderService") {
	return { "content-type": "application/x-amz-json-1.1", "x-amz-target": `${service}.${operation}` };
}

export async function cognitoResponse(response: Response): Promise<CognitoResponse> {
	const body: unknown = await response.json();
	const { __type: type, message, Message } = Object(body); // any shape: only expected fields are read
	const name = typeof type === "string" ? (type.split("#").at(-1) ?? type) : `status ${response.status}`;
	return { name: response.ok ? null : name, message: String(message ?? Message ?? ""), body };
}
