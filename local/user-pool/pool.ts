import type { SigningKey } from "./signing-key";

/** What one call works with. `now` is epoch ms and stands still for the call. */
export type Pool = { sql: SqlStorage; signingKey: SigningKey; now: number };

/** One operation of the API: the request's JSON in, the answer's out; null answers an empty body. */
export type Operation = (pool: Pool, body: unknown) => Promise<object | null>;
