import { contractVersion } from "../../shared/base/header-names";
import type { Bindings } from "./bindings";
import { parseSettings } from "./settings";

/** The only reader of raw bindings and variables. An invalid setting is a result, so that health can name it. */
export function parseEnvironment(env: Bindings) {
	return {
		assets: env.ASSETS,
		backend: env.BACKEND,
		local: env.LOCAL ?? null,
		demoSignIn: env.DEMO_SIGN_IN ?? null,
		isDevServer: env.DEV_SERVER === "on",
		rateLimits: {
			byName: env.AUTH_BY_NAME,
			byAddress: env.AUTH_BY_ADDRESS,
			codes: env.CODES_BY_NAME,
			calls: env.PROXY_BY_SUB,
		},
		companyName: env.COMPANY_NAME || "AQLCloud",
		version: { deployment: env.CF_VERSION_METADATA?.id ?? "unversioned", contract: contractVersion },
		settings: parseSettings(env),
	};
}

export type Environment = ReturnType<typeof parseEnvironment>;
