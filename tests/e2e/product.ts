import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BrowserContext, request } from "playwright-core";
import type { TestProject } from "vitest/node";
import type { ReportListRow, ReportRunPage } from "../../shared/report/report";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readyText = "AQLCloud is ready";
const startMs = 180_000;
const lookAgainMs = 250;

const members = ["owner", "viewer", "billing", "scoped"] as const;
export type Member = (typeof members)[number];
type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export type ServedProduct = { origin: string; sessions: Record<Member, Cookies> };

declare module "vitest" {
	export interface ProvidedContext {
		products: ServedProduct[];
	}
}

async function sessionOf(member: Member, origin: string): Promise<Cookies> {
	const visitor = await request.newContext({ baseURL: origin });
	const response = await visitor.post("/api/auth/sign-in", {
		headers: { origin, "x-requested-by": "aqlcloud" },
		data: { email: `${member}@aqlcloud.test`, password: "Local-demo-1" },
	});
	if (!response.ok()) throw new Error(`Sign-in of ${member} answered ${response.status()}: ${await response.text()}`);
	const { cookies } = await visitor.storageState();
	await visitor.dispose();
	return cookies;
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("No port was given");
	return address.port;
}

export type Product = { origin: string; stop: () => Promise<void> };

type Served = { origin: string; end: () => Promise<void> };

async function serve(state: string): Promise<Served> {
	const port = await freePort();
	const server = spawn(process.execPath, ["node_modules/vite/bin/vite.js", "preview", "--mode", "laptop"], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...process.env,
			PORT: String(port),
			AQLCLOUD_STATE: state,
			AQLCLOUD_SIMULATE: "off",
			NO_COLOR: "1",
			// No one looks at the traces that the local runtime would write of every request.
			X_LOCAL_OBSERVABILITY: "false",
		},
	});
	let output = "";
	const ready = new Promise<void>((resolve, reject) => {
		const deadline = globalThis.setTimeout(() => reject(new Error(`Not ready in ${startMs} ms:\n${output}`)), startMs);
		const read = (chunk: Buffer) => {
			output += chunk;
			if (!output.includes(readyText)) return;
			clearTimeout(deadline);
			resolve();
		};
		server.stdout.on("data", read);
		server.stderr.on("data", read);
		server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
	});
	const end = async () => {
		if (server.exitCode !== null) return;
		server.kill("SIGTERM");
		await once(server, "exit");
	};
	try {
		await ready;
	} catch (error) {
		await end();
		throw error;
	}
	return { origin: `http://localhost:${port}`, end };
}

/** A whole check seeds one state, of which each product takes a copy. */
const seededState = process.env.AQLCLOUD_SEEDED_STATE;

function makeState(): string {
	if (!existsSync(join(root, "dist/local"))) throw new Error("Nothing to serve: run `npm run build:local` first.");
	const state = mkdtempSync(join(tmpdir(), "aqlcloud-e2e-"));
	if (seededState) {
		cpSync(seededState, state, { recursive: true });
		return state;
	}
	execFileSync(process.execPath, ["local/tasks/migrate-local.mjs", state], { cwd: root, stdio: "pipe" });
	return state;
}

/** Serves the built product on its own port and its own seeded state, with the simulator off. */
export async function startProduct(): Promise<Product> {
	const state = makeState();
	const forget = () => rmSync(state, { recursive: true, force: true });
	try {
		const { origin, end } = await serve(state);
		return { origin, stop: () => end().then(forget) };
	} catch (error) {
		forget();
		throw error;
	}
}

export async function writeSeededState(folder: string): Promise<void> {
	const state = makeState();
	const { origin, end } = await serve(state);
	try {
		await reportsAreMade(origin, await sessionOf("owner", origin));
	} finally {
		await end();
	}
	cpSync(state, folder, { recursive: true });
	rmSync(state, { recursive: true });
}

export async function postToLocalRun(origin: string, path: string): Promise<void> {
	const response = await fetch(`${origin}/__local/${path}`, { method: "POST", redirect: "manual" });
	if (response.status >= 400) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

/** Waits for the due reports and flushes of the seed. Kept earlier, the state would repeat them for every file. */
async function reportsAreMade(origin: string, cookies: Cookies): Promise<void> {
	const visitor = await request.newContext({ baseURL: origin, storageState: { cookies, origins: [] } });
	const ask = async <Answer>(procedure: string, input: object): Promise<Answer> => {
		const response = await visitor.get(`/api/proxy/${procedure}`, {
			params: { input: JSON.stringify({ json: input }) },
			headers: { origin, "x-requested-by": "aqlcloud" },
		});
		if (!response.ok()) throw new Error(`${procedure} answered ${response.status()}: ${await response.text()}`);
		return ((await response.json()) as { result: { data: { json: Answer } } }).result.data.json;
	};
	const isBeingMade = async ({ id: reportId }: ReportListRow) => {
		const { runs } = await ask<ReportRunPage>("report.getRuns", { reportId });
		return runs.some(({ state }) => state === "queued" || state === "running");
	};
	try {
		const reports = await ask<ReportListRow[]>("report.getReports", {});
		const endsAt = Date.now() + startMs;
		while ((await Promise.all(reports.map(isBeingMade))).includes(true)) {
			if (Date.now() > endsAt) throw new Error("The reports of the demo were not made");
			await setTimeout(lookAgainMs);
		}
	} finally {
		await visitor.dispose();
	}
}

async function withSessions({ origin }: Product): Promise<ServedProduct> {
	const signedIn = await Promise.all(members.map(async (member) => [member, await sessionOf(member, origin)]));
	const sessions: Record<Member, Cookies> = Object.fromEntries(signedIn);
	await reportsAreMade(origin, sessions.owner);
	// Includes these sessions: every file begins with this state.
	await postToLocalRun(origin, "state/keep");
	return { origin, sessions };
}

/** One product for each worker: files beside each other share nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const starts = await Promise.allSettled(Array.from({ length: project.config.maxWorkers ?? 1 }, startProduct));
	const products = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
	const stop = async () => {
		await Promise.all(products.map((product) => product.stop()));
	};
	try {
		for (const start of starts) if (start.status === "rejected") throw start.reason;
		project.provide("products", await Promise.all(products.map(withSessions)));
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
}
