import * as z from "zod/mini";
import {
	type CognitoAdmin,
	type CognitoResponse,
	cognitoHeaders,
	cognitoResponse,
	createCognitoAdmin,
	userPoolAddress,
} from "./cognito-admin.ts";

type Variables = Readonly<Record<string, unknown>>;

export type PoolFindings = {
	problems: string[];
	byHand: string[];
	hasClientSecret: boolean;
};

type Parts = {
	vars: Variables;
	environment: Readonly<Record<string, string | undefined>>;
	fetch: typeof fetch;
};

/** An impossible user. No mail is sent, and no pool accepts such a password. */
const noOne = { address: "deployment-check@invalid.invalid", password: "-" };

export async function checkUserPool({ vars, environment, fetch }: Parts): Promise<PoolFindings> {
	const { address, poolId } = userPoolAddress(vars);
	const clientId = String(vars.USER_POOL_CLIENT_ID ?? "");
	const ask = async (operation: string, body: object) => {
		const init = { method: "POST", headers: cognitoHeaders(operation), body: JSON.stringify(body) };
		return cognitoResponse(await fetch(`${address}/`, init));
	};
	try {
		const keys = await fetch(`${address}/${poolId}/.well-known/jwks.json`);
		await keys.body?.cancel();
		if (!keys.ok) {
			return { problems: [`USER_POOL_ID: there is no pool ${poolId}`], byHand: [], hasClientSecret: false };
		}
		const signIn = await ask("InitiateAuth", {
			AuthFlow: "USER_PASSWORD_AUTH",
			ClientId: clientId,
			AuthParameters: { USERNAME: noOne.address, PASSWORD: noOne.password },
		});
		const signUp = await ask("SignUp", { ClientId: clientId, Username: noOne.address, Password: noOne.password });
		const passkeyProblems = vars.PASSKEY_DOMAIN ? await checkPasskeys(ask, clientId) : [];
		const identity = await checkIdentityPool(vars, fetch);
		const admin = createCognitoAdmin({ vars, environment, fetch });
		const described = await describe(admin, { poolId, clientId });
		return {
			problems: [
				...signInProblems(signIn, clientId),
				...signUpProblems(signUp, vars),
				...passkeyProblems,
				...identity.problems,
				...described.problems,
			],
			byHand: [...identity.byHand, ...described.byHand],
			hasClientSecret: lacksSecret(signIn),
		};
	} catch (error) {
		const problem = `Cognito does not answer at ${address}: ${String(error)}`;
		return { problems: [problem], byHand: [], hasClientSecret: false };
	}
}

/** Only the message distinguishes this error. */
function lacksSecret({ message }: CognitoResponse): boolean {
	return message.includes("SECRET_HASH was not received");
}

function signInProblems({ name, message }: CognitoResponse, clientId: string): string[] {
	if (name === "ResourceNotFoundException") return [`USER_POOL_CLIENT_ID: the pool has no client ${clientId}`];
	if (name === "InvalidParameterException" && message.includes("flow not enabled")) {
		return ["The pool's client lacks the flow ALLOW_USER_PASSWORD_AUTH, by which people sign in"];
	}
	return [];
}

type PoolRequest = (operation: string, body: object) => Promise<CognitoResponse>;

async function checkPasskeys(request: PoolRequest, clientId: string): Promise<string[]> {
	const { message } = await request("InitiateAuth", {
		AuthFlow: "USER_AUTH",
		ClientId: clientId,
		AuthParameters: { USERNAME: noOne.address, PREFERRED_CHALLENGE: "WEB_AUTHN" },
	});
	if (!/\bUSER_AUTH flow not enabled/.test(message)) return [];
	return ["PASSKEY_DOMAIN is set, and the pool's client lacks the flow ALLOW_USER_AUTH, by which passkeys sign in"];
}

/** The console's switch closes only its own form: the pool's API is open to everyone who knows the client's id. */
function signUpProblems({ name, message }: CognitoResponse, vars: Variables): string[] {
	const isClosed = name === "NotAuthorizedException" && message.includes("SignUp is not permitted");
	const isOpen = name === "InvalidPasswordException" || name === "InvalidParameterException";
	if (vars.SIGN_UP === "off" && isOpen) {
		return ["SIGN_UP is off, and the pool itself lets anybody register: set its stack's SelfSignUp to off too"];
	}
	if (vars.SIGN_UP !== "off" && isClosed) return ["The pool lets nobody register: set SIGN_UP to off too"];
	return [];
}

type Findings = Pick<PoolFindings, "problems" | "byHand">;

async function checkIdentityPool(vars: Variables, fetch: Parts["fetch"]): Promise<Findings> {
	const poolId = String(vars.IDENTITY_POOL_ID ?? "");
	const region = poolId.split(":")[0] ?? "";
	const address = String(vars.IDENTITY_POOL_ENDPOINT || `https://cognito-identity.${region}.amazonaws.com`);
	const headers = cognitoHeaders("GetId", "AWSCognitoIdentityService");
	const init = { method: "POST", headers, body: JSON.stringify({ IdentityPoolId: poolId }) };
	const guest = await cognitoResponse(await fetch(`${address.replace(/\/$/, "")}/`, init));
	if (guest.name === "ResourceNotFoundException") {
		return { problems: [`IDENTITY_POOL_ID: there is no identity pool ${poolId}`], byHand: [] };
	}
	const isWanted = vars.UPSTREAM_AUTH === "iam" && vars.GUEST_ACCESS !== "off";
	const isOpen = guest.name === null;
	if (isWanted && !isOpen) {
		return { problems: ["GUEST_ACCESS is on, and the identity pool gives guests nothing"], byHand: [] };
	}
	const unused = "The identity pool gives credentials to guests, and nothing uses them: switch guest access off there";
	return { problems: [], byHand: isOpen && !isWanted ? [unused] : [] };
}

const Client = z.object({
	UserPoolClient: z.object({
		ExplicitAuthFlows: z.optional(z.array(z.string())),
		PreventUserExistenceErrors: z.optional(z.string()),
		EnableTokenRevocation: z.optional(z.boolean()),
		RefreshTokenRotation: z.optional(z.object({ Feature: z.optional(z.string()) })),
	}),
});
const Pool = z.object({ UserPool: z.object({ DeviceConfiguration: z.optional(z.unknown()) }) });

const undescribed =
	"How the pool is set up was not read, which takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: compare the client's flows and device tracking with docs/identity.md";

async function describe(
	admin: CognitoAdmin,
	{ poolId, clientId }: { poolId: string; clientId: string },
): Promise<Findings> {
	if (admin === null) return { problems: [], byHand: [undescribed] };
	const clientResponse = await admin("DescribeUserPoolClient", { UserPoolId: poolId, ClientId: clientId });
	const client = z.safeParse(Client, clientResponse.body);
	const pool = z.safeParse(Pool, (await admin("DescribeUserPool", { UserPoolId: poolId })).body);
	if (!client.success || !pool.success) return { problems: [], byHand: [undescribed] };
	const { UserPoolClient: found } = client.data;
	const isRefreshed =
		found.ExplicitAuthFlows?.includes("ALLOW_REFRESH_TOKEN_AUTH") || found.RefreshTokenRotation?.Feature === "ENABLED";
	const lacking: [isSo: boolean, text: string][] = [
		[
			found.EnableTokenRevocation === false,
			"The pool's client does not revoke tokens: signing out would not end them (docs/identity.md)",
		],
		[
			found.PreventUserExistenceErrors !== "ENABLED",
			"The pool's client tells who has a sign-in: set PreventUserExistenceErrors to ENABLED",
		],
		[
			Boolean(pool.data.UserPool.DeviceConfiguration),
			"The pool tracks devices: each sign-in confirms one more, which stays in the pool (docs/identity.md)",
		],
	];
	const problem =
		"The pool's client lacks the flow ALLOW_REFRESH_TOKEN_AUTH, without which every session ends within the hour";
	return {
		problems: isRefreshed ? [] : [problem],
		byHand: lacking.flatMap(([isSo, text]) => (isSo ? [text] : [])),
	};
}
