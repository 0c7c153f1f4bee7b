import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { earlyOr } from "../../client/api/early-answers";
import { refreshDue } from "../../client/api/refresh-due";
import { appConstants } from "../../client/base/app-constants";
import { headerNames, requestedByValue } from "../../shared/base/header-names";

const script = readFileSync(fileURLToPath(new URL("../../client/public/preload.js", import.meta.url)), "utf8");
const { turnsWithinMs, lockName } = appConstants.session;

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
	globalThis.earlyAnswers = {};
});

type Page = { path: string; due?: number | null; isEntryFirst?: boolean };

/** The script in a page whose browser has kept `due`. */
function open({ path, due = null, isEntryFirst = false }: Page) {
	const store = new Map<string, string>();
	const storage = {
		getItem: (name: string) => store.get(name) ?? null,
		setItem: (name: string, text: string) => store.set(name, text),
	};
	vi.stubGlobal("localStorage", storage);
	if (due !== null) refreshDue.keep(due);
	const page = {
		files: [],
		screens: [
			["/login", [], ["/api/auth/config"]],
			["/dashboard", [], []],
		],
	};
	const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}));
	const request = vi.fn(async (_name: string, work: () => Promise<unknown>) => work());
	const global = {
		document: { getElementById: () => ({ textContent: JSON.stringify(page) }) },
		location: { pathname: path },
		navigator: { locks: { request } },
		localStorage: storage,
		...{ fetch, AbortController, Date, setTimeout, clearTimeout },
		earlyAnswers: isEntryFirst ? {} : undefined,
	};
	runInNewContext(script, global);
	return {
		fetch,
		asked: fetch.mock.calls.map(([asked]) => asked),
		turns: request.mock.calls.map(([name]) => name),
		global,
	};
}

describe("the page's early calls", () => {
	it("are the session check, and on a signed-out screen what it wants to know", () => {
		expect(open({ path: "/login" }).asked).toEqual(["/api/isAuthenticated", "/api/auth/config"]);
		expect(open({ path: "/dashboard/" }).asked).toEqual(["/api/isAuthenticated"]);
		expect(open({ path: "/nowhere" }).asked).toEqual(["/api/isAuthenticated"]);
	});

	it("are none where the entry runs already", () => {
		expect(open({ path: "/login", isEntryFirst: true }).asked).toEqual([]);
	});

	it("declare themselves as the console's others do", () => {
		const [[, init] = []] = open({ path: "/dashboard" }).fetch.mock.calls;
		expect(init?.headers).toMatchObject({ [headerNames.requestedBy]: requestedByValue });
	});

	it("wait for the tab's turn where a refresh is near, as long before it as the session does", () => {
		vi.useFakeTimers({ now: 1_000_000 });
		expect(open({ path: "/dashboard", due: 1_000_000 + turnsWithinMs - 1 }).turns).toEqual([lockName]);
		expect(open({ path: "/dashboard", due: 1_000_000 - 1 }).turns).toEqual([lockName]);
		expect(open({ path: "/dashboard", due: 1_000_000 + turnsWithinMs }).turns).toEqual([]);
		expect(open({ path: "/dashboard" }).turns).toEqual([]);
	});
});

describe("an early answer", () => {
	const of = (path: string) => {
		const { global } = open({ path: "/login" });
		globalThis.earlyAnswers = global.earlyAnswers;
		return (ask: () => Promise<Response>, signal: AbortSignal | null = null) => earlyOr(path, signal, ask);
	};
	const anew = Response.json({ isAnew: true });

	it("is taken once", async () => {
		const ask = vi.fn(async () => anew);
		const take = of("/api/auth/config");
		expect((await take(ask)).response).not.toBe(anew);
		expect(ask).not.toHaveBeenCalled();
		expect((await take(ask)).response).toBe(anew);
	});

	it("is asked for anew once it is old", async () => {
		vi.useFakeTimers({ now: 0 });
		const take = of("/api/isAuthenticated");
		await vi.advanceTimersByTimeAsync(appConstants.loadedWithinMs);
		expect((await take(async () => anew)).response).toBe(anew);
	});

	it("is asked for anew where it failed, but not for whoever is leaving", async () => {
		const answer = Promise.reject(new TypeError("offline"));
		answer.catch(() => {});
		const abort = vi.fn();
		globalThis.earlyAnswers = { "/a": { answer, abort }, "/b": { answer, abort } };
		expect((await earlyOr("/a", null, async () => anew)).response).toBe(anew);
		const leaving = new AbortController();
		const taken = earlyOr("/b", leaving.signal, async () => anew);
		leaving.abort();
		await expect(taken).rejects.toThrow();
		expect(abort).toHaveBeenCalledOnce();
	});
});
