import { AwsClient } from "aws4fetch";
import * as z from "zod/mini";

type Variables = Readonly<Record<string, unknown>>;

export type PoolFindings = { problems: string[]; byHand: string[] };

type Parts = {
	/** Of the console. */
	vars: Variables;
	/** Of the command: credentials of AWS, where it has them. */
	environment: Readonly<Record<string, string | undefined>>;
	fetch: typeof fetch;
};

const Failure = z.object({ __type: z.optional(z.string()), message: z.optional(z.string()) });

/** An address that nobody has, so that nothing is sent and nobody is locked out. */
const nobody = "deployment-check@invalid.invalid";

/** What Cognito says of its pool, client and identity pool without credentials, and more with them. */
export async function checkUserPool({ vars, environment, fetch }: Parts): Promise<PoolFindings> {
	const poolId = String(vars.USER_POOL_ID ?? "");
	const clientId = String(vars.USER_POOL_CLIENT_ID ?? "");
	const region = poolId.split("_")[0] ?? "";
	const address = String(vars.USER_POOL_ENDPOINT || `https://cognito-idp.${region}.amazonaws.com`).replace(/\/$/, "");
	const ask = createAsk(fetch);
	try {
		const keys = await fetch(`${address}/${poolId}/.well-known/jwks.json`);
		await keys.body?.cancel();
		if (!keys.ok) return { problems: [`USER_POOL_ID: there is no pool ${poolId}`], byHand: [] };
		const signIn = await ask(`${address}/`, "AWSCognitoIdentityProviderService.InitiateAuth", {
			AuthFlow: "USER_PASSWORD_AUTH",
			ClientId: clientId,
			AuthParameters: { USERNAME: nobody, PASSWORD: "-" },
		});
		const identity = await checkIdentityPool(vars, ask);
		const described = environment.AWS_ACCESS_KEY_ID
			? await describe({ address, region, poolId, clientId }, { environment, fetch })
			: { problems: [], byHand: [undescribed] };
		return {
			problems: [...signInProblems(signIn, vars), ...identity.problems, ...described.problems],
			byHand: [...identity.byHand, ...described.byHand],
		};
	} catch (error) {
		return { problems: [`Cognito does not answer at ${address}: ${String(error)}`], byHand: [] };
	}
}

const undescribed =
	"Without AWS_ACCESS_KEY_ID nobody can read how the pool is set up: compare the client's flows, token times and device tracking with docs/identity.md";

type Ask = (url: string, target: string, body: unknown) => Promise<{ name: string | null; message: string }>;

/** The name of the error that Cognito answered, null for none. */
function createAsk(fetch: Parts["fetch"]): Ask {
	return async (url, target, body) => {
		const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": target };
		const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
		const { __type: type, message = "" } = z.parse(Failure, await response.json());
		return { name: response.ok ? null : (type?.split("#").at(-1) ?? `status ${response.status}`), message };
	};
}

function signInProblems({ name, message }: Awaited<ReturnType<Ask>>, vars: Variables): string[] {
	if (name === "ResourceNotFoundException") {
		return [`USER_POOL_CLIENT_ID: the pool has no client ${String(vars.USER_POOL_CLIENT_ID)}`];
	}
	if (name === "InvalidParameterException" && message.includes("flow not enabled")) {
		return ["The pool's client lacks the flow ALLOW_USER_PASSWORD_AUTH, by which people sign in"];
	}
	return [];
}

async function checkIdentityPool(vars: Variables, ask: Ask): Promise<PoolFindings> {
	const poolId = String(vars.IDENTITY_POOL_ID ?? "");
	const region = poolId.split(":")[0] ?? "";
	const address = String(vars.IDENTITY_POOL_ENDPOINT || `https://cognito-identity.${region}.amazonaws.com`);
	const guest = await ask(`${address.replace(/\/$/, "")}/`, "AWSCognitoIdentityService.GetId", {
		IdentityPoolId: poolId,
	});
	if (guest.name === "ResourceNotFoundException") {
		return { problems: [`IDENTITY_POOL_ID: there is no identity pool ${poolId}`], byHand: [] };
	}
	const isWanted = vars.UPSTREAM_AUTH === "iam" && vars.GUEST_ACCESS !== "off";
	const isOpen = guest.name === null;
	if (isWanted && !isOpen) {
		return { problems: ["GUEST_ACCESS is on, and the identity pool gives guests nothing"], byHand: [] };
	}
	const byHand =
		isOpen && !isWanted
			? ["The identity pool gives credentials to guests, and nothing uses them: switch guest access off there"]
			: [];
	return { problems: [], byHand };
}

type Place = { address: string; region: string; poolId: string; clientId: string };

const Client = z.object({
	UserPoolClient: z.object({
		ExplicitAuthFlows: z.optional(z.array(z.string())),
		PreventUserExistenceErrors: z.optional(z.string()),
		EnableTokenRevocation: z.optional(z.boolean()),
		RefreshTokenRotation: z.optional(z.object({ Feature: z.optional(z.string()) })),
	}),
});
const Pool = z.object({ UserPool: z.object({ DeviceConfiguration: z.optional(z.unknown()) }) });

async function describe(
	{ address, region, poolId, clientId }: Place,
	{ environment, fetch }: Pick<Parts, "environment" | "fetch">,
): Promise<PoolFindings> {
	const aws = new AwsClient({
		accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
		secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
		...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
		service: "cognito-idp",
		region,
	});
	const read = async (operation: string, body: unknown) => {
		const headers = {
			"content-type": "application/x-amz-json-1.1",
			"x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
		};
		const response = await fetch(
			await aws.sign(`${address}/`, { method: "POST", headers, body: JSON.stringify(body) }),
		);
		return response.ok ? response.json() : null;
	};
	const client = z.safeParse(Client, await read("DescribeUserPoolClient", { UserPoolId: poolId, ClientId: clientId }));
	const pool = z.safeParse(Pool, await read("DescribeUserPool", { UserPoolId: poolId }));
	if (!client.success || !pool.success) return { problems: [], byHand: [undescribed] };
	const { UserPoolClient: found } = client.data;
	const flows = found.ExplicitAuthFlows ?? [];
	const isRotating = found.RefreshTokenRotation?.Feature === "ENABLED";
	return {
		problems: [
			...(flows.includes("ALLOW_REFRESH_TOKEN_AUTH") || isRotating
				? []
				: [
						"The pool's client lacks the flow ALLOW_REFRESH_TOKEN_AUTH, without which every session ends within the hour",
					]),
		],
		byHand: [
			...(found.EnableTokenRevocation === false
				? ["The pool's client does not revoke tokens: signing out would not end them (docs/identity.md)"]
				: []),
			...(found.PreventUserExistenceErrors === "ENABLED"
				? []
				: ["The pool's client tells who has an account: set PreventUserExistenceErrors to ENABLED"]),
			...(pool.data.UserPool.DeviceConfiguration
				? ["The pool tracks devices: each sign-in confirms one more, which stays in the pool (docs/identity.md)"]
				: []),
		],
	};
}
