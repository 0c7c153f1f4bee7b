import { secondMs } from "../shared/base/durations";

export type BindingHealth = { state: "ok" | "slow" | "failing"; ms: number };
export type DeepHealth = Record<"directory" | "archive" | "accounts", BindingHealth>;

type Wanted = Record<keyof DeepHealth, () => Promise<unknown>>;

const slowMs = secondMs;
const givenUpMs = 2 * secondMs;
/** Anyone can call it, so an isolate checks its bindings once in this time. */
const rememberedMs = 10 * secondMs;

type Parts = {
	asked: Wanted;
	clock: () => number;
};

/** Calls every binding in parallel with a minimal request. */
export function createDeepHealth({ asked: requested, clock }: Parts): () => Promise<DeepHealth> {
	let known: { at: number; health: Promise<DeepHealth> } | null = null;

	async function timed(request: () => Promise<unknown>): Promise<BindingHealth> {
		const startedAt = clock();
		const failed = Symbol("failed");
		const late = new Promise((resolve) => setTimeout(resolve, givenUpMs, failed));
		const result = await Promise.race([request().catch(() => failed), late]);
		const ms = clock() - startedAt;
		return { state: result === failed ? "failing" : ms >= slowMs ? "slow" : "ok", ms };
	}

	async function look(): Promise<DeepHealth> {
		const [directory, archive, accounts] = await Promise.all([
			timed(requested.directory),
			timed(requested.archive),
			timed(requested.accounts),
		]);
		return { directory, archive, accounts };
	}

	return () => {
		const now = clock();
		if (known === null || now - known.at >= rememberedMs) known = { at: now, health: look() };
		return known.health;
	};
}
