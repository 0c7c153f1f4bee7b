import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { cpuSeconds } from "./load.mjs";
import { benchWorker, migrateDirectory, pin, workerdPids } from "./runtime.mjs";

const queues = { ALERT_MESSAGES: "alerts", MAIL_MESSAGES: "mail", WEBHOOK_MESSAGES: "webhooks", REPORT_RUNS: "runs" };
const addedTogether = 500;

/** Objects of accounts as the product has them, with fleets of the bench, in plain workerd. */
export async function startScaleRuntime({ compatibilityDate }) {
	const state = mkdtempSync(join(tmpdir(), "aqlcloud-bench-scale-"));
	const worker = await benchWorker("scale/scale-worker", state, {
		compatibilityDate,
		durableObjects: { ACCOUNT: { className: "BenchObject", useSQLite: true, unsafePreventEviction: true } },
		r2Buckets: ["ARCHIVE"],
		d1Databases: ["DIRECTORY"],
		queueProducers: queues,
		bindings: {
			...{ USER_POOL_ID: "eu-west-1_bench", USER_POOL_CLIENT_ID: "bench", INGEST_SECRET: "x".repeat(32) },
			...{ CONSOLE_URL: "", EMAIL_FROM: "", SMS_COUNTRIES: "" },
		},
	});
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			workers: [worker],
			resourcePersistencePath: join(state, "v3"),
			inspectorPort: undefined,
		}),
	);
	await miniflare.ready;
	const [pid] = workerdPids();
	pin(pid, 0);
	const { origin } = await miniflare.unsafeGetDirectURL("scale-worker");
	await migrateDirectory(await miniflare.getD1Database("DIRECTORY", "scale-worker"));

	async function step(accountId, name, argument = null) {
		const init = { method: "POST", body: JSON.stringify(argument) };
		const response = await fetch(`${origin}/${accountId}/${name}`, init);
		if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
		return response.status === 204 ? null : response.json();
	}

	return {
		step,
		/** Of the runtime's process so far. */
		cpuMs: () => cpuSeconds(pid) * 1000,
		heldBytes: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024,
		/** An account with devices that have each sent once, and the roll-ups of so many days before. */
		async addFleet(accountId, { devices, days }) {
			await step(accountId, "prepare", { accountId });
			for (let from = 0; from < devices; from += addedTogether) {
				const part = { from, count: Math.min(addedTogether, devices - from) };
				await step(accountId, "addDevices", part);
				if (from === 0) await step(accountId, "send", { from, count: 1, round: -1_000, uploads: 250 });
				await step(accountId, "send", { ...part, round: 0, uploads: 1 });
				if (days > 0) await step(accountId, "addDays", { ...part, days });
			}
		},
		/** Calls of the owner in one batch. Throws what any of them is refused for. */
		async query(accountId, calls) {
			const paths = calls.map(([path]) => path).join(",");
			const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map(([, json], at) => [at, { json }]))));
			return answerOf(await fetch(`${origin}/${accountId}/api/proxy/${paths}?batch=1&input=${input}`), paths);
		},
		async mutate(accountId, path, json) {
			const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ json }) };
			return answerOf(await fetch(`${origin}/${accountId}/api/proxy/${path}`, init), path);
		},
		async stop() {
			await miniflare.dispose();
			rmSync(state, { recursive: true, force: true });
		},
	};
}

async function answerOf(response, path) {
	const text = await response.text();
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
	return { json: JSON.parse(text), bytes: text.length };
}
