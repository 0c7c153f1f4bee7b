import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { localNetworkUrl } from "../../shared/base/local-network";
import { mailbox } from "./pool-client";

const page = "http://127.0.0.1:5173/__local/webhooks";
const hook = "https://hooks.customer.com/in?x=1";

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
	return exports.default.fetch(localNetworkUrl(url), { method: "POST", body, headers, redirect: "manual" });
}

async function recorded(): Promise<{ url: string; body: string; headers: Record<string, string> }[]> {
	const response = await exports.default.fetch(page, { headers: { accept: "application/json" } });
	return (await response.json<{ webhooks: { url: string; body: string; headers: Record<string, string> }[] }>())
		.webhooks;
}

const respondWith = (result: string) =>
	exports.default.fetch(`${page}/${result}`, { method: "POST", redirect: "manual" });

it("records what would have been posted, and responds as it is instructed", async () => {
	for (const [result, status] of [
		["accept", 200],
		["refuse", 500],
		["gone", 410],
		["redirect", 302],
	] as const) {
		expect((await respondWith(result)).status).toBe(303);
		expect((await post(hook, "{}", { "webhook-id": "msg_1" })).status).toBe(status);
		expect(await recorded()).toMatchObject([{ url: hook, body: "{}", headers: { "webhook-id": "msg_1" } }]);
	}
	await respondWith("accept");
});

it("shows a page on which everything is escaped", async () => {
	await respondWith("accept");
	await post(hook, `<script>alert("1")</script>`);
	const text = await (await exports.default.fetch(page, { headers: { accept: "text/html" } })).text();
	expect(text).toContain("&lt;script&gt;");
	expect(text).not.toContain("<script");
});

it("shows cards of chat services as text, and a body that is no card as it is", async () => {
	await respondWith("accept");
	const workflow = "https://prod-1.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke";
	await post("https://hooks.slack.com/services/T1/B1/x", "no card");
	expect((await post(workflow, JSON.stringify({ body: [{ type: "TextRun", text: "Fridge is warm" }] }))).status).toBe(
		202,
	);
	const shown = await (await exports.default.fetch(page, { headers: { accept: "text/html" } })).text();
	expect(shown).toContain("<p>Fridge is warm</p>");
	expect(shown).toContain("<code>no card</code>");
});

it("takes an SMS of Amazon SNS into the mailbox", async () => {
	const form = new URLSearchParams({ Action: "Publish", PhoneNumber: "+351912345678", Message: "123456 is your code" });
	const response = await post("https://sns.eu-west-1.amazonaws.com/", form.toString());
	expect(await response.json()).toMatchObject({
		PublishResponse: { PublishResult: { MessageId: expect.any(String) } },
	});
	expect(await mailbox().messages("+351912345678")).toMatchObject([{ text: "123456 is your code", code: "123456" }]);
	expect((await post("https://sns.eu-west-1.amazonaws.com/", "")).status).toBe(400);
});
