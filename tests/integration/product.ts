import { fileURLToPath } from "node:url";
import superjson from "superjson";
import { test as base, vi } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";

const root = fileURLToPath(new URL("../../", import.meta.url));
const origin = "http://localhost";

async function startWorkers(): Promise<TestHarness> {
	const harness = createTestHarness({
		root,
		workers: ["aqlcloud", "aqlcloud_backend", "aqlcloud_local"].map((folder) => ({
			configPath: `./dist/local/${folder}/wrangler.json`,
		})),
	});
	await harness.listen();
	await harness.getWorker("aqlcloud-backend").applyD1Migrations("DIRECTORY");
	const seeded = await harness.fetch(`${origin}/__local/seed?simulate=off`, { method: "POST" });
	if (!seeded.ok) throw new Error(`Seeding answered ${seeded.status}: ${await seeded.text()}`);
	return harness;
}

/**
 * `harness`: the three built Workers with the seeded account. They start once for all files: each leaves the demo account's devices
 * and tables as they were.
 */
export const test = base.extend("harness", { scope: "worker" }, async ({}, { onCleanup }): Promise<TestHarness> => {
	const harness = await startWorkers();
	onCleanup(() => harness.close());
	return harness;
});

type Reply = { status: number; headers: Headers; body: unknown };
type Call = { method?: string; headers?: Record<string, string>; body?: string };

/** One person's browser without the browser, as curl with a cookie jar. */
export class Visitor {
	readonly cookies = new Map<string, string>();

	constructor(private readonly harness: TestHarness) {}

	async send(path: string, { method = "GET", headers = {}, body }: Call = {}): Promise<Reply> {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const response = await this.harness.fetch(`${origin}${path}`, {
			method,
			headers: { ...(cookie ? { cookie } : {}), ...headers },
			redirect: "manual",
			...(body === undefined ? {} : { body }),
		});
		for (const line of response.headers.getSetCookie()) this.keep(line);
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
		return {
			status: response.status,
			headers: new Headers([...response.headers]),
			body: isJson ? JSON.parse(text) : text,
		};
	}

	post(path: string, data: unknown): Promise<Reply> {
		return this.send(path, {
			method: "POST",
			headers: { "content-type": "application/json", "x-requested-by": "aqlcloud", origin },
			body: JSON.stringify(data),
		});
	}

	signIn(persona: string): Promise<Reply> {
		const person = { email: `${persona}@aqlcloud.test`, password: "Local-demo-1" };
		const tried = async () => {
			const response = await this.post("/api/auth/sign-in", person);
			return response.status === 429 ? null : response;
		};
		return vi.waitUntil(tried, { timeout: 20_000, interval: 500 });
	}

	/** One batched GET; an input of `undefined` travels as superjson writes it. */
	query(calls: Record<string, unknown>): Promise<Reply> {
		const inputs = Object.values(calls).map((input) => superjson.serialize(input));
		const input = encodeURIComponent(JSON.stringify({ ...inputs }));
		return this.send(`/api/proxy/${Object.keys(calls).join(",")}?batch=1&input=${input}`);
	}

	mutate(procedure: string, input: unknown): Promise<Reply> {
		return this.post(`/api/proxy/${procedure}`, superjson.serialize(input));
	}

	private keep(line: string): void {
		const [pair = "", ...attributes] = line.split("; ");
		const name = pair.slice(0, pair.indexOf("="));
		const expires = attributes.find((attribute) => attribute.toLowerCase().startsWith("expires="));
		const isRemoval = attributes.includes("Max-Age=0") || (expires && Date.parse(expires.slice(8)) < Date.now());
		if (isRemoval) this.cookies.delete(name);
		else this.cookies.set(name, pair.slice(pair.indexOf("=") + 1));
	}
}

type Envelope = { result: { data: { json: unknown; meta?: object } } };

/** Returns the data of each item of a batch, rich types restored. Throws on an item that is an error. */
export function dataOf(response: Reply): unknown[] {
	const items = Array.isArray(response.body) ? response.body : [response.body];
	return items.map((item: Envelope) => {
		if (!item.result) throw new Error(`Not a result: ${JSON.stringify(item)}`);
		return superjson.deserialize(item.result.data as Parameters<typeof superjson.deserialize>[0]); // superjson's own output
	});
}
