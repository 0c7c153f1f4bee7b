// The built product on loopback as two processes, the console's and the backend's, each killable by itself. Outgoing requests go to the caller's
// provider.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { migrateDirectory } from "../../local/tasks/migrate-directory.mjs";
import { modulesOf, workerdPids } from "../bench/runtime.mjs";

const dist = fileURLToPath(new URL("../../dist/local/", import.meta.url));
/** A runtime begins within a second, and within minutes on a busy machine. */
const restartMs = 240_000;

export async function freePort() {
	const server = createServer();
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

function builtWorker(folder, { port, ...changes }) {
	const { workerOptions, main } = workerOptionsOf(join(dist, folder, "wrangler.json"));
	return {
		...workerOptions,
		// Assets would put Workers of the runtime before ours.
		assets: undefined,
		name: folder.replace("_", "-"),
		modulesRoot: join(dist, folder),
		modules: modulesOf(join(dist, folder), main),
		unsafeDirectSockets: [{ host: "127.0.0.1", port }],
		...changes,
		serviceBindings: { ...workerOptions.serviceBindings, ...changes.serviceBindings },
		bindings: { ...workerOptions.bindings, ...changes.bindings },
	};
}

const external = (port) => ({ external: { address: `127.0.0.1:${port}`, http: {} } });

async function startProcess(workers, { state, onLine }) {
	const known = new Set(workerdPids());
	const handleStructuredLogs = ({ message }) => onLine(message);
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			workers,
			resourcePersistencePath: state,
			inspectorPort: undefined,
			handleStructuredLogs,
		}),
	);
	await miniflare.ready;
	return { miniflare, pid: () => workerdPids().find((pid) => !known.has(pid)) };
}

function createLineCounter() {
	const counts = new Map();
	const faults = new Map();
	return {
		counts,
		faults,
		onLine(text) {
			let line;
			try {
				line = JSON.parse(text);
			} catch {
				return; // the runtime's own
			}
			const name = line?.event ?? (line?.line && `${line.place} ${line.line} ${line.outcome}`);
			if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
			if (line?.stack && !faults.has(name)) faults.set(name, text);
		},
	};
}

/** `providerPort`: the emulated network beyond the backend. `folder`: the storage. */
export async function startProduct({ providerPort, ports, folder = tmpdir() }) {
	const { counts, faults, onLine } = createLineCounter();
	if (!existsSync(dist)) throw new Error("Nothing to prove: run `npm run build:local` first.");
	const state = mkdtempSync(join(folder, "aqlcloud-proof-"));
	const { consolePort, backendPort, localPort } = ports;
	const backend = await startProcess(
		[
			builtWorker("aqlcloud_backend", { port: backendPort, serviceBindings: { LOCAL: external(providerPort) } }),
			builtWorker("aqlcloud_local", { port: localPort }),
		],
		{ state: join(state, "backend"), onLine },
	);
	await migrateDirectory(await backend.miniflare.getD1Database("DIRECTORY", "aqlcloud-backend"));
	const backendPid = backend.pid();
	const console = await startProcess(
		[
			builtWorker("aqlcloud", {
				port: consolePort,
				serviceBindings: { BACKEND: external(backendPort), LOCAL: external(localPort) },
			}),
		],
		{ state: join(state, "console"), onLine },
	);
	const processes = {
		console: { ...console, running: console.pid(), port: consolePort },
		backend: { ...backend, running: backendPid, port: backendPort },
	};

	async function isListening({ port }) {
		const url = `http://127.0.0.1:${port}/api/health`;
		return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
			() => true,
			() => false,
		);
	}

	async function killNow(name) {
		const killed = processes[name];
		const others = new Set(Object.values(processes).map(({ running }) => running));
		process.kill(killed.running, "SIGKILL");
		const until = Date.now() + restartMs;
		for (;;) {
			const next = workerdPids().find((pid) => !others.has(pid));
			if (next !== undefined && (await isListening(killed))) {
				killed.running = next;
				return;
			}
			if (Date.now() > until) throw new Error(`The ${name} did not come back`);
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}
	/** An aimed kill may begin while the next is due, and a dead process cannot be killed. */
	let killing = Promise.resolve();

	return {
		origin: `http://127.0.0.1:${consolePort}`,
		local: `http://127.0.0.1:${localPort}`,
		logged: () => new Map([...counts].sort(([one], [other]) => one.localeCompare(other))),
		faults: () => faults,
		pidOf: (name) => processes[name].running,
		/** SIGKILL, as when a machine fails: the process finishes nothing. Resolves once it serves again. */
		kill(name) {
			killing = killing.then(() => killNow(name));
			return killing;
		},
		/** An account's object loses its memory, as when the platform moves it. */
		evict: (accountId) =>
			backend.miniflare.unsafeEvictDurableObject("aqlcloud-backend", "AccountObject", { name: accountId }),
		directory: () => backend.miniflare.getD1Database("DIRECTORY", "aqlcloud-backend"),
		async runCron() {
			const worker = await backend.miniflare.getWorker("aqlcloud-backend");
			await worker.scheduled({ cron: "*/15 * * * *" });
		},
		async stop() {
			await console.miniflare.dispose();
			await backend.miniflare.dispose();
			rmSync(state, { recursive: true, force: true });
		},
	};
}
