import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { digestSecret } from "../keys/ingest-keys";

export type Cursors = {
	sign(place: CursorPosition): Promise<string>;
	/** Null: forged, damaged, or of another account or query. */
	parse(cursor: string, subject: Pick<CursorPosition, "accountId" | "query">): Promise<string | null>;
};

type CursorPosition = {
	accountId: string;
	query: string;
	after: string;
};

const audience = "aqlcloud-api";
const longest = 2_000;
const Claims = z.object({ acc: z.string(), q: z.string(), after: z.string() });

/** JWTs signed with HS256 over the query's digest. The first secret signs, all are accepted. */
export function createCursors(secrets: readonly string[]): Cursors {
	const keys = secrets.map((secret) => `${secret}/api-cursors`);
	const [signingKey] = keys;
	if (signingKey === undefined) throw new Error("No secret to sign cursors with");
	return {
		sign: async ({ accountId, query, after }) =>
			sign({ acc: accountId, q: await digestSecret(query), after, aud: audience }, signingKey, "HS256"),
		async parse(cursor, { accountId, query }) {
			if (cursor.length > longest) return null;
			const digest = await digestSecret(query);
			for (const key of keys) {
				const payload = await verify(cursor, key, { alg: "HS256", aud: audience }).catch(() => null);
				const claims = Claims.safeParse(payload);
				if (!claims.success) continue;
				return claims.data.acc === accountId && claims.data.q === digest ? claims.data.after : null;
			}
			return null;
		},
	};
}
