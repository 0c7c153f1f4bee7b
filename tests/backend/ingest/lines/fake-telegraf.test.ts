import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { later } from "../../../../backend/ingest/lines/lines-endpoint";
import { dayMs } from "../../../../shared/base/durations";
import * as fc from "../../../properties";
import { createOwner } from "../../fixtures/fleet";
import { addIntegration } from "../../fixtures/integrations";
import { choose, linesEndpoint, storedReadings, writeLines } from "../../fixtures/lines";
import { origin } from "../../fixtures/people";

const faults = [
	"none",
	"lost before",
	"lost after",
	"object fails",
	"object fails after",
	"cut",
	"broken line",
	"long pause",
] as const;
type Fault = (typeof faults)[number];

const flushMs = 10_000;
const mostInBatch = 40;

/** Applies the table of Telegraf's output `influxdb_v2` to each response. `write` throws if the connection is lost. */
function fakeTelegraf(write: (lines: string[]) => Promise<Response>) {
	let buffer: string[] = [];
	let retryAt = 0;
	let failures = 0;
	const dropped: string[] = [];

	async function send(lines: string[], now: number): Promise<string[]> {
		let response: Response;
		try {
			response = await write(lines);
		} catch {
			return lines;
		}
		const { status } = response;
		await response.body?.cancel();
		if (status >= 200 && status < 300) {
			failures = 0;
			return [];
		}
		if (status === 413 && lines.length > 1) {
			const half = Math.ceil(lines.length / 2);
			return [...(await send(lines.slice(0, half), now)), ...(await send(lines.slice(half), now))];
		}
		if (status === 401 || status === 403 || status === 413) return lines;
		if ([429, 502, 503, 504].includes(status)) {
			failures += 1;
			const backoff = Math.min(60, failures ** 2 / 40);
			const told = Math.min(600, Number(response.headers.get("retry-after") ?? 0));
			retryAt = now + Math.max(backoff, told) * 1000;
			return lines;
		}
		if (status >= 400 && status < 500) {
			dropped.push(...lines);
			return [];
		}
		return lines;
	}

	return {
		dropped,
		left: () => buffer.length,
		add: (line: string) => void buffer.push(line),
		async flush(now: number): Promise<void> {
			if (now < retryAt) return;
			const batch = buffer.slice(0, mostInBatch);
			buffer = [...(await send(batch, now)), ...buffer.slice(batch.length)];
		},
	};
}

it("Telegraf's good lines are stored once over 1,000 faults", { timeout: 120_000 }, async () => {
	const { owner, id: accountId } = await createOwner();
	const { key, integration } = await addIntegration(owner);
	await writeLines(key, "room,host=pi air=1,load=1\nroom,host=attic air=1");
	const series = { "room,host=pi air": "Air", "room,host=pi load": "Load" };
	const chosen = { keyId: integration.id, device: { name: "Room" } };
	const room = await choose(owner, { ...chosen, series });
	const attic = await choose(owner, { ...chosen, device: { name: "Attic" }, series: { "room,host=attic air": "Air" } });
	const [drawn = []] = fc.sample(fc.array(fc.constantFrom(...faults), { minLength: 1_400, maxLength: 1_400 }), {
		numRuns: 1,
		seed: 1,
	});
	const clock = { now: Date.now() - 3 * dayMs };
	let fault = "none" as Fault;
	const failing = {
		idFromName: (name: string) => env.ACCOUNT.idFromName(name),
		get(id: DurableObjectId) {
			const object = env.ACCOUNT.get(id);
			return {
				async appendLines(upload: Parameters<typeof object.appendLines>[0]) {
					if (fault === "object fails") throw new Error("reset");
					const stored = await object.appendLines(upload);
					if (fault === "object fails after") throw new Error("reset");
					return stored;
				},
			};
		},
	};
	const endpoint = linesEndpoint({ accounts: failing as never, clock: () => clock.now }); // it calls these two alone
	let happened = 0;
	const telegraf = fakeTelegraf(async (lines) => {
		fault = drawn.pop() ?? "none";
		if (fault !== "none") happened += 1;
		if (fault === "lost before") throw new Error("connection refused");
		const broken = fault === "broken line" ? ['room,host=pi air="', "room,host=pi air=", "= ="] : [];
		const packed = gzipSync([...broken, ...lines].join("\n"));
		const body = fault === "cut" ? packed.subarray(0, packed.length - 9) : packed;
		const headers = { authorization: `Token ${key}`, "content-encoding": "gzip", "content-type": "text/plain" };
		try {
			const response = await endpoint(new Request(`${origin}/api/v2/write`, { method: "POST", headers, body }));
			if (fault === "lost after") throw new TypeError("connection lost");
			return response;
		} catch (error) {
			// The backend answers an error of its own so.
			if (error instanceof Error && error.message === "reset") return later(503, "Internal error", 60);
			throw error;
		}
	});
	const expected = { Air: [] as number[][], Load: [] as number[][], attic: [] as number[][] };
	for (let step = 0; drawn.length > 0 || telegraf.left() > 0; step += 1) {
		if (step > 20_000) throw new Error(`${telegraf.left()} lines are left`);
		clock.now += fault === "long pause" ? 10 * flushMs : flushMs;
		if (drawn.length > 0 && step % 4 === 0) {
			telegraf.add(`room,host=pi air=${step},load=${step / 2} ${clock.now}000000`);
			telegraf.add(`room,host=attic air=${-step}i ${clock.now}000000`);
			expected.Air.push([clock.now, step]);
			expected.Load.push([clock.now, step / 2]);
			expected.attic.push([clock.now, step === 0 ? 0 : -step]);
		}
		if (telegraf.left() > 0) await telegraf.flush(clock.now);
	}
	expect(happened).toBeGreaterThan(1_000);
	expect(telegraf.dropped).toEqual([]);
	const { Air, Load } = expected;
	const stored = await storedReadings(accountId, owner, room);
	expect(stored.Air?.length).toBe(Air.length);
	expect(stored).toEqual({ Air, Load });
	expect(await storedReadings(accountId, owner, attic)).toEqual({ Air: expected.attic });
});
