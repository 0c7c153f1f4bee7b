import { beforeEach, expect, it, vi } from "vitest";
import type { WorkLine } from "../../shared/errors/work-line";
import { freshBindings, get, post } from "./fixtures/console";

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

it("each request is one line and one point, by its route and never by its address", async () => {
	const points: Point[] = [];
	const bindings = counting((point) => points.push(point));
	const token = "a-token-that-opens-something";
	const answers = [
		await get("/api/health", { bindings }),
		await get(`/api/links/${token}`, { bindings }),
		await get("/api/no-such-route", { bindings }),
		await post("/api/auth/sign-in", { bindings, headers: { "sec-fetch-site": "cross-site" }, body: {} }),
	];
	expect(lines.map(({ name, outcome, status, requestId }) => ({ name, outcome, status, requestId }))).toEqual(
		["GET /api/health", "GET /api/links/:token", "GET /api/*", "POST /api/auth/sign-in"].map((name, index) => ({
			name,
			outcome:
				(answers[index]?.status ?? 0) >= 500 ? "failed" : (answers[index]?.status ?? 0) >= 400 ? "refused" : "ok",
			status: answers[index]?.status,
			requestId: answers[index]?.headers.get("x-request-id"),
		})),
	);
	expect(lines.at(-1)?.reason).toBe("CrossSiteRequest");
	expect(JSON.stringify([lines, points])).not.toContain(token);
	expect(points.map(({ indexes, doubles }) => [indexes[0], doubles[1]])).toEqual(
		lines.map(({ name, status }) => [`console ${name}`, status]),
	);
});

it("is answered where nothing counts, or what counts is broken", async () => {
	const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
	const uncounted = freshBindings();
	Reflect.deleteProperty(uncounted, "METRICS");
	const broken = counting(() => {
		throw new RangeError("25 points are written already");
	});
	for (const bindings of [uncounted, broken]) expect((await get("/api/no-such", { bindings })).status).toBe(404);
	expect(warned.mock.calls.flat()).toEqual([JSON.stringify({ event: "not-counted", message: "RangeError" })]);
});
