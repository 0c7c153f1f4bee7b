import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { spanOf, storedResponse } from "../../../backend/export/stored-response";
import { type Piece, packSlice, type StoredPart, zipLayout } from "../../../backend/workbook/zip-layout";
import { joined } from "../../../backend/workbook/zip-stream";
import { crc32 } from "../../../shared/base/crc32";
import * as fc from "../../properties";

type Member = { path: string; slices: Uint8Array[]; isPacked: boolean };

function bucketOf(objects: Map<string, Uint8Array>) {
	return {
		get: async (key: string, { range }: { range?: { offset: number; length: number } } = {}) => {
			const whole = objects.get(key);
			if (whole === undefined) return null;
			const { offset, length } = range ?? { offset: 0, length: whole.length };
			return { size: whole.length, body: new Response(whole.slice(offset, offset + length)).body };
		},
	} as unknown as R2Bucket;
}

function stored(members: readonly Member[]) {
	const objects = new Map<string, Uint8Array>();
	const parts = members.map(({ path, slices, isPacked }, member): StoredPart => {
		const lying = slices.map((slice, index) => {
			const key = `${member}-${index}`;
			const bytes = isPacked ? packSlice(slice) : slice;
			objects.set(key, bytes);
			return { key, bytes: bytes.length };
		});
		const whole = joined(slices);
		return { path, crc: crc32(whole, 0), bytes: whole.length, objects: lying, isPacked };
	});
	return { objects, pieces: zipLayout(parts) };
}

const failures: unknown[] = [];

async function request(pieces: Piece[], objects: Map<string, Uint8Array>, requested: HeadersInit = {}) {
	const response = await storedResponse({
		pieces,
		bucket: bucketOf(objects),
		asked: new Headers(requested),
		headers: { "content-type": "application/zip" },
		requestId: "r",
		onFailure: (error) => failures.push(error),
	});
	const { status, headers } = response;
	return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const members = fc.array(
	fc.record({
		path: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
		slices: fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 4 }),
		isPacked: fc.boolean(),
	}),
	{ maxLength: 4 },
);

describe("a stored archive", () => {
	it("holds every file as it was, whether its slices are packed or not", async () => {
		await fc.assert(
			fc.asyncProperty(members, async (list) => {
				const named = list.map((member, index) => ({ ...member, path: `${index}${member.path}` }));
				const { objects, pieces } = stored(named);
				const { bytes } = await request(pieces, objects);
				const files = unzipSync(bytes);
				// UTF-8 replaces lone surrogates in paths.
				expect(Object.values(files)).toEqual(named.map(({ slices }) => joined(slices)));
			}),
		);
	});

	it("returns any requested range of the whole, and states which", async () => {
		await fc.assert(
			fc.asyncProperty(members, fc.nat(), fc.nat(), async (list, one, other) => {
				const { objects, pieces } = stored(list);
				const { bytes: whole, headers } = await request(pieces, objects);
				expect(headers.get("content-length")).toBe(String(whole.length));
				const [first = 0, last = 0] = [one % whole.length, other % whole.length].sort((a, b) => a - b);
				const ifRange = { "if-range": headers.get("etag") ?? "" };
				const part = await request(pieces, objects, { range: `bytes=${first}-${last}`, ...ifRange });
				expect([part.status, part.headers.get("content-range"), part.headers.get("content-length")]).toEqual([
					...[206, `bytes ${first}-${last}/${whole.length}`, String(last - first + 1)],
				]);
				expect(part.bytes).toEqual(whole.slice(first, last + 1));
				const rest = await request(pieces, objects, { range: `bytes=${last}-` });
				expect(rest.bytes).toEqual(whole.slice(last));
				const end = await request(pieces, objects, { range: `bytes=-${last + 1}` });
				expect(end.bytes).toEqual(whole.slice(whole.length - last - 1));
			}),
		);
	});

	it("sends the whole file to a browser that has a part of another one", async () => {
		const slices = [new TextEncoder().encode("a reading")];
		const { objects, pieces } = stored([{ path: "a.csv", slices, isPacked: true }]);
		const etag = (await request(pieces, objects)).headers.get("etag") ?? "";
		const renamed = new Map([...objects].map(([key, bytes]) => [`${key}b`, bytes]));
		const again = pieces.map((piece) => (piece instanceof Uint8Array ? piece : { ...piece, key: `${piece.key}b` }));
		const range = "bytes=3-";
		expect((await request(again, renamed, { range, "if-range": etag })).status).toBe(200);
		expect((await request(again, renamed, { range, "if-match": etag })).status).toBe(412);
		expect((await request(pieces, objects, { range, "if-match": `"other", ${etag}` })).status).toBe(206);
	});

	it("breaks if the bucket holds anything else, and fails at once if that is known before", async () => {
		const slices = [new TextEncoder().encode("a reading")];
		const { objects, pieces } = stored([{ path: "a.csv", slices, isPacked: false }]);
		await expect(request(pieces, new Map(objects).set("0-0", new Uint8Array(3)))).rejects.toThrow();
		expect(failures.splice(0)).toEqual([new Error("The bucket holds 3 of 9 bytes")]);
		await expect(request([{ key: "0-0", bytes: 9 }], new Map())).rejects.toThrow("The bucket holds nothing of 9 bytes");
		expect(failures).toEqual([]);
	});
});

it.each([
	["bytes=0-", { first: 0, last: 9 }],
	["bytes=9-9", { first: 9, last: 9 }],
	["bytes=5-500", { first: 5, last: 9 }],
	["bytes=-3", { first: 7, last: 9 }],
	["bytes=-30", { first: 0, last: 9 }],
	["bytes=10-", "outside"],
	["bytes=-0", "outside"],
	["bytes=3-1", null],
	["bytes=-", null],
	["bytes=0-1,4-5", null],
	["items=0-1", null],
	["", null],
] as const)("The range %j of ten bytes is %j", (range, span) => {
	expect(spanOf(range, 10)).toEqual(span);
});
