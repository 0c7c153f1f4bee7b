import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createCallTokens } from "../../../backend/keys/call-tokens";
import type { AlertFacts } from "../../../backend/message/causes";
import type { ClaimedMessage } from "../../../backend/message/claim-message";
import { senderOf } from "../../../backend/message/senders/registry";
import { cutAtGrapheme } from "../../../backend/message/templates/plain-text";
import type { DeliveryChannel } from "../../../shared/message/message";
import { recipientLanguages } from "../../../shared/words/made/languages";
import * as fc from "../../properties";
import { alertFacts, allChannels, emailProvider } from "../fixtures/messages";

const unread = {
	directory: env.DIRECTORY,
	files: env.ARCHIVE,
	email: emailProvider().binding,
	callTokens: createCallTokens([env.INGEST_SECRET]),
};
const consoleUrl = "https://console.test.com";
const now = Date.UTC(2026, 10, 29, 12);
const addresses = {
	slack: "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
	teams:
		"https://default0.61.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0f/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=s",
	telegram: "-1001234567890",
	pagerduty: "0123456789abcdef0123456789ABCDEF",
} satisfies Partial<Record<DeliveryChannel, string>>;
type CardChannel = keyof typeof addresses;
const channels = Object.keys(addresses) as CardChannel[]; // the names of the table above

const hostile = "<!channel> *bold* _x_ @everyone <b>&</b> [a](https://evil.test)";

function message(
	channel: CardChannel,
	facts: Partial<AlertFacts>,
	changes: Partial<ClaimedMessage> = {},
): ClaimedMessage {
	const alert = { ...alertFacts, eventId: "evt_1", ...facts };
	return {
		messageId: "msg_1",
		accountId: `acc_${"0".repeat(26)}`,
		attempt: 1,
		class: "alerts",
		channel,
		isCode: false,
		isRepeatable: true,
		addressee: { name: "Ana", address: addresses[channel], timeZone: "Europe/Lisbon", language: "en", secret: null },
		addressKey: addresses[channel],
		isUnverified: false,
		isInvitation: false,
		brand: { productName: "AQLCloud", companyName: "Northwind" },
		notices: [{ cause: "alert", facts: alert }],
		more: 0,
		abouts: [alert.eventId],
		links: {
			verify: null,
			optOut: null,
			events: { evt_1: { acknowledge: "/api/links/a", mute: "/api/links/m" } },
			reports: {},
		},
		alerts: {
			evt_1: { limit: "limit 8 °C", site: "Porto", groups: [], channel: "Air", peak: null, others: [], course: null },
		},
		...changes,
	};
}

type Reply = { status: number; body?: string; headers?: Record<string, string> };

async function post(claimed: ClaimedMessage, replies: (Reply | Error)[] = [{ status: 200, body: "ok" }]) {
	const sent: { url: string; body: Record<string, unknown> }[] = [];
	const left = [...replies];
	const send = async (url: string, init: RequestInit) => {
		sent.push({ url, body: JSON.parse(String(init.body)) });
		const reply = left.shift() ?? { status: 500 };
		if (reply instanceof Error) throw reply;
		return new Response(reply.body ?? null, { status: reply.status, headers: reply.headers ?? {} });
	};
	if (!allChannels) throw new Error("The settings of the test are not valid");
	const parts = { accountId: "acc_1", consoleUrl, settings: allChannels, send, isLocal: false, clock: () => now };
	const outcome = await senderOf(claimed.channel)?.send({ ...unread, ...parts }, claimed);
	return { outcome, sent };
}

const telegramSent = { status: 200, body: JSON.stringify({ ok: true, result: { message_id: 77 } }) };
const textOf = (value: unknown) => JSON.stringify(value);

describe("a card of an alert", () => {
	it("shows the severity, the value, the limit, the reader's time and the link on every service", async () => {
		for (const channel of channels) {
			const { sent } = await post(message(channel, { severity: "critical" }), [telegramSent]);
			const text = textOf(sent[0]?.body);
			expect(text, channel).toContain("Critical: Freezer 1 9.4 °C, limit 8 °C");
			expect(text, channel).toContain(`${consoleUrl}/api/links/a`);
			expect(text, channel).toMatch(/02:10/);
		}
	});

	it("speaks the contact's language on every service", async () => {
		for (const channel of channels) {
			const german = message(channel, {});
			const { sent } = await post({ ...german, addressee: { ...german.addressee, language: "de" } }, [telegramSent]);
			expect(textOf(sent[0]?.body), channel).toContain("Warnung");
		}
		expect(recipientLanguages).toContain("de");
	});

	it("shows a name with mark-up as letters, and notifies no one by it", async () => {
		const { sent: slack } = await post(message("slack", { deviceName: hostile }));
		expect(textOf(slack[0]?.body)).not.toMatch(/<|"type":"mrkdwn"/);
		expect(slack[0]?.body).toMatchObject({ mrkdwn: false });
		const { sent: teams } = await post(message("teams", { deviceName: hostile }), [{ status: 202 }]);
		expect(textOf(teams[0]?.body)).not.toContain('"TextBlock"');
		const { sent: telegram } = await post(message("telegram", { deviceName: hostile }), [telegramSent]);
		const text = String(telegram[0]?.body.text);
		expect(text.replaceAll(/<\/?b>(?=[A-Z\n]|$)/g, "")).not.toMatch(/<(?!\/?b>)/);
		expect(text).not.toContain("@everyone");
		expect(text).toContain("&lt;!channel&gt;");
	});

	it("cuts each text at a character that a person sees, within the service's limit", async () => {
		const family = "👨‍👩‍👧‍👦";
		const long = { instruction: family.repeat(180), sentence: `${family.repeat(90)}&&&` };
		const { sent } = await post(message("slack", long));
		const { blocks } = { ...sent[0]?.body } as { blocks: { text?: { text: string } }[] };
		expect(blocks[0]?.text?.text.length).toBeLessThanOrEqual(150);
		for (const { text } of blocks) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3_000);
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, most) => {
				const cut = cutAtGrapheme(text, most);
				expect(cut.length).toBeLessThanOrEqual(most);
				const whole = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
				const own = cut === text ? text : cut.slice(0, -1);
				expect(text.startsWith(own)).toBe(true);
				let rest = own;
				for (const segment of whole) {
					if (!rest.startsWith(segment)) break;
					rest = rest.slice(segment.length);
				}
				expect(rest).toBe("");
			}),
		);
	});

	it("keeps many alerts within the size that Teams takes, with one link for all", async () => {
		const notices = Array.from({ length: 20 }, (_, index) => {
			const facts = { ...alertFacts, eventId: `evt_${index}`, instruction: "Close the door. ".repeat(120) };
			return { cause: "alert", facts } as const;
		});
		const { sent } = await post(message("teams", {}, { notices, more: 30 }), [{ status: 202 }]);
		expect(new TextEncoder().encode(textOf(sent[0]?.body)).length).toBeLessThan(28_000);
	});
});

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/ (2026-11-29)
describe("Slack's incoming webhook", () => {
	it("gets blocks with link buttons", async () => {
		const { sent, outcome } = await post(message("slack", {}));
		expect(outcome).toEqual({ kind: "accepted", providerId: null });
		expect(sent[0]?.url).toBe(addresses.slack);
		expect(sent[0]?.body).toMatchObject({
			blocks: [
				{ type: "header", text: { type: "plain_text", emoji: false } },
				{ type: "section", text: { type: "plain_text" } },
				{ type: "actions", elements: [{ type: "button", url: `${consoleUrl}/api/links/a`, style: "primary" }, {}, {}] },
			],
		});
	});

	it("ends when Slack says that it was removed, and waits as long as Slack says", async () => {
		const gone = await post(message("slack", {}), [{ status: 404, body: "no_service" }]);
		expect(gone.outcome).toMatchObject({ kind: "suppressed", reason: "addressGone" });
		const archived = await post(message("slack", {}), [{ status: 410, body: "channel_is_archived" }]);
		expect(archived.outcome).toMatchObject({ kind: "suppressed", reason: "addressGone" });
		const busy = await post(message("slack", {}), [{ status: 429, headers: { "retry-after": "30" } }]);
		expect(busy.outcome).toMatchObject({ kind: "later", afterMs: 30_000 });
	});

	it("keeps one line of text for other chats that take Slack's form", async () => {
		const claimed = message("slack", {});
		const address = "https://chat.customer.com/hooks/x";
		const { sent } = await post({ ...claimed, addressee: { ...claimed.addressee, address } });
		expect(Object.keys(sent[0]?.body ?? {})).toEqual(["text"]);
	});
});

// https://learn.microsoft.com/en-us/connectors/teams/#microsoft-teams-webhook (2026-11-29)
describe("a workflow of Teams", () => {
	it("gets an Adaptive Card whose buttons open links", async () => {
		const { sent, outcome } = await post(message("teams", { severity: "critical" }), [{ status: 202 }]);
		expect(outcome).toEqual({ kind: "accepted", providerId: null });
		const attachment = Array.isArray(sent[0]?.body.attachments) ? sent[0].body.attachments[0] : null;
		expect(sent[0]?.body.type).toBe("message");
		expect(attachment).toMatchObject({
			contentType: "application/vnd.microsoft.card.adaptive",
			content: {
				type: "AdaptiveCard",
				version: "1.4",
				body: expect.arrayContaining([
					{ type: "RichTextBlock", inlines: [expect.objectContaining({ type: "TextRun", color: "Attention" })] },
				]),
				actions: [{ type: "Action.OpenUrl", url: `${consoleUrl}/api/links/a` }, {}, {}],
			},
		});
	});

	it("ends when it was deleted or switched off, and leads to no other host", async () => {
		const error = (code: string) => JSON.stringify({ error: { code, message: "…" } });
		const deleted = await post(message("teams", {}), [{ status: 404, body: error("WorkflowNotFound") }]);
		expect(deleted.outcome).toMatchObject({ kind: "suppressed", reason: "addressGone" });
		const off = await post(message("teams", {}), [{ status: 400, body: error("WorkflowTriggerIsNotEnabled") }]);
		expect(off.outcome).toMatchObject({ kind: "suppressed", reason: "addressGone" });
		const claimed = message("teams", {});
		for (const address of ["https://10.0.0.1/workflows/x", "https://evil.test.com/workflows/", addresses.slack]) {
			const { sent, outcome } = await post({ ...claimed, addressee: { ...claimed.addressee, address } });
			expect(outcome?.kind).toBe("refused");
			expect(sent).toEqual([]);
		}
	});
});

// https://core.telegram.org/bots/api#sendmessage and #editmessagetext (2026-11-29)
describe("a chat of Telegram", () => {
	const failed = (status: number, description: string, parameters = {}) => ({
		status,
		body: JSON.stringify({ ok: false, error_code: status, description, parameters }),
	});

	it("gets a message with buttons, and remembers its id", async () => {
		const { sent, outcome } = await post(message("telegram", {}), [telegramSent]);
		expect(outcome).toEqual({ kind: "accepted", providerId: "77" });
		expect(sent[0]?.url).toMatch(/^https:\/\/api\.telegram\.org\/bot[^/]+\/sendMessage$/);
		expect(sent[0]?.body).toMatchObject({ chat_id: -1001234567890, parse_mode: "HTML" });
		expect(sent[0]?.body).toHaveProperty("reply_markup.inline_keyboard.0.0.url", `${consoleUrl}/api/links/a`);
	});

	it("edits the card once the alert is over, and sends a new one where that is impossible", async () => {
		const over = message("telegram", { kind: "recovered", endedAt: now }, { sentId: "77" });
		const edited = await post(over, [telegramSent]);
		expect(edited.sent[0]?.url).toMatch(/\/editMessageText$/);
		expect(edited.sent[0]?.body.message_id).toBe(77);
		const same = await post(over, [failed(400, "Bad Request: message is not modified")]);
		expect(same.outcome).toEqual({ kind: "accepted", providerId: "77" });
		const anew = await post(over, [failed(400, "Bad Request: message to edit not found"), telegramSent]);
		expect(anew.sent.map(({ url }) => url.split("/").at(-1))).toEqual(["editMessageText", "sendMessage"]);
		expect(anew.outcome).toEqual({ kind: "accepted", providerId: "77" });
	});

	it("reads why Telegram did not take it", async () => {
		const outcomeOf = async (reply: Reply) => (await post(message("telegram", {}), [reply])).outcome;
		expect(await outcomeOf(failed(403, "Forbidden: bot was blocked by the user"))).toMatchObject({
			reason: "addressGone",
		});
		expect(await outcomeOf(failed(400, "Bad Request: chat not found"))).toMatchObject({ reason: "addressGone" });
		expect(await outcomeOf(failed(401, "Unauthorized"))).toMatchObject({ kind: "refused" });
		expect(await outcomeOf(failed(429, "Too Many Requests", { retry_after: 40 }))).toMatchObject({ afterMs: 40_000 });
		const moved = failed(400, "Bad Request: group chat was upgraded to a supergroup chat", {
			migrate_to_chat_id: -1009,
		});
		expect(await outcomeOf(moved)).toMatchObject({ kind: "later", movedTo: "-1009" });
		expect(await outcomeOf({ status: 502, body: "<html>" })).toMatchObject({ kind: "later" });
	});
});

// https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ (2026-11-29)
describe("PagerDuty", () => {
	const accepted = {
		status: 202,
		body: JSON.stringify({ status: "success", message: "Event processed", dedup_key: "evt_1" }),
	};

	it("opens, acknowledges and resolves an incident by the event's id", async () => {
		const opened = await post(message("pagerduty", { severity: "critical" }), [accepted]);
		expect(opened.sent[0]).toMatchObject({
			url: "https://events.pagerduty.com/v2/enqueue",
			body: {
				routing_key: addresses.pagerduty,
				event_action: "trigger",
				dedup_key: "evt_1",
				payload: { severity: "critical", source: "Freezer 1", summary: expect.any(String) },
				links: [{ href: `${consoleUrl}/api/links/a`, text: "Acknowledge" }, {}, {}],
			},
		});
		const acknowledged = await post(message("pagerduty", { kind: "acknowledged", acknowledgedBy: "Eva" }), [accepted]);
		expect(acknowledged.sent[0]?.body).toMatchObject({ event_action: "acknowledge", dedup_key: "evt_1" });
		const over = await post(message("pagerduty", { kind: "recovered", endedAt: now }), [accepted]);
		expect(over.sent[0]?.body).toEqual({
			routing_key: addresses.pagerduty,
			event_action: "resolve",
			dedup_key: "evt_1",
		});
	});

	it("uses the EU's host for a key of the EU", async () => {
		const claimed = message("pagerduty", {});
		const address = `eu:${addresses.pagerduty}`;
		const { sent } = await post({ ...claimed, addressee: { ...claimed.addressee, address } }, [accepted]);
		expect(sent[0]?.url).toBe("https://events.eu.pagerduty.com/v2/enqueue");
		expect(sent[0]?.body.routing_key).toBe(addresses.pagerduty);
	});

	it("ends with its key, and bounds a summary and a source", async () => {
		const body = JSON.stringify({ status: "invalid event", errors: ["Invalid routing key"] });
		const gone = await post(message("pagerduty", {}), [{ status: 400, body }]);
		expect(gone.outcome).toMatchObject({ reason: "addressGone" });
		const invalid = await post(message("pagerduty", {}), [{ status: 400, body: "{}" }]);
		expect(invalid.outcome).toMatchObject({ kind: "refused" });
		const { sent } = await post(message("pagerduty", { deviceName: null, ruleName: "é".repeat(3_000), value: null }), [
			accepted,
		]);
		const { payload } = { ...sent[0]?.body } as { payload: { summary: string; source: string } };
		expect(payload.summary.length).toBeLessThanOrEqual(1_024);
		expect(payload.source.length).toBeLessThanOrEqual(255);
	});
});

describe("a service that does not respond", () => {
	it("leaves open whether the card arrived, and reads no endless response", async () => {
		for (const channel of channels) {
			const timeout = Object.assign(new Error("late"), { name: "TimeoutError" });
			const late = await post(message(channel, {}), [timeout]);
			expect(late.outcome, channel).toMatchObject({ kind: "later", mayHaveArrived: true });
			const huge = await post(message(channel, {}), [{ status: 503, body: "x".repeat(100_000) }]);
			expect(huge.outcome, channel).toMatchObject({ kind: "later" });
		}
	});
});
