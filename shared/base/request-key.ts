/**
 * One key per intent: a repeated call with the same key runs once. A batch has one key per call, separated by commas,
 * empty for none.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const requestKeyHeader = "idempotency-key";
