import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { minuteMs } from "../../shared/base/durations";
import { AccountId, MessageId } from "../../shared/base/ids";

export const callTokenMs = 15 * minuteMs;

export const CallClaims = z.object({
	accountId: AccountId,
	messageId: MessageId,
	attempt: z.int(),
	/** Epoch ms. */
	expiresAt: z.number(),
});
export type CallClaims = z.infer<typeof CallClaims>;

export type CallTokens = {
	sign(claims: CallClaims): Promise<string>;
	/** Null: forged, damaged or too late. */
	parse(token: string, now: number): Promise<CallClaims | null>;
};

const audience = "aqlcloud-call";
const longestToken = 1_000;

export function createCallTokens(secrets: readonly string[]): CallTokens {
	const keys = secrets.map((secret) => `${secret}/calls`);
	const [signingKey] = keys;
	if (signingKey === undefined) throw new Error("No secret to sign calls with");
	return {
		sign: (claims) => sign({ ...claims, aud: audience }, signingKey, "HS256"),
		async parse(token, now) {
			if (token.length > longestToken) return null;
			for (const key of keys) {
				const payload = await verify(token, key, { alg: "HS256", aud: audience }).catch(() => null);
				const claims = CallClaims.safeParse(payload);
				if (claims.success) return claims.data.expiresAt > now ? claims.data : null;
			}
			return null;
		},
	};
}
