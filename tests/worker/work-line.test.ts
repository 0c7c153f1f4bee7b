import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkLine } from "../../shared/errors/work-line";
import type { Bindings } from "../../worker/settings/bindings";
import { connectionLost, fetcherOf, freshBindings, get, ownOrigin, post, send } from "./fixtures/console";

const lines: WorkLine[] = [];
beforeEach(() => {
	lines.length = 0;
	vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});

type Point = { indexes: string[]; blobs: string[]; doubles: number[] };

function counting(writeDataPoint: (point: Point) => void) {
	// The Worker writes points, and uses nothing else of a dataset.
	return freshBindings({ METRICS: { writeDataPoint } as unknown as AnalyticsEngineDataset });
}

it("writes each request as one line and one point, by its route and never by its address", async () => {
	const points: Point[] = [];
	const bindings = counting((point) => points.push(point));
	const token = "a-token-that-opens-something";
	const responses = [
		await get("/api/health", { bindings }),
		await get(`/api/links/${token}`, { bindings }),
		await get("/a/0123456789abcde", { bindings }),
		await get("/api/no-such-route", { bindings }),
		await post("/api/auth/sign-in", { bindings, headers: { "sec-fetch-site": "cross-site" }, body: {} }),
	];
	expect(lines.map(({ name, outcome, status, requestId }) => ({ name, outcome, status, requestId }))).toEqual(
		["GET /api/health", "GET /api/links/:token", "GET /a/:code", "GET /api/*", "POST /api/auth/sign-in"].map(
			(name, index) => ({
				name,
				outcome:
					(responses[index]?.status ?? 0) >= 500 ? "failed" : (responses[index]?.status ?? 0) >= 400 ? "refused" : "ok",
				status: responses[index]?.status,
				requestId: responses[index]?.headers.get("x-request-id"),
			}),
		),
	);
	expect(lines.at(-1)?.reason).toBe("CrossSiteRequest");
	expect(JSON.stringify([lines, points])).not.toContain(token);
	expect(points.map(({ indexes, doubles }) => [indexes[0], doubles[1]])).toEqual(
		lines.map(({ name, status }) => [`console ${name}`, status]),
	);
});

it("responds to a request even if metrics are absent or broken", async () => {
	const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
	const uncounted = freshBindings();
	Reflect.deleteProperty(uncounted, "METRICS");
	const broken = counting(() => {
		throw new RangeError("25 points are written already");
	});
	for (const bindings of [uncounted, broken]) expect((await get("/api/no-such", { bindings })).status).toBe(404);
	expect(warned.mock.calls.flat()).toEqual([JSON.stringify({ event: "not-counted", message: "RangeError" })]);
});

describe("the line of an upload", () => {
	const responded = (status: number) => fetcherOf(async () => Response.json({}, { status }));

	async function upload(bindings: Partial<Bindings>, method = "POST") {
		const points: Point[] = [];
		const counted = counting((point) => points.push(point));
		await send(new Request(`${ownOrigin}/api/ingest/v1/readings`, { method }), { ...counted, ...bindings });
		return { lines: lines.splice(0).length, points: points.length };
	}

	it("appears for each accepted one if nothing is set", async () => {
		expect(await upload({ BACKEND: responded(200) })).toEqual({ lines: 1, points: 1 });
	});

	it("stays out for accepted ones alone, which are still counted", async () => {
		const none = { UPLOAD_LOG_SHARE: "0" };
		expect(await upload({ BACKEND: responded(200), ...none })).toEqual({ lines: 0, points: 1 });
		for (const status of [400, 401, 429, 500, 503]) {
			expect(await upload({ BACKEND: responded(status), ...none }), String(status)).toEqual({ lines: 1, points: 1 });
		}
		expect(await upload({ BACKEND: fetcherOf(connectionLost), ...none })).toEqual({ lines: 1, points: 1 });
		expect(await upload({ BACKEND: responded(200), ...none }, "GET")).toEqual({ lines: 1, points: 1 });
	});

	it("appears for the share that is set, chosen once the outcome is known", async () => {
		const half = { BACKEND: responded(200), UPLOAD_LOG_SHARE: "0.5" };
		for (const [random, written] of [
			[0.49, 1],
			[0.5, 0],
		] as const) {
			vi.spyOn(Math, "random").mockReturnValue(random);
			expect(await upload(half)).toEqual({ lines: written, points: 1 });
			expect(await upload({ ...half, BACKEND: responded(400) })).toEqual({ lines: 1, points: 1 });
		}
	});

	it("appears if another setting is wrong, so that nothing is lost by it", async () => {
		const wrong = { USER_POOL_ID: "", UPLOAD_LOG_SHARE: "0" };
		expect(await upload({ BACKEND: responded(200), ...wrong })).toEqual({ lines: 1, points: 1 });
	});
});
