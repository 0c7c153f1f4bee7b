import { describe, expect, it } from "vitest";
import { trendText } from "../../../backend/message/alert-details";
import type { CauseNotice } from "../../../backend/message/causes";
import type { ClaimedMessage } from "../../../backend/message/claim-message";
import { assertHeaders, sendEmail, senderName } from "../../../backend/message/senders/email-sender";
import { pushContent } from "../../../backend/message/senders/push-sender";
import { smsParts, smsText } from "../../../backend/message/senders/sms-text";
import { contentOf } from "../../../backend/message/templates/message-content";
import { namePart, oneLine, paragraph, shortened } from "../../../backend/message/templates/plain-text";
import { renderMail } from "../../../backend/message/templates/render-mail";
import { slackBody } from "../../../backend/message/templates/webhook-body";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import { recipientLanguages } from "../../../shared/words/made/languages";
import { wordsIn } from "../../../shared/words/made/messages-in";
import * as fc from "../../properties";
import { alertFacts, emailProvider, testFacts } from "../fixtures/messages";

const consoleUrl = "https://console.test";
const time = Date.UTC(2026, 6, 4, 12, 30);

function message(notices: CauseNotice[], changes: Partial<ClaimedMessage> = {}): ClaimedMessage {
	return {
		messageId: "msg_1",
		attempt: 1,
		class: "alerts",
		channel: "email",
		isCode: false,
		isRepeatable: true,
		addressee: { name: "Ana", address: "ana@example.test", timeZone: "Asia/Kathmandu", language: "en", secret: null },
		addressKey: "ana@example.test",
		isUnverified: false,
		isInvitation: false,
		brand: { productName: "Northwind Watch", companyName: "Northwind" },
		notices,
		more: 0,
		abouts: ["evt_1"],
		...changes,
	};
}

const everyCause: CauseNotice[] = [
	{ cause: "test", facts: { ...testFacts, requestedAt: time } },
	{ cause: "code", facts: { code: "123456", purpose: "confirm this address", expiresAt: time } },
	{
		cause: "invitation",
		facts: { inviterName: "Pat", role: "viewer", note: "Welcome", path: "/login", expiresAt: time },
	},
	{
		cause: "apiKeyEnding",
		facts: { keyId: "apk_1", name: "Sheet", keeperName: "Pat", expiresAt: time, daysLeft: 3, lastUsedAt: null },
	},
	{
		cause: "trailReview",
		facts: { reviewId: "trv_1", month: "2026-10", dueAt: time, isOverdue: false, path: "/accounts/audit/" },
	},
	{ cause: "mailWaits", facts: { keyId: "key_1", name: "Gateway", files: 2, at: time, path: "/log" } },
	{
		cause: "publicLinkEnding",
		facts: { linkId: "lnk_1", name: "For Fred", keeperName: "Pat", expiresAt: time, daysLeft: 7, openCount: 12 },
	},
	{
		cause: "wallEnding",
		facts: {
			wallId: "wal_1",
			name: "By the door",
			groupName: "Kitchen",
			path: "/groups/grp_1",
			keeperName: "Pat",
			expiresAt: time,
			daysLeft: 1,
			lastSeenAt: null,
		},
	},
	{ cause: "alert", facts: { ...alertFacts, startedAt: time } },
	{ cause: "alert", facts: { ...alertFacts, kind: "recovered", startedAt: time, endedAt: time, deviceName: null } },
];

const turn = { roster: "Nights", rosterId: "rst_1", path: "/alerts/?view=rosters" };
const [oneTurn, endless] = [
	{ from: time, until: time },
	{ from: time, until: null },
];
const own = { ...turn, contactId: "ctc_1", more: 0, openAlerts: 2 };
const dutyCauses: CauseNotice[] = [
	{ cause: "duty", facts: { ...own, what: "ahead", turns: [oneTurn] } },
	{ cause: "duty", facts: { ...own, what: "ahead", turns: [endless] } },
	{ cause: "duty", facts: { ...own, what: "begins", turns: [oneTurn] } },
	{ cause: "duty", facts: { ...own, what: "begins", turns: [endless], heldAlerts: 1 } },
	{ cause: "duty", facts: { ...own, what: "changed", turns: [oneTurn, endless], more: 3 } },
	{
		cause: "dutyGap",
		facts: {
			...turn,
			gaps: [
				{ name: null, contactId: null, ...oneTurn, until: time },
				{ name: null, contactId: "ctc_1", ...oneTurn, until: time },
				{ name: "Pat", contactId: "ctc_2", ...oneTurn, until: time },
			],
		},
	},
	{
		cause: "missedRound",
		facts: {
			...{ round: "Kitchen", roundId: "rnd_1", dueAt: time, done: 1, places: 3, isEscalated: true },
			path: "/reports/?view=rounds",
		},
	},
	{
		cause: "swap",
		facts: { ...turn, what: "declined", swapId: "swp_1", other: "Pat", from: time, until: time, inReturn: null },
	},
	{
		cause: "swap",
		facts: {
			...turn,
			what: "offered",
			swapId: "swp_1",
			other: "Pat",
			from: time,
			until: time,
			inReturn: { from: time, until: time },
		},
	},
];

const hasTime = ({ facts }: CauseNotice) =>
	!("turns" in facts) || facts.what !== "begins" || facts.turns[0]?.until !== null;

describe.each([...everyCause, ...dutyCauses.filter(hasTime)])("a mail for $cause", (notices) => {
	const mail = renderMail(message([notices]), consoleUrl);

	it("contains the brand, the recipient's own time and no picture, script or address but the console's", () => {
		expect(mail.html).toContain("Northwind Watch");
		expect(mail.text).toContain("Sent by Northwind Watch for Northwind.");
		for (const part of [mail.html, mail.text]) expect(part).toContain("Jul 04, 06:15 PM (UTC+05:45)");
		expect(mail.html).not.toMatch(/<(script|img|iframe|link|form)\b|javascript:|\son\w+=/i);
		for (const [, url] of mail.html.matchAll(/href="([^"]*)"/g)) expect(url).toMatch(/^https:\/\/console\.test\//);
	});

	it("leaves the colours of text and background to the reader's scheme", () => {
		expect(mail.html).toContain('<meta name="color-scheme" content="light dark"');
		const outsideOfButtons = mail.html.replace(/<a [^>]*>/g, "");
		expect(outsideOfButtons).not.toMatch(/background|[^-]color:\s*#/);
	});

	it("contains the same words in its text as in HTML", () => {
		const words = (html: string) => html.replace(/<style>.*<\/style>|<[^>]+>/gs, " ").replace(/\s+/g, " ");
		for (const line of mail.text.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("-- "))) {
			const said = line.replace(/^[\w ]+: /, "");
			if (!said.startsWith("https://")) expect(words(mail.html)).toContain(said.replace(/:$/, ""));
		}
	});
});

const hostile: [name: string, typed: string][] = [
	["a script", `<script>alert("1")</script>`],
	["an attribute", `" onmouseover="alert(1)`],
	["line breaks and a header", "Freezer\r\nBcc: victim@example.test\n\nHello"],
	["300 characters", "Very long ".repeat(30)],
	["right to left", "مجمد رقم 1"],
	["a turned text", "\u202Egnp.exe\u2066\u200F"],
	["separators of paragraphs", "A\u2028B\u2029C\u0000\u0085"],
	["an entity", "&lt;b&gt; &amp;amp;"],
];

describe.each(hostile)("a name with %s", (_, typed) => {
	const brand = { productName: typed, companyName: typed };
	const facts = {
		...alertFacts,
		ruleName: typed,
		deviceName: typed,
		sentence: typed,
		value: typed,
		instruction: typed,
	};
	const mails = [
		{ cause: "alert", facts } as const,
		{ cause: "test", facts: { ...testFacts, requestedBy: typed } } as const,
		{
			cause: "invitation",
			facts: { inviterName: typed, role: typed, note: typed, path: "/login", expiresAt: time },
		} as const,
		{
			cause: "apiKeyEnding",
			facts: { keyId: "apk_1", name: typed, keeperName: typed, expiresAt: time, daysLeft: 1, lastUsedAt: time },
		} as const,
	].map((notices) => renderMail(message([notices], { brand }), consoleUrl));

	it("adds no markup, and no line or direction of its own in a subject", () => {
		for (const { subject, html, text } of mails) {
			expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u200E\u200F]/u);
			expect([...subject].length).toBeLessThanOrEqual(150);
			expect(html).not.toMatch(/<script|<b>/i);
			expect(html.replace(/&quot;|&#39;/g, "")).not.toMatch(/<[^>]*onmouseover/);
			expect(html + text).not.toMatch(/[\u2028\u2029\u202A-\u202E\0]/);
			const opened = [...(subject + text)].filter((character) => character === "\u2068").length;
			const closed = [...(subject + text)].filter((character) => character === "\u2069").length;
			expect(opened).toBe(closed);
		}
	});
});

describe("a name with right-to-left letters", () => {
	const isolated = (name: string) => `\u2068${name}\u2069`;
	const sent = (deviceName: string) => {
		const claimed = message([{ cause: "alert", facts: { ...alertFacts, deviceName } }]);
		const content = contentOf(claimed, consoleUrl);
		const { title, body } = pushContent(claimed, content, consoleUrl);
		return { subject: content.subject, title, body, chat: slackBody(claimed, consoleUrl).text };
	};

	it.each(["مجمد رقم 1", "מקפיא 2", "𞤀𞤣𞤤𞤢𞤥 3"])("stays apart from its sentence in mail, push and chat: %s", (name) => {
		for (const text of Object.values(sent(name))) expect(text).toContain(isolated(name));
	});

	it("leaves other names without isolates", () => {
		for (const text of Object.values(sent("Kühlraum 冷凍庫"))) expect(text).not.toMatch(/[\u2066-\u2069]/);
	});

	it("leaves no isolate open where a text is cut", () => {
		for (const name of ["مجمد ".repeat(12), "م".repeat(60)]) {
			const long = shortened(`${"Warning ".repeat(12)}${namePart(name)} is too warm`, 120);
			expect([...long].length).toBeLessThanOrEqual(120);
			expect(long.endsWith("\u2069…")).toBe(true);
		}
		expect(shortened("Short", 120)).toBe("Short");
	});
});

it("keeps a name's letters, and the lines of an instruction", () => {
	expect(namePart(" Café  n° 1 👩‍🔬 ")).toBe("Café n° 1 👩‍🔬");
	expect(namePart("مجمد")).toBe("\u2068مجمد\u2069");
	expect([...oneLine("x".repeat(300), 60)]).toHaveLength(60);
	expect(paragraph("One\r\n\r\n\r\n\r\nTwo\u202E\n Three ", 100)).toBe("One\n\nTwo\nThree");
});

describe("the subject of an alert", () => {
	const details = { site: "", groups: [], channel: "Air", peak: null, others: [], course: null };
	const subjectOf = (changes: Partial<typeof alertFacts>, limit: string | null = "limit −18 °C") => {
		const facts = { ...alertFacts, deviceName: "Ice cream store", value: "−9.2 °C", ...changes };
		const alerts = { [facts.eventId]: { ...details, limit } };
		return renderMail(message([{ cause: "alert", facts }], { alerts }), consoleUrl).subject;
	};

	it.each<[string, Partial<typeof alertFacts>, string | null, string]>([
		["a warning", {}, "limit −18 °C", "Ice cream store −9.2 °C, limit −18 °C"],
		["a critical alert", { severity: "critical" }, "limit −18 °C", "Critical: Ice cream store −9.2 °C, limit −18 °C"],
		["a reminder", { kind: "reminder" }, "limit −18 °C", "Reminder, warning: Ice cream store −9.2 °C, limit −18 °C"],
		[
			"its end",
			{ kind: "recovered", endedAt: time, value: "at worst −7.6 °C" },
			"limits −25 to −18 °C",
			"Recovered: Ice cream store, at worst −7.6 °C, limits −25 to −18 °C",
		],
		[
			"what has no limit",
			{ sentence: "The device sends nothing for 2 h", value: "for 3 h" },
			null,
			"Ice cream store: The device sends nothing for 2 h (for 3 h)",
		],
	])("begins with the fault for %s", (_, changes, limit, subject) => {
		expect(subjectOf(changes, limit)).toBe(subject);
	});
});

it("includes a picture with the mail, and describes it in words", () => {
	const trend = {
		from: 0,
		to: 86_400_000,
		startedAt: time,
		endedAt: null,
		at: [0],
		low: [1],
		high: [2],
		limits: [-18],
		lowest: "−22.1 °C",
		highest: "−7.6 °C",
	};
	const details = {
		limit: "limit −18 °C",
		site: "",
		groups: ["Lisbon"],
		channel: "Air",
		peak: null,
		others: [],
		course: trend,
	};
	const notices: CauseNotice[] = [{ cause: "alert", facts: alertFacts }];
	const mail = renderMail(message(notices, { alerts: { [alertFacts.eventId]: details } }), consoleUrl);
	expect(mail.trend).toBe(trend);
	expect(mail.html.match(/<img[^>]*src="([^"]*)"/)?.[1]).toBe("cid:course@alert");
	for (const part of [mail.html, mail.text]) {
		expect(part).toContain("Air over 24 h: between −22.1 °C and −7.6 °C. Dashed: limit −18 °C. Shaded: the alert.");
	}
	const steady = { ...trend, lowest: "9.5 °C", highest: "9.5 °C" };
	expect(trendText(steady, wordsIn("en"))).toBe("24 h: steady at 9.5 °C");
});

describe("several notices in one mail", () => {
	const alert = (deviceName: string, severity: "warning" | "critical"): CauseNotice => {
		return { cause: "alert", facts: { ...alertFacts, deviceName, severity } };
	};
	const notices = [alert("Freezer 1", "warning"), alert("Freezer 2", "critical")];

	it("appear with the worst in the subject, each below with its facts", () => {
		const { subject, text, html } = renderMail(message(notices, { more: 5 }), consoleUrl);
		expect(subject).toBe("Critical: Freezer 2: Air is above 8 °C for 10 minutes (9.4 °C), and 6 more");
		for (const part of [text, html]) {
			for (const words of ["Warning: Freezer 1", "Critical: Freezer 2", "And 5 more", "https://console.test/alerts/"]) {
				expect(part).toContain(words);
			}
		}
	});

	it("have each their own links, except those that are over", () => {
		const over = { ...alertFacts, eventId: "evt_2", kind: "recovered" as const, endedAt: time };
		const open = { ...alertFacts, eventId: "evt_1" };
		const both: CauseNotice[] = [open, over].map((facts) => ({ cause: "alert", facts }));
		const events = { evt_1: { acknowledge: "/api/links/a", mute: "/api/links/m" } };
		const { text, html } = renderMail(
			message(both, { links: { verify: null, optOut: null, events, reports: {} } }),
			consoleUrl,
		);
		for (const [label, path] of [
			["Acknowledge", "/api/links/a"],
			["Mute for 1 hour", "/api/links/m"],
		]) {
			expect(text.split(`${label}:\n${consoleUrl}${path}`)).toHaveLength(2);
			expect(html.split(`href="${consoleUrl}${path}"`)).toHaveLength(2);
		}
	});

	it("appear after suppression as open or over, the open ones first", () => {
		const over = { ...alert("Freezer 1", "critical").facts, kind: "digest" as const, endedAt: time };
		const open = { ...alertFacts, kind: "digest" as const, deviceName: "Freezer 2" };
		const both: CauseNotice[] = [over, open].map((facts) => ({ cause: "alert", facts }) as CauseNotice); // facts of alerts
		const { subject, text } = renderMail(message(both, { more: 1 }), consoleUrl);
		expect(subject).toBe("Meanwhile: 1 still open, 1 over by now, 1 more");
		expect(text).toMatch(/Warning, still open: Freezer 2[\s\S]*Critical, over by now: Freezer 1/);
	});

	it("fit one sentence if there is little room", () => {
		expect(contentOf(message(notices), consoleUrl).short).toBe("2 messages, Critical: Freezer 2 and 1 more");
	});
});

describe("a mix of alerts in one message", () => {
	const alert = fc
		.record({
			severity: fc.constantFrom<AlertSeverity>("critical", "warning", "info"),
			told: fc.constantFrom(
				...(["first", "reminder", "escalation"] as const).map((kind) => ({ kind, endedAt: null })),
				...(["first", "recovered", "ended"] as const).map((kind) => ({ kind, endedAt: time })),
				{ kind: "recovered" as const, endedAt: time, isCleared: true as const },
			),
		})
		.map(
			({ severity, told: notified }): CauseNotice => ({
				cause: "alert",
				facts: { ...alertFacts, severity, ...notified },
			}),
		);
	const over = /Recovered|Cleared|No longer watched|over by now/;

	it("names open events first in every form, and says that something is over if all of it is", () => {
		fc.assert(
			fc.property(fc.array(alert, { minLength: 1, maxLength: 8 }), fc.nat(3), (notices, more) => {
				const claimed = message(notices, { more, abouts: notices.map((_, index) => `evt_${index}`) });
				const content = contentOf(claimed, consoleUrl);
				const push = pushContent(claimed, content, consoleUrl);
				const { subject, text } = renderMail(claimed, consoleUrl);
				const isAllOver = notices.every(({ facts }) => "endedAt" in facts && facts.endedAt !== null);
				const lines = [subject, push.title, push.body, smsText(content), slackBody(claimed, consoleUrl).text];
				expect(lines.map((line) => over.test(line))).toEqual(lines.map(() => isAllOver));
				const headings = [...text.matchAll(/^\* (.*)$/gm)].map(([, heading = ""]) => over.test(heading));
				expect(headings).toEqual(headings.toSorted());
			}),
		);
	});
});

describe("a message that may be a second copy", () => {
	it.each([
		["maybe", "You may have had this message before", "Perhaps for the second time: "],
		["asked", "This message was sent before", "Sent again: "],
	] as const)("says so in its text and in short forms: %s", (repeat, sentence, begin) => {
		for (const notices of [everyCause.slice(5, 6), everyCause.slice(5)]) {
			const claimed = message(notices, { repeat });
			expect(renderMail(claimed, consoleUrl).text).toContain(sentence);
			expect(slackBody(claimed, consoleUrl).text.startsWith(begin)).toBe(true);
		}
	});
});

describe("the headers of a mail", () => {
	it("include those the provider takes, and group the mails of one event", async () => {
		const { binding, taken } = emailProvider();
		const settings = { from: "console@aqlcloud.test", dailyQuota: 1 };
		const claimed = message([everyCause[3] as CauseNotice], { abouts: ["evt_1", "evt_2"] });
		const outcome = await sendEmail(
			{ binding, settings, consoleUrl, isSenderReleased: false },
			claimed,
			renderMail(claimed, consoleUrl),
		);
		expect(outcome).toEqual({ kind: "accepted", providerId: expect.stringMatching(/^[^<>]+@provider\.test$/) });
		expect(taken[0]).toMatchObject({
			from: { email: "console@aqlcloud.test", name: "Northwind by AQLCloud" },
			to: "ana@example.test",
			headers: {
				"X-AQL-Message": "msg_1",
				References: "<evt_1@aqlcloud.test> <evt_2@aqlcloud.test>",
				"Auto-Submitted": "auto-generated",
				"Content-Language": "en",
			},
		});
	});

	it("include the button to unsubscribe on reports, and on nothing else", async () => {
		const { binding, taken } = emailProvider();
		const settings = { from: "console@aqlcloud.test", dailyQuota: 1 };
		const links = { verify: null, optOut: "/api/links/a.b.c", events: {}, reports: {} };
		for (const messageClass of ["reports", "alerts", "account"] as const) {
			const claimed = message([everyCause[3] as CauseNotice], { class: messageClass, links });
			await sendEmail(
				{ binding, settings, consoleUrl, isSenderReleased: false },
				claimed,
				renderMail(claimed, consoleUrl),
			);
		}
		const unlinked = message([everyCause[3] as CauseNotice], { class: "reports" });
		await sendEmail(
			{ binding, settings, consoleUrl, isSenderReleased: false },
			unlinked,
			renderMail(unlinked, consoleUrl),
		);
		const unsubscribing = taken.map(({ headers = {} }) => [
			headers["List-Unsubscribe"],
			headers["List-Unsubscribe-Post"],
		]);
		const none = [undefined, undefined];
		expect(unsubscribing).toEqual([
			[`<${consoleUrl}/api/links/a.b.c>`, "List-Unsubscribe=One-Click"],
			...[none, none, none],
		]);
	});

	it.each([
		["Message-ID", "<a@b>"],
		["Bcc", "a@b.test"],
		["List-Unknown", "x"],
		["X-", "x"],
		["X-Ümlaut", "x"],
		["X-AQL-Message", ""],
		["X-AQL-Message", "a\r\nBcc: b@c.test"],
		["X-AQL-Message", "x".repeat(2_049)],
	])("exclude the header %s: %j", (name, value) => {
		expect(() => assertHeaders({ [name]: value })).toThrow("not allowed");
	});

	it("distinguish an error code that came in the message alone, as over a service binding", async () => {
		const { binding } = emailProvider(() => {
			throw new Error("E_RECIPIENT_SUPPRESSED: on the list");
		});
		const settings = { from: "console@aqlcloud.test", dailyQuota: 1 };
		const claimed = message([everyCause[0] as CauseNotice]);
		const outcome = await sendEmail(
			{ binding, settings, consoleUrl, isSenderReleased: false },
			claimed,
			renderMail(claimed, consoleUrl),
		);
		expect(outcome).toMatchObject({ kind: "suppressed", reason: "providerSuppressed" });
	});
});

describe("a mail of a company with its own information", () => {
	const brand = {
		productName: "Northwind Watch",
		companyName: "Northwind",
		foot: ["Northwind Lda., Lisboa", "+351210000101"],
	};

	it("shows it in its foot, and writes times in the company's format", () => {
		const notice: CauseNotice = { cause: "test", facts: { ...testFacts, requestedAt: time } };
		const formats = { ...specifiedFormats, hourCycle: "24", dateOrder: "year" } as const;
		const mail = renderMail(message([notice], { brand, formats }), consoleUrl);
		expect(mail.text).toContain("-- \nSent by Northwind Watch for Northwind.\nNorthwind Lda., Lisboa\n+351210000101\n");
		for (const part of [mail.html, mail.text]) {
			expect(part).toContain("Northwind Lda., Lisboa");
			expect(part).toContain("2026-07-04, 18:15 (UTC+05:45)");
		}
	});

	it("shows typed text as text, not as markup", () => {
		const foot = ["<script>alert(1)</script>\r\nBcc: a@b.test"];
		const mail = renderMail(message(everyCause.slice(0, 1), { brand: { ...brand, foot } }), consoleUrl);
		expect(mail.html).not.toContain("<script>");
		expect(mail.text).toContain("\n<script>alert(1)</script> Bcc: a@b.test\n");
	});
});

describe("the sender's name of mails", () => {
	const brand = { productName: "Northwind Watch", companyName: "Northwind" };
	const wished = { mailSender: "PayPal Security", logoLight: null, primary: "" };

	it("shows the company by the product's name, whatever it wishes, until the operator releases it", () => {
		expect(senderName({ ...brand, look: wished }, false)).toBe("Northwind by AQLCloud");
		expect(senderName({ ...brand, look: wished }, true)).toBe("PayPal Security");
		expect(senderName(brand, true)).toBe("Northwind Watch");
	});

	it("stays on one line of at most 64 characters", () => {
		const long = senderName({ ...brand, companyName: `A\r\nBcc: b@c.test ${"x".repeat(200)}` }, false);
		expect(long).toMatch(/^A Bcc: .{1,50}… by AQLCloud$/);
		expect(long.length).toBeLessThanOrEqual(64);
	});
});

describe("a mail of a company with a logo", () => {
	const logoLight = { hash: "a".repeat(64), width: 600, height: 100 };
	const look = { mailSender: "", logoLight, primary: "#ffd400" };
	const brand = { productName: "Northwind Watch", companyName: "Northwind", look };

	it("shows it from the console, with its name as the alternative text, and a readable button", () => {
		const { html } = renderMail(message([everyCause[2] as CauseNotice], { brand }), consoleUrl);
		expect(html).toContain(
			`src="${consoleUrl}/api/brand/${logoLight.hash}" alt="Northwind Watch" width="240" height="40"`,
		);
		expect(html).toContain("background: #ffd400; color: #10212b;");
	});

	it("shows its name alone if no address of the console is set", () => {
		expect(renderMail(message([everyCause[2] as CauseNotice], { brand }), null).html).not.toContain("<img");
	});
});

describe("a message in the pseudo-language", () => {
	const facts = { ...alertFacts, unread: { from: time, to: time } };
	const all: CauseNotice[] = [
		...everyCause,
		{ cause: "alert", facts },
		{ cause: "alertTest", facts: { alert: facts, requestedBy: "Pat", deviceId: null, channelId: null } },
		{ cause: "verify", facts: { contactId: "con_1", channel: "email", addressVersion: 1, expiresAt: time } },
		{ cause: "unreachable", facts: { ruleId: "alr_1", ruleName: "Too warm" } },
		...dutyCauses,
		{ cause: "secondStep", facts: { userId: "usr_1", requiredBy: "Pat", from: time, path: "/profile" } },
		{
			cause: "domain",
			facts: {
				domain: "a.test",
				record: { name: "_a.test", text: "a=b" },
				sleepsAt: time,
				isAsleep: false,
				path: "/c",
			},
		},
		{ cause: "providerEnd", facts: { endsAt: time, daysLeft: 7, path: "/accounts/company/" } },
		{
			cause: "trailReview",
			facts: { reviewId: "trv_1", month: "2026-10", dueAt: time, isOverdue: true, path: "/accounts/audit/" },
		},
		{
			cause: "emergency",
			facts: { name: "Pat", email: "pat@a.test", browser: "Firefox on Linux", at: time, path: "/accounts/users" },
		},
		{
			cause: "withoutSecondPerson",
			facts: { name: "Pat", action: "alert.updateAlert", subject: "Cold", reason: "x", at: time, path: "/p" },
		},
		{ cause: "payment", facts: { what: "pastDue", planName: "Small", until: time } },
		{ cause: "deletion", facts: { what: "planned", by: "Pat", at: time } },
		{ cause: "dataExport", facts: { files: 1_204, bytes: 9e6, archives: 2, expiresAt: time } },
		{ cause: "reportFailed", facts: { reportName: "Week", period: "7 days", error: "", path: "/reports" } },
		{
			cause: "certificatesDue",
			facts: {
				certificateIds: ["crt_1"],
				certificates: [{ deviceName: "Freezer", channelName: "Air", dueOn: "2026-12-30" }],
				daysLeft: 30,
				path: "/reports/?view=certificates&sort=due",
			},
		},
		{ cause: "webhookStopped", facts: { name: "Hook", url: "https://a.test/x", failingSince: time, path: "/hooks" } },
	];
	const addressee = { ...message(all).addressee, language: "en-XA" };
	const contentIn = (notices: CauseNotice[]) => contentOf(message(notices, { addressee, more: 2 }), consoleUrl);

	it.each(all)("takes each of its own words from the catalogue: $cause", (notice) => {
		const { title, blocks, short } = contentIn([notice]);
		const labels = blocks.flatMap((block): string[] => {
			if (block.kind === "facts") return block.rows.map(([label]) => label);
			if (block.kind === "links") return block.links.map(({ label }) => label);
			if (block.kind === "link") return [block.label];
			return "text" in block ? [block.text] : [];
		});
		const own = [title, ...(notice.cause === "code" ? [short] : []), ...labels].filter(
			(text) => text !== facts.sentence,
		);
		for (const text of own) expect(text).toMatch(/^⟦.*⟧$/s);
	});

	it("joins several notices, names a language for the page, and never reads a name as a message", () => {
		const hostile = "{count, plural, other {#}} <b>'{x}'</b>";
		const named: CauseNotice = { cause: "unreachable", facts: { ruleId: "alr_1", ruleName: hostile } };
		expect(contentIn([named, ...all.slice(0, 2)]).title).toMatch(/^⟦5 mésságés át óñçé·*⟧$/);
		const { html, text } = renderMail(message([named], { addressee }), consoleUrl);
		expect(html).toContain('<html lang="en-XA" dir="ltr">');
		expect(text).toContain(hostile);
	});
});

describe("an SMS of each language", () => {
	const url = "https://console.example.com/a/0123456789abcde";

	it.each(recipientLanguages)("takes at most its parts with a long name: %s", (language) => {
		const facts = { ...alertFacts, deviceName: "Kühlraum Süd 冷凍庫 4", sentence: "Air is above 8 °C for 10 minutes" };
		const addressee = { ...message([]).addressee, language };
		const content = contentOf(message([{ cause: "alert", facts }], { addressee, channel: "sms" }), consoleUrl);
		const text = smsText({ ...content, url }, language);
		expect(text.endsWith(` ${url}`)).toBe(true);
		expect(smsParts(text)).toBeLessThanOrEqual(/^(?:ja|zh)/.test(language) ? 3 : 2);
	});
});
