import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect } from "vitest";
import { recordLogs, takeLogs } from "./fixtures/logs";

await applyD1Migrations(env.DIRECTORY, env.DIRECTORY_MIGRATIONS);

// A job may log after the last test, from a context that cannot reach the runner, which then waits for that line without end.
console.info = () => {};
beforeEach(recordLogs);
afterEach(() => expect(takeLogs(), "a test takes the log lines it expects").toEqual([]));
