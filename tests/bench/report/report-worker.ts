import { createRunConsumer } from "../../../backend/report/run/consume-runs";
import type { RunHandOver } from "../../../backend/report/run/run-calls";
import { type BenchEnv, BenchObject, benchStart } from "./report-object";

export { BenchObject };

const dayMs = 24 * 60 * 60 * 1000;
const atOnce = 10;
const uploadEveryMs = 250;

/** Counts the written bytes only: the emulated bucket costs what the edge's does not. */
function countingBucket() {
	const sizes = new Map<string, number>();
	const put = async (key: string, bytes: Uint8Array) => void sizes.set(key, bytes.length);
	return {
		put,
		head: async (key: string) => ({ size: sizes.get(key) ?? 0 }),
		createMultipartUpload: async (key: string) => ({
			uploadId: key,
			uploadPart: async (_: number, bytes: Uint8Array) => put(key, bytes).then(() => sizes.get(key)),
			abort: async () => {},
			complete: async () => {},
		}),
	};
}

function summingBucket() {
	const bucket = countingBucket();
	const sums = new Map<string, number>();
	return {
		...bucket,
		head: async (key: string) => ({ size: sums.get(key) ?? (await bucket.head(key)).size }),
		createMultipartUpload: async (key: string) => ({
			...(await bucket.createMultipartUpload(key)),
			uploadPart: async (_: number, bytes: Uint8Array) => void sums.set(key, (sums.get(key) ?? 0) + bytes.length),
		}),
	};
}

function consumer(env: BenchEnv, now: number) {
	const bucket = summingBucket() as unknown as R2Bucket;
	const accounts = {
		idFromName: (name: string) => env.LOG.idFromName(name),
		get: (id: DurableObjectId) => env.LOG.get(id),
	};
	// @ts-expect-error no copies of signed files are made here
	return createRunConsumer({ accounts, bucket, verifyUrlOf: async () => null, clock: () => now });
}

async function make(env: BenchEnv, now: number, body: RunHandOver): Promise<void> {
	let isRetried = false;
	const retry = () => {
		isRetried = true;
	};
	const batch = { messages: [{ body, ack: () => {}, retry }] } as unknown as Pick<
		MessageBatch<RunHandOver>,
		"messages"
	>;
	await consumer(env, now)(batch);
	if (isRetried) throw new Error("A run of the bench was not made");
}

type Minute = { accounts: string[]; uploads: boolean };

/** Makes every account's reports of one minute, and measures the wait of uploads meanwhile. */
async function passMinute(env: BenchEnv, { accounts }: Minute) {
	const now = benchStart + dayMs;
	const waiting: RunHandOver[] = [];
	let started = 0;
	let isOver = false;
	const uploads = timedUploads(env, accounts[0] ?? "", () => isOver);
	for (const name of accounts) waiting.push(...(await env.LOG.getByName(name).handOver()));
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				started += 1;
				await make(env, now, next);
				waiting.push(...(await env.LOG.getByName(next.accountId).handOver()));
			}
		}),
	);
	isOver = true;
	return { started, uploadMs: await uploads };
}

async function timedUploads(env: BenchEnv, name: string, isOver: () => boolean): Promise<number[]> {
	const waits: number[] = [];
	do {
		const began = Date.now();
		await env.LOG.getByName(name).uploadOne();
		waits.push(Date.now() - began);
		await scheduler.wait(uploadEveryMs);
	} while (!isOver());
	return waits;
}

const steps: Record<string, (env: BenchEnv, name: string, argument: never) => Promise<unknown>> = {
	make: (env, _, { run, now }: { run: RunHandOver; now: number }) => make(env, now, run),
	passMinute: (env, _, minute: Minute) => passMinute(env, minute),
	uploads: (env, name, { count }: { count: number }) => {
		let left = count;
		return timedUploads(env, name, () => --left <= 0);
	},
};

/** Runs one step of the bench in this Worker, or in an object of its own name: `POST /<object>/<step>`. */
export default {
	async fetch(request, env) {
		const [name = "", step = ""] = new URL(request.url).pathname.slice(1).split("/").map(decodeURIComponent);
		const argument = (await request.json()) as never;
		const own = steps[step];
		if (own) return Response.json((await own(env, name, argument)) ?? null);
		const stub = env.LOG.getByName(name);
		const run: unknown = Reflect.get(stub, step);
		if (typeof run !== "function") return new Response("No such step", { status: 404 });
		return Response.json((await Reflect.apply(run, stub, [argument])) ?? null);
	},
} satisfies ExportedHandler<BenchEnv>;
