import type { Deliver } from "../mailbox/message";
import type { SigningKey } from "./signing-key";

/** What one call works with. `now` is epoch ms and stands still for the call. */
export type Pool = { sql: SqlStorage; signingKey: SigningKey; now: number; deliver: Deliver };

/** One operation of an API: the request's JSON in, the answer's out; null answers an empty body. */
export type Operation = (pool: Pool, body: unknown) => Promise<object | null>;
