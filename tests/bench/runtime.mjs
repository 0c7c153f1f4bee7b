import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { migrateDirectory } from "../../local/tasks/migrate-directory.mjs";
import { workerOutput } from "../../local/tasks/worker-output.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

export async function benchWorker(path, folder, options) {
	const name = basename(path);
	const outDir = join(folder, name);
	await build({
		configFile: false,
		root,
		logLevel: "error",
		plugins: [{ name: "sql-as-text", load: sqlAsText }, fontsBeside(outDir)],
		ssr: { noExternal: true, target: "webworker" },
		build: {
			ssr: `tests/bench/${path}.ts`,
			outDir,
			emptyOutDir: true,
			rollupOptions: {
				external: [/^cloudflare:/, /^node:/],
				output: { ...workerOutput, entryFileNames: `${name}.js`, chunkFileNames: "[name].js" },
			},
		},
	});
	return {
		name,
		modulesRoot: outDir,
		modules: modulesOf(outDir, `${name}.js`),
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
		...options,
	};
}

function sqlAsText(id) {
	return id.endsWith(".sql") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : null;
}

/** Loads a font as a module of bytes, as Cloudflare's plugin does. */
function fontsBeside(outDir) {
	const fonts = new Map();
	return {
		name: "fonts-beside",
		enforce: "pre",
		async resolveId(id, importer) {
			if (!id.endsWith(".ttf?.bin")) return null;
			const { id: path } = await this.resolve(id.replace("?.bin", ""), importer, { skipSelf: true });
			const name = `${basename(path)}.bin`;
			fonts.set(name, path);
			return { id: `./${name}`, external: true };
		},
		writeBundle() {
			for (const [name, path] of fonts) copyFileSync(path, join(outDir, name));
		},
	};
}

/** Pins the runtime to one core and the load to another where the system can: fewer stalls, one thread as at the edge. */
export function pin(pid, core) {
	try {
		execFileSync("taskset", ["-a", "-cp", String(core), String(pid)], { stdio: "ignore" });
		return true;
	} catch {
		return false; // not Linux, or a single core
	}
}

/** Leaves the lines of requests and jobs out of the bench's rows. */
export function printFaults({ level, message }) {
	if (level === "error" || level === "warn") console.error(message);
}

export function workerdPids() {
	const lines = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
	return lines
		.map((line) => line.trim().split(/\s+/))
		.filter(([, parent, name]) => Number(parent) === process.pid && name.includes("workerd"))
		.map(([pid]) => Number(pid));
}

const moduleTypes = { ".js": "ESModule", ".sql": "Text", ".bin": "Data" };

export function modulesOf(folder, main) {
	// Not in folders like `.wrangler`, where a program beside this one adds and deletes its own.
	const paths = globSync("**/*.{js,sql,bin}", { cwd: folder }).map((name) => join(folder, name));
	const entry = resolve(folder, main);
	return [entry, ...paths.filter((path) => path !== entry)].map((path) => ({
		type: moduleTypes[extname(path)],
		path,
	}));
}

async function sessionOf(origin, email) {
	const response = await fetch(`${origin}/api/auth/sign-in`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-requested-by": "aqlcloud", origin },
		body: JSON.stringify({ email, password: "Local-demo-1" }),
	});
	if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
	const pairs = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
	const tokenOf = (kind) => pairs.find((pair) => pair.includes(`.${kind}=`)).split("=")[1];
	return { cookie: pairs.join("; "), accessToken: tokenOf("accessToken"), idToken: tokenOf("idToken") };
}

function withoutEnd(ratelimits, name) {
	return { ...ratelimits, [name]: { ...ratelimits[name], simple: { limit: 1_000_000_000, period: 60 } } };
}

async function benchPeers(folder, compatibilityDate) {
	return [
		await benchWorker("hello", folder, { compatibilityDate }),
		await benchWorker("bare/bare-object", folder, {
			compatibilityDate,
			durableObjects: { OBJECT: { className: "BareObject", useSQLite: true, unsafePreventEviction: true } },
		}),
		await benchWorker("hono-proxy", folder, { compatibilityDate, serviceBindings: { BACKEND: "aqlcloud-backend" } }),
	];
}

async function startExpressPeer(urlOf) {
	const peer = fork(fileURLToPath(new URL("./express-peer.mjs", import.meta.url)), [
		JSON.stringify({
			backendUrl: await urlOf("aqlcloud-backend"),
			poolUrl: `${await urlOf("aqlcloud-local")}/__local/cognito-idp`,
			...(await (await fetch(`${await urlOf("aqlcloud-local")}/__local/config`)).json()),
		}),
	]);
	const [{ port }] = await once(peer, "message");
	return { pid: peer.pid, url: `http://127.0.0.1:${port}`, stop: () => peer.kill() };
}

/**
 * Starts the built local product in one plain workerd, each Worker on its own socket. `vars`: settings of the console.
 * `withPeers` adds what the bench compares it to, and pins each process to a core.
 */
export async function startRuntime({ vars = {}, withPeers = false } = {}) {
	const dist = join(root, "dist/local");
	if (!existsSync(dist)) throw new Error("Nothing to measure: run `npm run build:local` first.");
	const state = mkdtempSync(join(tmpdir(), "aqlcloud-bench-"));
	const names = ["aqlcloud", "aqlcloud_backend", "aqlcloud_local"];
	const product = names.map((folder) => {
		const { workerOptions, main } = workerOptionsOf(join(dist, folder, "wrangler.json"));
		return {
			...workerOptions,
			// Assets would put Workers of Miniflare before ours, which the edge does not do.
			assets: undefined,
			name: folder.replace("_", "-"),
			modulesRoot: join(dist, folder),
			modules: modulesOf(join(dist, folder), main),
			// Replaces the local run's switch before the backend with the binding as deployed.
			...(folder === "aqlcloud"
				? {
						serviceBindings: { ...workerOptions.serviceBindings, BACKEND: "aqlcloud-backend" },
						bindings: { ...workerOptions.bindings, ...vars },
						// Lifts the limit of one person: the bench measures counting, not rejections.
						ratelimits: withoutEnd(workerOptions.ratelimits, "PROXY_BY_SUB"),
					}
				: {}),
			unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
		};
	});
	const { compatibilityDate } = product[0];
	const peers = withPeers ? await benchPeers(state, compatibilityDate) : [];
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			workers: [...product, ...peers],
			resourcePersistencePath: join(state, "v3"),
			inspectorPort: undefined,
			handleStructuredLogs: printFaults,
		}),
	);
	await miniflare.ready;
	const [pid] = workerdPids();
	const isPinned = withPeers && pin(pid, 0) && pin(process.pid, 1);
	const urlOf = async (name) => (await miniflare.unsafeGetDirectURL(name)).origin;
	const directory = await miniflare.getD1Database("DIRECTORY", "aqlcloud-backend");
	await migrateDirectory(directory);
	const seeded = await fetch(`${await urlOf("aqlcloud-local")}/__local/seed?simulate=off`, { method: "POST" });
	if (!seeded.ok) throw new Error(`Seeding answered ${seeded.status}: ${await seeded.text()}`);
	const express = withPeers ? await startExpressPeer(urlOf) : null;
	return {
		pid,
		isPinned,
		compatibilityDate,
		express,
		urlOf,
		signIn: async (email) => sessionOf(await urlOf("aqlcloud"), email),
		async stop() {
			express?.stop();
			await miniflare.dispose();
			rmSync(state, { recursive: true, force: true });
		},
	};
}
