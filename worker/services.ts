import type { ErrorService } from "../shared/error-service";
import type { ErrorRoute } from "../shared/report-error";
import { createTokenVerifier, type TokenVerifier } from "../shared/token-verifier";
import { createUserPoolClient, type UserPoolClient } from "./cognito/cognito-client";
import { type CredentialsStore, createCredentials, createIdentityPoolClient } from "./cognito/identity-pool";
import { createSharedRefresh, createTokenRefresh, type SharedRefresh } from "./cognito/refresh-tokens";
import { createRepeatingUserPool } from "./cognito/repeated-calls";
import { retryTools } from "./cognito/retry";
import { type Bindings, type Environment, parseEnvironment } from "./env";
import { createEndedSessions, type EndedSessions } from "./session/ended-sessions";
import { createWarmSessions, type WarmSessions } from "./session/read-session";
import { createSignedOut, type SignedOut } from "./session/sign-out";
import type { SettingProblem, Settings } from "./settings/settings";

/** Built once per isolate. Holds values and timestamps, nothing of a request. */
export type Services = {
	settings: Settings;
	verifier: TokenVerifier;
	userPool: UserPoolClient;
	sharedRefresh: SharedRefresh;
	credentials: CredentialsStore;
	warmSessions: WarmSessions;
	signedOut: SignedOut;
	addressLimit: RateLimit;
	endedSessions: EndedSessions;
	/** For requests to the forwarder; null: unlimited. */
	callLimit: RateLimit | null;
	errorRoute: ErrorRoute | null;
	now: () => number;
};

export type Deployment = {
	environment: Environment;
	services: { isReady: true; value: Services } | { isReady: false; problems: [SettingProblem, ...SettingProblem[]] };
};

const deployments = new WeakMap<Bindings, Deployment>();

/** All requests of an isolate get the same bindings object. */
export function deploymentOf(env: Bindings): Deployment {
	const known = deployments.get(env);
	if (known) return known;
	const environment = parseEnvironment(env);
	const { settings } = environment;
	const deployment: Deployment = {
		environment,
		services: settings.isValid
			? { isReady: true, value: createServices(settings.value, environment) }
			: { isReady: false, problems: settings.problems },
	};
	deployments.set(env, deployment);
	return deployment;
}

const jwksTimeoutMs = 3_000;

function createServices(settings: Settings, { local, rateLimits }: Environment): Services {
	const ordinaryFetch = (url: string, init: RequestInit) => fetch(url, init);
	const emulated = local ? (url: string, init: RequestInit) => local.fetch(url, init) : ordinaryFetch;
	const fetchFromPool = settings.isUserPoolEndpointGiven ? ordinaryFetch : emulated;
	const fetchFromIdentityPool = settings.isIdentityPoolEndpointGiven ? ordinaryFetch : emulated;
	const { userPoolId, clientId, clientSecret, identityPoolId, identityPoolEndpoint } = settings;
	const now = Date.now;

	async function fetchJwks(jwksUri: string): Promise<unknown> {
		const response = await fetchFromPool(settings.jwksUri ?? jwksUri, { signal: AbortSignal.timeout(jwksTimeoutMs) });
		if (!response.ok) throw new Error(`HTTP ${response.status}`);
		return response.json();
	}

	const userPool = createUserPoolClient({ endpoint: settings.userPoolEndpoint, fetch: fetchFromPool });
	const refreshTokens = createTokenRefresh({ userPool, clientId, clientSecret, tools: retryTools });
	const fetchCredentials = createIdentityPoolClient({
		endpoint: identityPoolEndpoint,
		identityPoolId,
		fetch: fetchFromIdentityPool,
		tools: retryTools,
	});
	return {
		settings,
		verifier: createTokenVerifier({ userPoolId, clientId, fetchJwks, now }),
		userPool: createRepeatingUserPool(userPool, retryTools),
		sharedRefresh: createSharedRefresh({ refreshTokens, now }),
		credentials: createCredentials({ fetchCredentials, now }),
		warmSessions: createWarmSessions(now),
		signedOut: createSignedOut(now),
		addressLimit: rateLimits.byAddress,
		endedSessions: createEndedSessions(settings.upstream, now),
		callLimit: settings.isProxyLimited ? rateLimits.calls : null,
		errorRoute: createErrorRoute(settings.errorService, emulated),
		now,
	};
}

const errorDeadlineMs = 5_000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

function createErrorRoute(service: ErrorService | null, fetchFromService: Fetch): ErrorRoute | null {
	if (service === null) return null;
	return {
		service,
		send: (url, envelope) =>
			fetchFromService(url, { ...envelope, redirect: "manual", signal: AbortSignal.timeout(errorDeadlineMs) }),
		warn: (line) => console.warn(line),
	};
}
