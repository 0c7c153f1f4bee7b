import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createPageTurns } from "../../../../backend/base/page-turns";
import { storeFile } from "../../../../backend/report/run/store-file";
import { hexOf } from "../../../../shared/base/hex";

const part = 8 * 1024 * 1024;

const pattern = Uint8Array.from({ length: 3 * part }, (_, index) => index % 251);

async function* chunks(size: number): AsyncGenerator<Uint8Array> {
	for (let start = 0; start < size; start += 1_000_003)
		yield pattern.subarray(start, Math.min(size, start + 1_000_003));
}

function stored(size: number, options: Partial<Parameters<typeof storeFile>[0]> = {}) {
	const objectKey = `test/${crypto.randomUUID()}`;
	const uploads: string[] = [];
	const begun = async (uploadId: string) => void uploads.push(uploadId);
	const given = { bucket: env.ARCHIVE, objectKey, mediaType: "text/csv", bytes: chunks(size), begun };
	return { objectKey, uploads, answer: storeFile({ ...given, ...options }) };
}

describe("a file", () => {
	it.each([0, 1, part, part + 1, 2 * part, 2 * part + 7])("stores %i bytes unchanged", async (size) => {
		const { objectKey, uploads, answer: result } = stored(size);
		const { bytes, sha256 } = await result;
		const held = await env.ARCHIVE.get(objectKey);
		const digests = [(await held?.arrayBuffer()) ?? new ArrayBuffer(1), pattern.slice(0, size)];
		const [ofHeld, ofGiven] = await Promise.all(digests.map((data) => crypto.subtle.digest("SHA-256", data)));
		expect([bytes, held?.size]).toEqual([size, size]);
		expect([sha256, sha256]).toEqual([ofHeld, ofGiven].map((hash) => hexOf(new Uint8Array(hash ?? []))));
		expect(uploads).toHaveLength(size > part ? 1 : 0);
		await env.ARCHIVE.delete(objectKey);
	});

	it("removes a file whose source fails midway", async () => {
		async function* failing() {
			yield* chunks(part + 5);
			throw new Error("The object is away");
		}
		const { objectKey, answer: result } = stored(0, { bytes: failing() });
		await expect(result).rejects.toThrow("The object is away");
		expect(await env.ARCHIVE.head(objectKey)).toBeNull();
	});

	it("stops before the first part if another consumer has the run", async () => {
		const begun = () => Promise.reject(new Error("Another's"));
		const { objectKey, answer: result } = stored(part + 1, { begun });
		await expect(result).rejects.toThrow("Another's");
		expect(await env.ARCHIVE.head(objectKey)).toBeNull();
	});
});

describe("pages of reports", () => {
	const turns = { next: async () => {} };

	it("run one at a time, each followed by a pause as long", async () => {
		let clock = 0;
		const said: string[] = [];
		const pause = async (ms: number) => {
			if (ms >= 5_000) return new Promise<void>(() => {});
			clock += ms;
			if (ms > 0) said.push(`pause ${ms}`);
		};
		const pageTurn = createPageTurns({ now: () => clock, turnQueue: turns, pause });
		const page = (name: string, ms: number) =>
			pageTurn(async () => {
				said.push(`${name} begins`);
				await null;
				clock += ms;
				said.push(`${name} ends`);
			});
		await Promise.all([page("one", 30), page("two", 10)]);
		await pageTurn(async () => {});
		expect(said).toEqual(["one begins", "one ends", "pause 30", "two begins", "two ends", "pause 10"]);
	});

	it("go on after one that never ended", async () => {
		const pageTurn = createPageTurns({ now: () => 0, turnQueue: turns, pause: async () => {} });
		void pageTurn(() => new Promise(() => {}));
		expect(await pageTurn(async () => "next")).toBe("next");
	});

	it("leave no timer behind, with which an object would not rest", async () => {
		const kept = new Set<number>();
		const pause = (ms: number, signal?: AbortSignal) => {
			if (ms === 0) return Promise.resolve();
			kept.add(ms);
			return new Promise<void>((_, reject) => {
				signal?.addEventListener("abort", () => {
					kept.delete(ms);
					reject(signal.reason);
				});
			});
		};
		const pageTurn = createPageTurns({ now: () => 0, turnQueue: turns, pause });
		expect(await Promise.all([pageTurn(async () => "one"), pageTurn(async () => "two")])).toEqual(["one", "two"]);
		expect([...kept]).toEqual([]);
	});
});
