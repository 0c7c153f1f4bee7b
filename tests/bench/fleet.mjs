// The rows of one account with many devices: what screens ask of it, alone and beside uploads.
import { startLogRuntime } from "./log-runtime.mjs";

const fleetBindings = {
	durableObjects: { ACCOUNT: { className: "BenchAccount", useSQLite: true, unsafePreventEviction: true } },
	r2Buckets: ["ARCHIVE"],
	d1Databases: ["DIRECTORY"],
	queueProducers: Object.fromEntries(
		["ALERT_MESSAGES", "MAIL_MESSAGES", "WEBHOOK_MESSAGES", "REPORT_RUNS"].map((name) => [name, name.toLowerCase()]),
	),
	bindings: {
		...{ USER_POOL_ID: "eu-west-1_bench", USER_POOL_CLIENT_ID: "bench", INGEST_SECRET: "bench".repeat(8) },
		...{ CONSOLE_URL: "", EMAIL_FROM: "", SMS_COUNTRIES: "" },
	},
};

/** Devices filled by one call, so that none takes long. */
const filledTogether = 1_000;

export async function startFleetRuntime({ compatibilityDate }) {
	return startLogRuntime({ compatibilityDate, path: "fleet/fleet-worker", bindings: fleetBindings });
}

/** An account of its name with so many devices and days; nothing of it is in memory afterwards. */
export async function fillAccount(runtime, name, { devices, days }) {
	for (let from = 0; from < devices; from += filledTogether) {
		await runtime.call(name, "fill", { from, to: Math.min(from + filledTogether, devices), days });
	}
	await runtime.evict(name);
}
