import { execFile } from "node:child_process";
import { type IncomingHttpHeaders, request } from "node:http";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, expect, it, onTestFinished } from "vitest";
import type { TestHarness } from "wrangler";
import { curlCommand } from "../../shared/account/api-call";
import type { NewApiKey } from "../../shared/account/api-key";
import type { NewWebhook, WebhookDelivery } from "../../shared/account/webhook";
import { dataOf, test, Visitor } from "./product";

const run = promisify(execFile);

let harness: TestHarness;
let owner: Visitor;
let origin: URL;
let made: NewApiKey;
test.beforeAll(async ({ harness: started }) => {
	harness = started;
	origin = (await harness.listen()).url;
	owner = new Visitor(harness);
	expect(await owner.signIn("owner")).toMatchObject({ status: 200 });
	const input = { name: "A spreadsheet", access: "audit", scope: "all", days: 30 };
	[made] = dataOf(await owner.mutate("account.createApiKey", input)) as [NewApiKey];
});
afterAll(() => owner.mutate("account.revokeApiKey", { keyId: made.apiKey.id }));

type Sent = { method?: string; headers?: Record<string, string> };
type Received = { status: number | undefined; headers: IncomingHttpHeaders; text: string };

/** Sends these headers and no other, which no browser or `fetch` does. */
function send(path: string, { method = "GET", headers = {} }: Sent = {}): Promise<Received> {
	return new Promise((resolve, reject) => {
		const sending = request(new URL(path, origin), { method, headers }, (result) => {
			const parts: Buffer[] = [];
			result.on("data", (part: Buffer) => parts.push(part));
			result.on("end", () => {
				const bytes = Buffer.concat(parts);
				const isPacked = result.headers["content-encoding"] === "gzip" && bytes.length > 0;
				const text = (isPacked ? gunzipSync(bytes) : bytes).toString("utf8");
				resolve({ status: result.statusCode, headers: result.headers, text });
			});
		});
		sending.on("error", reject).end();
	});
}

/** Recorded from Power Query: https://github.com/NLstn/go-odata/issues/874. */
const mashup = {
	"accept-encoding": "gzip, deflate",
	"user-agent": "Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)",
	connection: "Keep-Alive",
};
const asOData = {
	...mashup,
	maxdataserviceversion: "3.0",
	"odata-maxversion": "4.0",
	accept:
		"application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9," +
		"application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7",
};
const withKey = () => ({ authorization: `Bearer ${made.key}` });

type Page = { data: { id: string }[]; nextCursor: string | null };

it("Power Query reads every page by List.Generate, and is sent nothing twice that has not changed", async () => {
	const ids: string[] = [];
	let cursor: string | null = null;
	let tag = "";
	do {
		const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
		const path = `/api/v1/devices?limit=4${query}`;
		const result = await send(path, { headers: { ...mashup, ...withKey() } });
		expect([result.status, result.headers["content-type"], result.headers["set-cookie"]]).toEqual([
			...[200, "application/json", undefined],
		]);
		expect(result.headers["content-encoding"]).toBe("gzip");
		tag = result.headers.etag ?? "";
		const again = await send(path, { headers: { ...mashup, ...withKey(), "if-none-match": tag } });
		expect([again.status, again.text, again.headers.etag]).toEqual([304, "", tag]);
		const page: Page = JSON.parse(result.text);
		ids.push(...page.data.map(({ id }) => id));
		cursor = page.nextCursor;
	} while (cursor !== null);
	const whole: Page = JSON.parse((await send("/api/v1/devices", { headers: withKey() })).text);
	expect(ids.length).toBeGreaterThan(4);
	expect(ids).toEqual(whole.data.map(({ id }) => id));
});

it("responds at once to what Power Query requests before it reads, and never with a page or another address", async () => {
	const head = await send("/api/v1/devices?limit=1", { method: "HEAD", headers: { ...mashup, ...withKey() } });
	expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", "application/json"]);
	const odata = await send("/api/v1/devices?limit=1", { headers: { ...asOData, ...withKey() } });
	expect([odata.status, odata.headers["content-type"]]).toEqual([200, "application/json"]);
	const metadata = await send("/api/v1/$metadata", { headers: { ...asOData, ...withKey() } });
	expect([metadata.status, metadata.headers["content-type"]]).toEqual([404, "application/problem+json"]);
	// Sends no credentials first, then a key in the address as Excel writes it: both lead to a request for other credentials.
	for (const path of ["/api/v1/devices", `/api/v1/devices?api_key=${made.key}`]) {
		const denied = await send(path, { headers: mashup });
		expect([denied.status, denied.headers["www-authenticate"], denied.headers.location]).toEqual([
			...[401, "Bearer", undefined],
		]);
		expect(denied.text).not.toContain(made.key);
	}
	const written = await send("/api/v1/devices", { method: "PUT", headers: { ...mashup, ...withKey() } });
	expect([written.status, written.headers.allow]).toEqual([405, "GET, HEAD"]);
});

it("the printed curl command runs, and its CSV says how to go on", async () => {
	const printed = (list: string, parameters = {}) => curlCommand(origin.origin, { list, parameters });
	const env = { ...process.env, API_KEY: made.key };
	const { stdout } = await run("sh", ["-c", printed("deliveries")], { env });
	expect(stdout.split("\r\n")[0]).toBe(
		"\uFEFFid,cause,class,channel,notices,event,contactId,userId,recipient,address,state,reason,error,attempts," +
			"isResendable,createdAt,dueAt,sentAt,settledAt,outcome",
	);
	const { stdout: log } = await run("sh", ["-c", printed("log", { kind: "note" })], { env });
	expect(log).toContain("alertEventId");
	const followed = await send("/api/v1/events?format=csv&state=acknowledged", { headers: withKey() });
	expect(followed.headers["x-next-since"]).toMatch(/^[\w.-]+$/);
	const wrong = run("sh", ["-c", printed("devices")], { env: { ...env, API_KEY: "aqk_wrong" } });
	await expect(wrong).rejects.toMatchObject({ code: 22 });
});

type Recorded = { url: string; headers: Record<string, string>; body: string };

it("an outgoing event is signed, survives a failure, and is sent again by hand under the same id", async () => {
	const respondWith = (how: string) => owner.send(`/__local/webhooks/${how}`, { method: "POST" });
	const url = "https://hooks.acme.io/aqlcloud";
	const posted = async () => {
		const { body } = await owner.send("/__local/webhooks", { headers: { accept: "application/json" } });
		return (body as { webhooks: Recorded[] }).webhooks.filter((each) => each.url === url);
	};
	await respondWith("refuse");
	const input = { name: "Tickets of a test", url, topics: ["devices"] };
	const [{ webhook, secret }] = dataOf(await owner.mutate("webhook.createWebhook", input)) as [NewWebhook];
	const webhookId = webhook.id;
	onTestFinished(async () => {
		await owner.mutate("webhook.deleteWebhook", { webhookId });
		await respondWith("accept");
	});
	const newest = async () => {
		const [deliveries] = dataOf(await owner.query({ "webhook.getDeliveries": { webhookId } })) as [WebhookDelivery[]];
		return deliveries[0];
	};
	const waitFor = (expected: Partial<WebhookDelivery>) =>
		expect.poll(newest, { timeout: 20_000 }).toMatchObject(expected);
	const verify = ({ headers, body }: Recorded) => new Verifier(secret).verify(body, headers);

	dataOf(await owner.mutate("webhook.sendTest", { webhookId }));
	await waitFor({ state: "queued", error: "The address answered 500" });
	const [denied] = await posted();
	expect(denied && verify(denied)).toMatchObject({ type: "test" });

	await respondWith("gone");
	dataOf(await owner.mutate("webhook.sendTest", { webhookId }));
	await waitFor({ state: "failed", isResendable: true });
	const failed = await newest();
	const first = (await posted()).find(({ headers }) => headers["webhook-id"] === failed?.id);

	await respondWith("accept");
	dataOf(await owner.mutate("message.resendMessage", { messageId: failed?.id }));
	await waitFor({ id: failed?.id ?? "", state: "sent", error: null });
	const second = (await posted()).find(({ headers }) => headers["webhook-id"] === failed?.id);
	if (!first || !second) throw new Error("It was not posted twice");
	expect(verify(second)).toEqual(verify(first));
	expect(() =>
		new Verifier(`whsec_${btoa("of somebody else, 24 bytes")}`).verify(second.body, second.headers),
	).toThrow();
}, 90_000);
