import type { ErrorRoute, ErrorService } from "../../shared/errors/error-service";
import { createTokenVerifier } from "../../shared/session/token-verifier";
import { warnToConsole } from "../base/event-log";
import { type CredentialsStore, createCredentials, createIdentityPoolClient } from "../cognito/identity-pool";
import { createSharedRefresh, createTokenRefresh } from "../cognito/refresh-tokens";
import { retryTools } from "../cognito/retry";
import { createRepeatingUserPool, createUserPoolClient } from "../cognito/user-pool";
import { createEndedSessions } from "../session/ended-sessions";
import { createSignedOut, createWarmSessions } from "../session/known-sessions";
import { createLastActs } from "../session/last-acts";
import type { SessionPorts } from "../session/session-ports";
import { createSessionSigner, type SessionSigner } from "../session/session-signer";
import type { Bindings } from "../settings/bindings";
import { type Environment, parseEnvironment } from "../settings/environment";
import type { SettingProblem } from "../settings/pool-settings";
import type { Settings } from "../settings/settings";
import { createHostBrands, type HostBrands } from "./host-brands";

/** Built once per isolate. Holds values and timestamps, nothing of a request. */
export type Services = Omit<SessionPorts, "settings"> & {
	settings: Settings;
	credentials: CredentialsStore;
	fetchFromPool: Fetch;
	signer: SessionSigner | null;
};

export type Deployment = {
	environment: Environment;
	services: { isReady: true; value: Services } | { isReady: false; problems: [SettingProblem, ...SettingProblem[]] };
	hostBrands: HostBrands;
	errorRoute: ErrorRoute | null;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const deployments = new WeakMap<Bindings, Deployment>();

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
		hostBrands: hostBrandsOf(environment),
		errorRoute: settings.isValid ? createErrorRoute(settings.value.errorService, fetchOf(environment)) : null,
	};
	deployments.set(env, deployment);
	return deployment;
}

const noBrands: HostBrands = { of: async () => null };

function hostBrandsOf({ settings, backend }: Environment): HostBrands {
	if (settings.isValid && settings.value.upstream.kind === "url") return noBrands;
	return createHostBrands({ backend, now: Date.now });
}

const jwksTimeoutMs = 3_000;

const ordinaryFetch: Fetch = (url, init) => fetch(url, init);

function fetchOf({ local }: Environment): Fetch {
	return local ? (url, init) => local.fetch(url, init) : ordinaryFetch;
}

function createServices(settings: Settings, environment: Environment): Services {
	const { rateLimits } = environment;
	const emulated = fetchOf(environment);
	const fetchFromPool = settings.isUserPoolEndpointGiven ? ordinaryFetch : emulated;
	const fetchFromIdentityPool = settings.isIdentityPoolEndpointGiven ? ordinaryFetch : emulated;
	const { userPoolId, clientId, clientSecret, identityPoolId, identityPoolEndpoint } = settings;
	const now = Date.now;
	const signer = createSessionSigner(settings.sessionKeys);

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
		fetchFromPool,
		verifier: createTokenVerifier({ userPoolId, clientId, fetchJwks, now }),
		userPool: createRepeatingUserPool(userPool, retryTools),
		sharedRefresh: createSharedRefresh({ refreshTokens, now }),
		credentials: createCredentials({ fetchCredentials, now }),
		warmSessions: createWarmSessions(now),
		signedOut: createSignedOut(now),
		addressLimit: rateLimits.byAddress,
		endedSessions: createEndedSessions(settings.upstream, now),
		signer,
		lastActs: signer === null || settings.upstream.kind === "url" ? null : createLastActs(signer, now),
		callLimit: settings.isProxyLimited ? rateLimits.calls : null,
		now,
	};
}

const errorDeadlineMs = 5_000;

function createErrorRoute(service: ErrorService | null, fetchFromService: Fetch): ErrorRoute | null {
	if (service === null) return null;
	return {
		service,
		send: (url, envelope) =>
			fetchFromService(url, { ...envelope, redirect: "manual", signal: AbortSignal.timeout(errorDeadlineMs) }),
		warn: warnToConsole,
	};
}
