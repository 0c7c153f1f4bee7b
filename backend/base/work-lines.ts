import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { isAcceptedUpload, outcomeOf, recordWork, type WorkLine } from "../../shared/errors/work-line";
import { accountHash } from "./account-hash";

const { METRICS: metrics }: Partial<Pick<BackendEnv, "METRICS">> = env;
const sink = { log: console, metrics };

const reached = new AsyncLocalStorage<{ accountId: string | null }>();

/** Notes the account of each request for its log line. */
export function notingAccounts<Namespace extends Pick<DurableObjectNamespace, "idFromName">>(
	accounts: Namespace,
): Namespace {
	return new Proxy(accounts, {
		get(target, property) {
			const value: unknown = Reflect.get(target, property);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				const current = reached.getStore();
				if (property === "idFromName" && current) current.accountId = String(args[0]);
				return value.apply(target, args);
			};
		},
	});
}

type Wanted = { requestId: string; name: () => string };

export async function recordRequest({ requestId, name }: Wanted, respond: () => Promise<number>): Promise<void> {
	const startedAt = Date.now();
	const facts: { accountId: string | null } = { accountId: null };
	const status = await reached.run(facts, respond);
	const work: WorkLine = {
		line: "request",
		place: "backend",
		name: name(),
		outcome: outcomeOf(status),
		status,
		ms: Date.now() - startedAt,
		requestId,
		account: facts.accountId === null ? null : accountHash(facts.accountId),
	};
	// The console already logs an accepted upload.
	recordWork(work, sink, !isAcceptedUpload(work));
}

type Job = Pick<WorkLine, "place" | "name" | "outcome" | "reason" | "jobs"> & {
	startedAt: number;
	accountId: string | null;
};

export function recordJob({ startedAt, accountId, ...job }: Job): void {
	const account = accountId === null ? null : accountHash(accountId);
	recordWork({ line: "job", ...job, ms: Date.now() - startedAt, account }, sink);
}

export async function timedJob(job: Omit<Job, "outcome" | "startedAt">, act: () => Promise<void>): Promise<void> {
	const startedAt = Date.now();
	try {
		await act();
		recordJob({ ...job, startedAt, outcome: "ok" });
	} catch (error) {
		recordJob({ ...job, startedAt, outcome: "failed", reason: error instanceof Error ? error.name : "unknown" });
		throw error;
	}
}
