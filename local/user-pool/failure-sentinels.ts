import * as z from "zod/mini";
import { CognitoError, notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";
import { findRefreshToken } from "./refresh-token-rows";
import { findUser } from "./user-rows";

export type Wait = (ms: number) => Promise<void>;

const slowMs = 20_000;

type Failure = "slow" | "throttled" | "outage" | "revoked";

export const failureSentinels = {
	slow: "slow@aqlcloud.test",
	throttled: "throttled@aqlcloud.test",
	outage: "outage@aqlcloud.test",
} as const satisfies Partial<Record<Failure, string>>;

export const refreshSentinels = {
	slow: "slow-refresh@aqlcloud.test",
	throttled: "throttled-refresh@aqlcloud.test",
	outage: "outage-refresh@aqlcloud.test",
	revoked: "revoked@aqlcloud.test",
} as const satisfies Record<Failure, string>;

const NamedCall = z.object({
	Username: z.optional(z.string()),
	RefreshToken: z.optional(z.string()),
	AuthParameters: z.optional(z.object({ USERNAME: z.optional(z.string()), REFRESH_TOKEN: z.optional(z.string()) })),
});

export async function failureOf(pool: Pool, body: unknown): Promise<Failure | null> {
	const { Username, RefreshToken, AuthParameters } = NamedCall.safeParse(body).data ?? {};
	const named = failureBy(failureSentinels, AuthParameters?.USERNAME ?? Username);
	const refreshToken = AuthParameters?.REFRESH_TOKEN ?? RefreshToken;
	if (named !== null || refreshToken === undefined) return named;
	const known = await findRefreshToken(pool, refreshToken);
	return failureBy(refreshSentinels, known ? findUser(pool.sql, known.sub)?.email : undefined);
}

function failureBy(sentinels: Partial<Record<Failure, string>>, name: string | undefined): Failure | null {
	const failures: Failure[] = ["slow", "throttled", "outage", "revoked"];
	return failures.find((failure) => name !== undefined && sentinels[failure] === name) ?? null;
}

export async function failOnPurpose(failure: Failure | null, wait: Wait): Promise<Response | null> {
	switch (failure) {
		case "slow":
			await wait(slowMs);
			return null;
		case "throttled":
			throw new CognitoError("TooManyRequestsException", "Rate exceeded");
		case "revoked":
			throw notAuthorized("Refresh Token has been revoked");
		case "outage":
			return new Response("<html><body><h1>502 Bad Gateway</h1></body></html>", {
				status: 502,
				headers: { "content-type": "text/html" },
			});
		case null:
			return null;
	}
}
