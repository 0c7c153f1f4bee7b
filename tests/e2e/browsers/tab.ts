import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A function of the page: its source runs there, so it may use nothing around it. */
export type PageFunction = (...args: string[]) => unknown;

export type Target = {
	click: () => Promise<void>;
	fill: (text: string) => Promise<void>;
	upload: (path: string) => Promise<void>;
};

export type Tab = {
	goto: (address: string) => Promise<void>;
	/** The element that the function returns, or null. */
	find: (find: PageFunction, args: string[]) => Promise<Target | null>;
	read: (read: PageFunction, args: string[]) => Promise<unknown>;
	show: () => Promise<void>;
};

export type StartedBrowser = {
	version: string;
	/** Tabs share a profile. */
	newTab: () => Promise<Tab>;
	close: () => Promise<void>;
};

export function called(source: PageFunction, args: string[]): string {
	return `(${source})(...${JSON.stringify(args)})`;
}

export function firstOnPath(names: string[]): string | null {
	const folders = (process.env.PATH ?? "").split(":");
	const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return paths.find((path) => existsSync(path)) ?? null;
}

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("No port was given");
	return address.port;
}

const startMs = 60_000;

export async function startsUp<Started>(look: () => Promise<Started>): Promise<Started> {
	const endsAt = Date.now() + startMs;
	for (;;) {
		try {
			return await look();
		} catch (error) {
			if (Date.now() > endsAt) throw error;
			await pause(100);
		}
	}
}
