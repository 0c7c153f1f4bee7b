import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { requestsDuring } from "./visitor";

/** Words for tests about the requests of a screen, and about the trips that a person waits for. */

export const check = "GET /api/isAuthenticated";
const batchStart = "GET /api/proxy/";

export type Trips = {
	/** Requests to the console's own endpoints; those to the sign-in service travel beside the batch. */
	requests: string[];
	/** The number of requests that waited for one another: the trips a person waits for. */
	serial: number;
	all: string[];
};

export async function tripsDuring(page: Page, act: () => Promise<unknown>): Promise<Trips> {
	const depths = new Map<Request, number>();
	let answered = 0;
	const isOurs = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
	const start = (request: Request) => void (isOurs(request) && depths.set(request, answered + 1));
	const end = (request: Request) => {
		answered = Math.max(answered, depths.get(request) ?? 0);
	};
	page.on("request", start).on("requestfinished", end);
	const requests = await requestsDuring(page, act);
	page.off("request", start).off("requestfinished", end);
	return {
		requests: requests.filter((request) => !request.startsWith("GET /api/auth/")),
		serial: Math.max(0, ...depths.values()),
		all: [...depths].map(([request, depth]) => `${depth} ${new URL(request.url()).pathname}`),
	};
}

/** Navigates as a link would, to an address without a link on the screen. */
export function follow(page: Page, path: string): Promise<void> {
	return page.evaluate((to) => history.pushState({}, "", to), path);
}

/** `alone`: the one call that follows them, once its input has arrived. */
export function expectOneCheckAndOneBatch({ requests, serial, all }: Trips, loads: string[], alone?: string): void {
	const following = alone === undefined ? [] : [expect.stringMatching(new RegExp(`^(GET|POST) /api/proxy/${alone}$`))];
	expect(requests).toEqual([check, expect.stringContaining(batchStart), ...following]);
	const procedures = requests[1]?.replace(batchStart, "").split(",") ?? [];
	expect(procedures).toEqual(expect.arrayContaining(["account.getCurrent", ...loads]));
	expect(procedures).toHaveLength(new Set(procedures).size);
	expect(serial, all.join("\n")).toBe(2 + following.length);
}
