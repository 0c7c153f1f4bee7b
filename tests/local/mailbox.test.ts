import { evictDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { mailbox } from "./pool-client";

const mailboxUrl = "http://127.0.0.1:5173/__local/mailbox";
const message = { to: "Ana@Example.test", owner: null, subject: "Hello", text: "Text", code: "012345" };

function read(query = "", accept = "application/json"): Promise<Response> {
	return exports.default.fetch(`${mailboxUrl}${query}`, { headers: { accept } });
}

it("returns JSON, newest first, of one address or of all, and keeps it through a restart", async () => {
	await mailbox().deliver({ ...message, sentAt: Date.UTC(2026, 10, 21, 12) });
	await mailbox().deliver({ ...message, to: "+15555550120", owner: "ana@example.test", code: null, sentAt: 0 });
	await mailbox().deliver({ ...message, to: "bo@example.test", sentAt: 1 });
	await evictDurableObject(mailbox());
	const response = await read("?to=ana@example.test");
	expect(response.headers.get("cache-control")).toBe("no-store");
	const ana = {
		to: "ana@example.test",
		subject: "Hello",
		text: "Text",
		code: "012345",
		sentAt: "2026-11-21T12:00:00.000Z",
	};
	const sms = { ...ana, to: "+15555550120", code: null, sentAt: "1970-01-01T00:00:00.000Z" };
	expect(await response.json()).toEqual({ messages: [sms, ana] });
	expect(await (await read("?to=ANA@example.test")).json()).toEqual({ messages: [sms, ana] });
	expect(await (await read(`?to=${encodeURIComponent("+15555550120")}`)).json()).toEqual({ messages: [sms] });
	expect(await (await read("?to=ana")).json()).toEqual({ messages: [] });
	const all = await (await read()).json<{ messages: { to: string }[] }>();
	expect(all.messages.map(({ to }) => to)).toEqual(["bo@example.test", "+15555550120", "ana@example.test"]);
});

it("shows a page on which everything is escaped and nothing is inline", async () => {
	const evil = `<script>alert("1")</script>`;
	await mailbox().deliver({ to: `"${evil}`, owner: evil, subject: evil, text: evil, code: evil, sentAt: 0 });
	const page = await (await read("", "text/html,application/xhtml+xml")).text();
	expect(page).toContain("&lt;script&gt;");
	expect(page).not.toContain("<script");
	expect(page).not.toMatch(/\sstyle=|<style/);
	const filtered = await (await read(`?to=${encodeURIComponent(`"><b>x`)}`, "text/html")).text();
	expect(filtered).not.toContain("<b>x");
});

it("names the port that serves in its links, whatever port the mail was sent from", async () => {
	const to = "port@example.test";
	const text = "Open http://localhost:5173/alerts/ or http://cold.localhost:5173/l/abc";
	await mailbox().deliver({ ...message, to, text, sentAt: 0 });
	const url = `http://localhost:8123/__local/mailbox?to=${to}`;
	const json = await exports.default.fetch(url, { headers: { accept: "application/json" } });
	expect((await json.json<{ messages: { text: string }[] }>()).messages[0]?.text).toBe(
		"Open http://localhost:8123/alerts/ or http://cold.localhost:8123/l/abc",
	);
	const page = await (await exports.default.fetch(url, { headers: { accept: "text/html" } })).text();
	expect(page).toContain("http://localhost:8123/alerts/");
	expect(page).not.toContain("localhost:5173");
});

it("keeps the newest two hundred", async () => {
	for (let sent = 1; sent <= 203; sent++) await mailbox().deliver({ ...message, text: String(sent), sentAt: sent });
	const kept = await mailbox().messages(null);
	expect(kept).toHaveLength(200);
	expect([kept[0]?.text, kept.at(-1)?.text]).toEqual(["203", "4"]);
});
