import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

const root = fileURLToPath(new URL("../../", import.meta.url));
const migrations = join(root, "backend/migrations/directory");

async function bundleHello(folder) {
	await build({
		configFile: false,
		root,
		logLevel: "warn",
		ssr: { noExternal: true, target: "webworker" },
		build: {
			ssr: "tests/bench/hello.ts",
			outDir: folder,
			emptyOutDir: true,
			rollupOptions: { output: { entryFileNames: "hello.js" } },
		},
	});
}

/** Pids of the workerd processes that this process has started. */
function workerdPids() {
	const lines = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
	return lines
		.map((line) => line.trim().split(/\s+/))
		.filter(([, parent, name]) => Number(parent) === process.pid && name.includes("workerd"))
		.map(([pid]) => Number(pid));
}

const moduleTypes = { ".js": "ESModule", ".sql": "Text" };

/** Every module of a built Worker, its entry first, as workerd wants them told. */
function modulesOf(folder, main) {
	const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
	const entry = resolve(folder, main);
	return [entry, ...paths.filter((path) => path !== entry)]
		.filter((path) => extname(path) in moduleTypes)
		.map((path) => ({ type: moduleTypes[extname(path)], path }));
}

/** A session's cookie header and the tokens in it, from the console's own sign-in. */
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

/**
 * The built local product and a Hono hello in one plain workerd, each Worker on a socket of its
 * own: Miniflare's front door costs more than what is measured here. `vars` are settings of the console.
 */
export async function startRuntime({ vars = {} } = {}) {
	const dist = join(root, "dist/local");
	if (!existsSync(dist)) throw new Error("Nothing to measure: run `npm run build:local` first.");
	const state = mkdtempSync(join(tmpdir(), "aqlcloud-bench-"));
	const names = ["aqlcloud", "aqlcloud_backend", "aqlcloud_local"];
	const product = names.map((folder) => {
		const { workerOptions, main } = workerOptionsOf(join(dist, folder, "wrangler.json"));
		return {
			...workerOptions,
			// With files Miniflare puts Workers of its own before ours, which the edge does not.
			assets: undefined,
			name: folder.replace("_", "-"),
			modulesRoot: join(dist, folder),
			modules: modulesOf(join(dist, folder), main),
			// Local runs put a switch before the backend; what is measured is the binding as deployed.
			...(folder === "aqlcloud"
				? {
						serviceBindings: { ...workerOptions.serviceBindings, BACKEND: "aqlcloud-backend" },
						bindings: { ...workerOptions.bindings, ...vars },
						// One person asks here, more than any would be let: what counting costs is measured, not that it refuses.
						ratelimits: withoutEnd(workerOptions.ratelimits, "PROXY_BY_SUB"),
					}
				: {}),
			unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
		};
	});
	const helloFolder = join(state, "hello");
	await bundleHello(helloFolder);
	const hello = {
		name: "hello",
		modulesRoot: helloFolder,
		modules: modulesOf(helloFolder, "hello.js"),
		compatibilityDate: product[0].compatibilityDate,
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			workers: [...product, hello],
			defaultPersistRoot: join(state, "v3"),
			inspectorPort: undefined,
		}),
	);
	await miniflare.ready;
	const [pid] = workerdPids();
	const urlOf = async (name) => (await miniflare.unsafeGetDirectURL(name)).origin;
	const directory = await miniflare.getD1Database("DIRECTORY", "aqlcloud-backend");
	for (const name of readdirSync(migrations).sort()) {
		const statements = readFileSync(join(migrations, name), "utf8")
			.split(";")
			.map((text) => text.trim())
			.filter(Boolean);
		await directory.batch(statements.map((statement) => directory.prepare(statement)));
	}
	await fetch(`${await urlOf("aqlcloud-local")}/__local/seed?simulate=off`, { method: "POST" });
	return {
		pid,
		urlOf,
		signIn: async (email) => sessionOf(await urlOf("aqlcloud"), email),
		async stop() {
			await miniflare.dispose();
			rmSync(state, { recursive: true, force: true });
		},
	};
}
