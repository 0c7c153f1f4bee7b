import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { requestsDuring } from "./visitor";

/** The words of tests about how often a screen asks the server, and how often a person waits for that. */

export const check = "GET /api/isAuthenticated";
const batchStart = "GET /api/proxy/";

export type Trips = {
	/** The requests to the console's own endpoints, as sent; what the sign-in service keeps is requested beside the batch. */
	requests: string[];
	/** How many of all had to wait for one another: the trips a person waits for. */
	serial: number;
	/** Every request with its place among those that waited. */
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

/** Goes where no link of the screen may lead, as a link would: the page stays, and its router hears of it. */
export function follow(page: Page, path: string): Promise<void> {
	return page.evaluate((to) => history.pushState({}, "", to), path);
}

/** `alone`: the one call that follows them, sent when what it needs has come. */
export function expectOneCheckAndOneBatch({ requests, serial, all }: Trips, loads: string[], alone?: string): void {
	const following = alone === undefined ? [] : [expect.stringMatching(new RegExp(`^(GET|POST) /api/proxy/${alone}$`))];
	expect(requests).toEqual([check, expect.stringContaining(batchStart), ...following]);
	const procedures = requests[1]?.replace(batchStart, "").split(",") ?? [];
	expect(procedures).toEqual(expect.arrayContaining(["account.getCurrent", ...loads]));
	expect(procedures).toHaveLength(new Set(procedures).size);
	expect(serial, all.join("\n")).toBe(2 + following.length);
}
