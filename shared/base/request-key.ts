/**
 * One for each intent: sent again with the same key, what was made the first time is not made twice. As
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ has it; a batch names one for each of its
 * calls in their order, parted by commas, and nothing where a call has none.
 */
export const requestKeyHeader = "idempotency-key";
