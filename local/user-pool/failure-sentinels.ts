import * as z from "zod/mini";
import { CognitoError } from "./cognito-error";

export type Wait = (ms: number) => Promise<void>;

/** Longer than any caller of ours waits. */
const slowMs = 20_000;

const SignInRequest = z.object({ AuthParameters: z.object({ USERNAME: z.string() }) });

/** User names that provoke what a healthy pool never does, in tests and by hand alike. */
export const failureSentinels = {
	slow: "slow@aqlcloud.test",
	throttled: "throttled@aqlcloud.test",
	outage: "outage@aqlcloud.test",
} as const;

/** The failure a sign-in under a sentinel's name stands for: thrown, waited for, or the answer itself; else null. */
export async function failOnPurpose(body: unknown, wait: Wait): Promise<Response | null> {
	const request = SignInRequest.safeParse(body);
	switch (request.data?.AuthParameters.USERNAME) {
		case failureSentinels.slow:
			await wait(slowMs);
			return null;
		case failureSentinels.throttled:
			throw new CognitoError("TooManyRequestsException", "Rate exceeded");
		case failureSentinels.outage:
			return new Response("<html><body><h1>502 Bad Gateway</h1></body></html>", {
				status: 502,
				headers: { "content-type": "text/html" },
			});
		default:
			return null;
	}
}
