import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AlertEventRow } from "../../../backend/db/alert-event-rows";
import { alertEvents, alertNotes, messages, notices } from "../../../backend/db/schema";
import { leaseMs } from "../../../backend/message/claim-message";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { minuteMs, secondMs } from "../../../shared/base/durations";
import type { MessagePage } from "../../../shared/message/message";
import * as fc from "../../properties";
import { createOwner, inAccount } from "../fixtures/fleet";
import {
	addContact,
	aheadOfTheAlarm,
	alertFacts,
	claim,
	consume,
	emailProvider,
	handOverAt,
	messageOf,
	queue,
	type SeededContact,
} from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;
let contact: SeededContact;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	contact = await addContact(accountId, { phone: null });
});

const forgetAll = () =>
	inAccount(accountId, (db) => {
		for (const table of [messages, notices, alertEvents, alertNotes]) db.delete(table).run();
	});

beforeEach(forgetAll);

type Notice = { about: string; severity?: AlertSeverity };

const nameOf = (about: string) => about.replace("evt_", "Freezer ");

function tellBegin({ about, severity = "critical" }: Notice, now: number): Promise<string> {
	const recipient = { to: "contact", contactId: contact.id, channel: "email" } as const;
	const facts = { ...alertFacts, eventId: about, severity, deviceName: nameOf(about) };
	return queue(accountId, { cause: "alert", about, recipient, facts }, now);
}

async function tellEnd({ about, severity = "critical" }: Notice, now: number): Promise<string> {
	const end: Partial<AlertEventRow> = { endedAt: now, endReason: "recovered" };
	await inAccount(accountId, (db) => db.update(alertEvents).set(end).where(eq(alertEvents.id, about)).run());
	const recipient = { to: "contact", contactId: contact.id, channel: "email" } as const;
	const facts = {
		...alertFacts,
		kind: "recovered" as const,
		eventId: about,
		severity,
		deviceName: nameOf(about),
		endedAt: now,
	};
	return queue(accountId, { cause: "alert", about, step: 1, recipient, facts }, now);
}

async function sendDue(now: number, { binding }: Pick<ReturnType<typeof emailProvider>, "binding">): Promise<void> {
	await consume(await handOverAt(accountId, now), { email: binding, clock: () => now });
}

const subjects = ({ taken }: ReturnType<typeof emailProvider>) => taken.map(({ subject }) => subject);

describe("a message whose parts wait for different things", () => {
	it("sends an open critical alert at once, and separately the end that waits for its beginning", async () => {
		const now = aheadOfTheAlarm();
		const provider = emailProvider();
		const first = await tellBegin({ about: "evt_1" }, now);
		expect(await claim(accountId, first, { attempt: 1, now: now + 5 * secondMs })).toMatchObject({ status: "send" });
		await tellEnd({ about: "evt_1" }, now + 6 * secondMs);
		const joined = await tellBegin({ about: "evt_2" }, now + 7 * secondMs);
		await sendDue(now + 11 * secondMs, provider);
		expect(subjects(provider)).toEqual([expect.stringMatching(/^Critical: Freezer 2/)]);
		expect(await messageOf(accountId, joined)).toMatchObject({ state: "sent" });
		await sendDue(now + 5 * secondMs + leaseMs, provider);
		expect(subjects(provider).slice(1)).toEqual([expect.stringMatching(/^Recovered: Freezer 1/)]);
		expect(await messageOf(accountId, first)).toMatchObject({ state: "mayHaveArrived", dueAt: null });
	});
});

describe("a message that may have arrived in part", () => {
	it("sends the open event again alone, and the log leads to that", async () => {
		const now = aheadOfTheAlarm();
		const provider = emailProvider();
		const messageId = await tellBegin({ about: "evt_1" }, now);
		await tellBegin({ about: "evt_2" }, now);
		await claim(accountId, messageId, { attempt: 1, now: now + 5 * secondMs });
		await tellEnd({ about: "evt_1" }, now + 10 * secondMs);
		await sendDue(now + 5 * secondMs + leaseMs, provider);
		expect(reportedBy(provider).sort()).toEqual(["Critical: Freezer 2", "Recovered: Freezer 1"]);
		const { messages: rows } = dataOf<MessagePage>(await owner.query("message.getMessages"));
		const row = rows.find(({ id }) => id === messageId);
		expect(row).toMatchObject({ state: "sent", notices: 1, attempts: 2, event: { id: "evt_2" } });
	});
});

describe("an end that waits for its beginning", () => {
	it("leaves as soon as the beginning is reported", async () => {
		const now = aheadOfTheAlarm();
		const provider = emailProvider();
		const first = await tellBegin({ about: "evt_1" }, now);
		const [handOver] = await handOverAt(accountId, now + 5 * secondMs);
		if (!handOver) throw new Error("Nothing was handed over");
		const during = emailProvider(async () => {
			await tellEnd({ about: "evt_1" }, now + 6 * secondMs);
			await sendDue(now + 11 * secondMs, provider);
		});
		await consume([handOver], { email: during.binding, clock: () => now + 12 * secondMs });
		expect(await messageOf(accountId, first)).toMatchObject({ state: "sent" });
		await sendDue(now + 12 * secondMs, provider);
		expect(subjects(provider)).toEqual([expect.stringMatching(/^Recovered: Freezer 1/)]);
	});
});

type Begin = "queued" | "sent" | "sending" | "lost";
/** `begin`: the state of the message that reported the event's beginning. */
type Part = { severity: AlertSeverity; isOver: boolean; begin: Begin };

const part: fc.Arbitrary<Part> = fc.record({
	severity: fc.constantFrom<AlertSeverity>("critical", "warning", "info"),
	isOver: fc.boolean(),
	begin: fc.constantFrom<Begin>("queued", "sent", "sending", "lost"),
});

function reportedBy({ taken }: ReturnType<typeof emailProvider>): string[] {
	return taken.flatMap(({ text = "" }) => {
		const [title = ""] = text.split("\n");
		const headings = [...text.matchAll(/^\* (.*)$/gm)].map(([, heading = ""]) => heading);
		return headings.length === 0 ? [title] : headings;
	});
}

async function tellParts(parts: readonly Part[], now: number, provider: ReturnType<typeof emailProvider>) {
	const begun = parts.map((each, index) => ({ ...each, about: `evt_${index}` })).filter(({ isOver }) => isOver);
	for (const { begin, ...notified } of begun.filter(({ begin }) => begin !== "queued")) {
		const messageId = await tellBegin(notified, now - 5 * minuteMs);
		const at = begin === "sending" ? now : now - leaseMs;
		if (begin === "sent")
			await consume([{ accountId, messageId, attempt: 1 }], { email: provider.binding, clock: () => at });
		else await claim(accountId, messageId, { attempt: 1, now: at });
	}
	await handOverAt(accountId, now);
	provider.taken.length = 0;
	for (const [index, { isOver, begin, severity }] of parts.entries()) {
		const notified = { about: `evt_${index}`, severity };
		if (!isOver || begin === "queued") await tellBegin(notified, now);
		if (isOver) await tellEnd(notified, now);
	}
}

const openHeads: Record<AlertSeverity, string> = { critical: "Critical", warning: "Warning", info: "Info" };
const overWords = /Recovered|over by now/;

function wordsOf({ severity, isOver, begin }: Part, index: number): string {
	const head = isOver && begin !== "queued" ? "Recovered" : openHeads[severity];
	return `${head}${isOver && begin === "queued" ? ", over by now" : ""}: Freezer ${index}`;
}

it(
	"sends a mix of open and ended events once each, the open first, and delays only ends that wait",
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
				await forgetAll();
				const now = aheadOfTheAlarm();
				const provider = emailProvider();
				await tellParts(parts, now, provider);
				const said = parts.map(wordsOf);
				const promptOf = (severities: AlertSeverity[]) =>
					parts.flatMap((each, index) => {
						const waits = each.isOver && each.begin === "sending";
						return waits || !severities.includes(each.severity) ? [] : wordsOf(each, index);
					});
				await sendDue(now + 5 * secondMs, provider);
				expect(reportedBy(provider)).toEqual(expect.arrayContaining(promptOf(["critical"])));
				await sendDue(now + 30 * secondMs, provider);
				expect(reportedBy(provider).sort()).toEqual(promptOf(["critical", "warning", "info"]).sort());
				await sendDue(now + leaseMs, provider);
				await sendDue(now + 2 * leaseMs, provider);
				expect(reportedBy(provider).sort()).toEqual(said.toSorted());
				for (const mail of provider.taken) {
					const isOver = reportedBy({ ...provider, taken: [mail] }).map((heading) => overWords.test(heading));
					expect(isOver).toEqual(isOver.toSorted());
					expect(overWords.test(mail.subject)).toBe(isOver[0]);
				}
			}),
			{ numRuns: 25 },
		);
	},
	fc.timeLimit(60_000),
);

describe("more alerts than one message shows", () => {
	it("shows open events before ended ones, whatever came first", async () => {
		const now = aheadOfTheAlarm();
		const provider = emailProvider();
		for (let each = 1; each <= 21; each += 1) await tellBegin({ about: `evt_${each}`, severity: "warning" }, now);
		await sendDue(now + minuteMs, provider);
		for (let each = 1; each <= 21; each += 1)
			await tellEnd({ about: `evt_${each}`, severity: "warning" }, now + 2 * minuteMs);
		await tellBegin({ about: "evt_99" }, now + 2 * minuteMs + secondMs);
		await sendDue(now + 3 * minuteMs, provider);
		expect(subjects(provider).at(-1)).toMatch(/^Critical: Freezer 99: .*, and 21 more$/);
	});
});
