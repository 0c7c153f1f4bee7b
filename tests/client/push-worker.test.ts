import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import type { PushContent } from "../../shared/message/push";

const script = readFileSync(fileURLToPath(new URL("../../client/public/push-worker.js", import.meta.url)), "utf8");

const origin = "https://console.test";
const content: PushContent = {
	title: "Freezer 1 −9.2 °C",
	body: "Critical: Freezer 1",
	tag: "evt_1",
	isUrgent: true,
	path: "/alerts/events/evt_1",
	acknowledge: "/api/links/token",
	mute: "/api/links/mute",
};
const data = { path: content.path, links: { acknowledge: content.acknowledge, mute: content.mute } };

type Shown = { title: string; options: { data: object; actions: object[]; tag: string; requireInteraction: boolean } };
type Handler = (event: object) => void;

/** Runs the script as a browser does; `respond` is the console's response. */
function start(respond: () => Promise<Response> = async () => Response.json({ title: "Acknowledged: Freezer 1" })) {
	const handlers = new Map<string, Handler>();
	const shown: Shown[] = [];
	const openWindow = vi.fn();
	const focus = vi.fn();
	const fetch = vi.fn((_target: URL, _init: RequestInit) => respond());
	const self = {
		location: { origin },
		addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
		skipWaiting: () => {},
		registration: { showNotification: (title: string, options: Shown["options"]) => shown.push({ title, options }) },
		clients: { matchAll: async () => [{ url: `${origin}/alerts/events/evt_open`, focus }], openWindow },
	};
	runInNewContext(script, { self, fetch, URL, URLSearchParams });
	/** Resolves after everything that the handler waits for. */
	const happen = async (name: string, event: object) => {
		const waited: Promise<unknown>[] = [];
		handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
		await Promise.all(waited);
	};
	const click = (action: string, data: object) => {
		const notification = { title: content.title, tag: content.tag, data, close: () => {} };
		return happen("notificationclick", { action, notification });
	};
	return { handlers, shown, openWindow, focus, fetch, happen, click };
}

describe("the service worker", () => {
	it("takes part in no request of a page", () => {
		expect([...start().handlers.keys()].sort()).toEqual(["install", "notificationclick", "push"]);
	});

	it("shows what was pushed, with a button where it can be acknowledged", async () => {
		const { happen, shown } = start();
		await happen("push", { data: { json: () => content } });
		await happen("push", { data: { json: () => ({ ...content, acknowledge: null, mute: null, isUrgent: false }) } });
		expect(shown.map(({ title }) => title)).toEqual([content.title, content.title]);
		expect(shown.map(({ options }) => [options.tag, options.requireInteraction, options.actions.length])).toEqual([
			["evt_1", true, 2],
			["evt_1", false, 0],
		]);
	});

	it("shows something even where a push cannot be read, or the permission were lost", async () => {
		const { happen, shown } = start();
		await happen("push", { data: null });
		expect(shown.map(({ title }) => title)).toEqual(["There is a message in the console"]);
	});

	it("acknowledges by a POST without cookies, and shows what came of it", async () => {
		const { click, fetch, shown, openWindow } = start();
		await click("acknowledge", data);
		const [target, init] = fetch.mock.calls[0] ?? [];
		expect([String(target), init?.method, init?.credentials, String(init?.body)]).toEqual([
			...[`${origin}/api/links/token`, "POST", "omit", "choice=acknowledge"],
		]);
		expect(shown.map(({ title }) => title)).toEqual(["Acknowledged: Freezer 1"]);
		expect(openWindow).not.toHaveBeenCalled();
	});

	it("mutes by the second button, and replaces a notification silently while many come", async () => {
		const { click, fetch, happen, shown } = start();
		await click("mute", data);
		const [target, init] = fetch.mock.calls[0] ?? [];
		expect([String(target), String(init?.body)]).toEqual([`${origin}/api/links/mute`, "choice=mute"]);
		await happen("push", { data: { json: () => ({ ...content, isSilent: true }) } });
		expect(shown.at(-1)?.options).toMatchObject({ renotify: false, silent: true });
	});

	it.each([
		["no connection", () => Promise.reject(new TypeError("offline"))],
		["a refusal", async () => new Response("too many", { status: 429 })],
		["a page of another kind", async () => new Response("<html>")],
	])("says that nothing was acknowledged after %s, and lets it be tried again", async (_, respond) => {
		const { click, shown } = start(respond);
		await click("acknowledge", data);
		expect(shown[0]?.title).toBe(`Not acknowledged: ${content.title}`);
		expect(shown[0]?.options).toMatchObject({ tag: "evt_1", data: { links: data.links } });
	});

	it("uses the language of the push, also after a failure", async () => {
		const words = { acknowledge: "Bestätigen", notAcknowledged: "Nicht bestätigt", noAnswer: "Keine Antwort." };
		const { happen, click, shown } = start(() => Promise.reject(new TypeError("offline")));
		await happen("push", { data: { json: () => ({ ...content, words, language: "de" }) } });
		expect(shown[0]?.options).toMatchObject({ lang: "de", actions: [{ title: "Bestätigen" }, {}] });
		await click("acknowledge", shown[0]?.options.data ?? {});
		expect(shown[1]).toMatchObject({
			title: "Nicht bestätigt",
			options: { body: "Keine Antwort.", lang: "de", actions: [{ title: "Bestätigen" }, {}], data: { words } },
		});
	});

	it("calls no other site, whatever the push names", async () => {
		const { click, fetch, openWindow } = start();
		await click("acknowledge", { links: { acknowledge: "https://elsewhere.test/api/links/token" } });
		await click("", { ...content, path: "//elsewhere.test/login" });
		expect([fetch.mock.calls.length, openWindow.mock.calls.length]).toEqual([0, 0]);
	});

	it("opens the alert, in the page that shows it already", async () => {
		const { click, openWindow, focus } = start();
		await click("", content);
		expect(openWindow.mock.calls).toEqual([[`${origin}/alerts/events/evt_1`]]);
		await click("", { path: "/alerts/events/evt_open" });
		expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 1]);
	});
});
