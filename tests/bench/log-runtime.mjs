import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { cpuSeconds } from "./load.mjs";
import { benchWorker, pin, printFaults, workerdPids } from "./runtime.mjs";

// Keeps prepared objects in memory until they are requested, however slow the machine is.
const logBindings = {
	durableObjects: { LOG: { className: "BenchObject", useSQLite: true, unsafePreventEviction: true } },
	r2Buckets: ["ARCHIVE"],
};

/** Runs parts of the backend in objects of one Worker, in plain workerd. The folder `kept` stays for the next run. */
export async function startLogRuntime({
	compatibilityDate,
	path = "log/log-worker",
	bindings = logBindings,
	kept,
	inspectorPort = process.env.BENCH_INSPECTOR ? Number(process.env.BENCH_INSPECTOR) : undefined,
}) {
	const state = kept ?? mkdtempSync(join(tmpdir(), "aqlcloud-bench-log-"));
	mkdirSync(state, { recursive: true });
	const worker = await benchWorker(path, state, {
		compatibilityDate,
		...bindings,
	});
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			workers: [worker],
			resourcePersistencePath: join(state, "v3"),
			inspectorPort,
			handleStructuredLogs: printFaults,
		}),
	);
	await miniflare.ready;
	const [pid] = workerdPids();
	pin(pid, 0);
	const { origin } = await miniflare.unsafeGetDirectURL(basename(path));

	async function call(object, step, argument = null) {
		const response = await fetch(`${origin}/${encodeURIComponent(object)}/${step}`, {
			method: "POST",
			body: JSON.stringify(argument),
		});
		if (!response.ok) throw new Error(`${object}.${step} answered ${response.status}: ${await response.text()}`);
		return response.json();
	}

	return {
		call,
		async measured(object, step, argument) {
			const before = cpuSeconds(pid);
			const result = await call(object, step, argument);
			return { result, cpuSeconds: cpuSeconds(pid) - before };
		},
		cpuMs: () => cpuSeconds(pid) * 1_000,
		database: (binding) => miniflare.getD1Database(binding, basename(path)),
		/** Returns the bytes that the process holds, and resets its peak. Null where the system does not report them. */
		heldBytes() {
			if (!existsSync(`/proc/${pid}/clear_refs`)) return null;
			writeFileSync(`/proc/${pid}/clear_refs`, "5");
			return memoryOf(pid, "VmRSS");
		},
		/** Bytes on the heap of the Worker's isolate after garbage collection; needs the inspector. */
		heapBytes: () => heapBytes(inspectorPort, origin),
		peakBytes: () => memoryOf(pid, "VmHWM"),
		async evict(object) {
			const response = await fetch(`${origin}/${object}/evict`, { method: "POST" });
			if (!response.ok) throw new Error(await response.text());
		},
		async stop() {
			await miniflare.dispose();
			if (kept === undefined) rmSync(state, { recursive: true, force: true });
		},
	};
}

function memoryOf(pid, field) {
	const line = readFileSync(`/proc/${pid}/status`, "utf8").match(new RegExp(`^${field}:\\s+(\\d+) kB`, "m"));
	return Number(line[1]) * 1024;
}

const wakeEveryMs = 100;

/** An idle Worker leaves calls of its inspector unread until a request comes: `GET /` is one. */
async function heapBytes(inspectorPort, origin) {
	const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json();
	const socket = new WebSocket(webSocketDebuggerUrl);
	await once(socket, "open");
	const waking = setInterval(() => void fetch(origin), wakeEveryMs);
	try {
		let id = 0;
		const call = async (method) => {
			id += 1;
			const requested = id;
			const { promise, resolve } = Promise.withResolvers();
			const hear = ({ data }) => {
				const result = JSON.parse(data);
				if (result.id === requested) resolve(result.result);
			};
			socket.addEventListener("message", hear);
			socket.send(JSON.stringify({ id: requested, method }));
			const result = await promise;
			socket.removeEventListener("message", hear);
			return result;
		};
		// A second collection may free more than the first.
		for (let time = 0; time < 2; time += 1) await call("HeapProfiler.collectGarbage");
		return (await call("Runtime.getHeapUsage")).usedSize;
	} finally {
		clearInterval(waking);
		socket.close();
	}
}
