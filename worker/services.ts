import { createTokenVerifier, type TokenVerifier } from "../shared/token-verifier";
import { createTokenRefresh } from "./cognito/refresh-tokens";
import { createUserPoolClient, type UserPoolClient } from "./cognito/user-pool-client";
import { type Bindings, type Environment, parseEnvironment, type SettingProblem, type Settings } from "./env";
import { createSharedRefresh, type SharedRefresh } from "./session/shared-refresh";
import { createWarmSessions, type WarmSessions } from "./session/warm-sessions";

/** What a session needs, built once for an isolate. It holds values and timestamps, nothing of a request. */
export type Services = {
	settings: Settings;
	verifier: TokenVerifier;
	userPool: UserPoolClient;
	sharedRefresh: SharedRefresh;
	warmSessions: WarmSessions;
	now: () => number;
};

export type Deployment = {
	environment: Environment;
	services: { isReady: true; value: Services } | { isReady: false; problems: [SettingProblem, ...SettingProblem[]] };
};

const deployments = new WeakMap<Bindings, Deployment>();

/** The runtime hands every request of an isolate the same bindings object. */
export function deploymentOf(env: Bindings): Deployment {
	const known = deployments.get(env);
	if (known) return known;
	const environment = parseEnvironment(env);
	const { settings } = environment;
	const deployment: Deployment = {
		environment,
		services: settings.isValid
			? { isReady: true, value: createServices(settings.value, environment.local) }
			: { isReady: false, problems: settings.problems },
	};
	deployments.set(env, deployment);
	return deployment;
}

const jwksTimeoutMs = 3_000;

function createServices(settings: Settings, local: Fetcher | null): Services {
	const fetchFromPool = (url: string, init: RequestInit) => (local ? local.fetch(url, init) : fetch(url, init));
	const { userPoolId, clientId, clientSecret } = settings;
	const now = Date.now;

	async function fetchJwks(jwksUri: string): Promise<unknown> {
		const response = await fetchFromPool(jwksUri, { signal: AbortSignal.timeout(jwksTimeoutMs) });
		if (!response.ok) throw new Error(`HTTP ${response.status}`);
		return response.json();
	}

	const userPool = createUserPoolClient({ userPoolId, fetch: fetchFromPool });
	const refreshTokens = createTokenRefresh({ userPool, clientId, clientSecret });
	return {
		settings,
		verifier: createTokenVerifier({ userPoolId, clientId, fetchJwks, now }),
		userPool,
		sharedRefresh: createSharedRefresh({ refreshTokens, now }),
		warmSessions: createWarmSessions(now),
		now,
	};
}
