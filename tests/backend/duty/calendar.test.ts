import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { calendarFile } from "../../../backend/duty/calendar-file";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { type DutyCalendar, dutyCalendarFile, type NewDutyCalendar } from "../../../shared/duty/duty-calendar";
import type { RosterDetails } from "../../../shared/duty/roster";
import { dutySpans } from "../../../shared/duty/turns";
import * as fc from "../../properties";
import { userOf } from "../fixtures/account-users";
import { addMember, createOwner, newId } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

let network = 0;
const fetchCalendar = (token: string, headers: Record<string, string> = {}) =>
	send(dutyCalendarFile(token), { headers: { "x-forwarded-for": `10.9.${network++ % 250}.1`, ...headers } });

const eventsOf = (text: string) =>
	new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => {
		const event = new ICAL.Event(each);
		return {
			from: event.startDate.toJSDate().getTime(),
			to: event.endDate.toJSDate().getTime(),
			summary: event.summary,
		};
	});

/** A member and the owner take weekly turns. */
async function createTurns() {
	const { id, owner } = await createOwner();
	const member = await addMember(id, "operator");
	const contactOf = async (person: Person) => dataOf<{ id: string }>(await person.mutate("contact.addMe")).id;
	const [own, other] = [await contactOf(member), await contactOf(owner)];
	const layer = { contactIds: [own, other], pattern: [7], startDay: "2026-01-05", handOver: "02:30", hours: [] };
	const input = { name: "Nights, days; and more", zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [other] };
	const roster = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
	const renew = async () => dataOf<NewDutyCalendar>(await member.mutate("contact.renewCalendar")).token;
	return { id, owner, member, own, roster, renew };
}

describe("a calendar of turns", () => {
	it("lists the turns of its user alone, in UTC, for a program that sends only the address", async () => {
		const { member, own, roster, renew } = await createTurns();
		const response = await fetchCalendar(await renew());
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
		const text = await response.text();
		expect(text).not.toContain("TZID");
		const today = Math.floor(Date.now() / dayMs) * dayMs;
		const turns = dutySpans(roster, { from: today - 28 * dayMs, to: today + 182 * dayMs });
		const expected = turns.filter(({ contactId }) => contactId === own);
		expect(eventsOf(text)).toEqual(
			expected.map(({ from, to }) => {
				const whole = (at: number) => Math.floor(at / 1000) * 1000;
				return { from: whole(from), to: whole(to), summary: "On duty: Nights, days; and more" };
			}),
		);
		expect(expected.length).toBeGreaterThan(10);
		const shown = dataOf<DutyCalendar>(await member.query("contact.getCalendar"));
		expect(shown?.lastUsedAt).toBeInstanceOf(Date);
	});

	it("returns 304 for an unchanged file, and another tag after a change of turns", async () => {
		const { owner, own, roster, renew } = await createTurns();
		const token = await renew();
		const etag = (await fetchCalendar(token)).headers.get("etag") ?? "";
		expect((await fetchCalendar(token, { "if-none-match": `W/${etag}` })).status).toBe(304);
		const span = { from: Date.now() + 9 * dayMs, to: Date.now() + 40 * dayMs };
		dataOf(await owner.mutate("contact.addOverride", { rosterId: roster.id, contactId: own, ...span }));
		expect((await fetchCalendar(token, { "if-none-match": etag })).status).toBe(200);
	});

	it("ends with a new address, with its end, and with its user", async () => {
		const { owner, member, renew } = await createTurns();
		const [first, second] = [await renew(), await renew()];
		expect((await fetchCalendar(first)).status).toBe(404);
		expect((await fetchCalendar(second)).status).toBe(200);
		dataOf(await member.mutate("contact.endCalendar"));
		expect((await fetchCalendar(second)).status).toBe(404);
		const third = await renew();
		const { id: userId } = await userOf(owner, member.email);
		dataOf(await owner.mutate("account.removeUser", { userId }));
		expect((await fetchCalendar(third)).status).toBe(404);
	});

	it("allows a program that polls each second 60 requests an hour", async () => {
		const { renew } = await createTurns();
		const token = await renew();
		const statuses: number[] = [];
		for (let polls = 0; polls < 62; polls += 1) statuses.push((await fetchCalendar(token)).status);
		expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
		const last = await fetchCalendar(token);
		expect([statuses[61], last.status]).toEqual([429, 429]);
		expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(1);
	});

	it("rejects forged, foreign and damaged addresses alike", async () => {
		const { renew } = await createTurns();
		const token = await renew();
		const { key: forged } = await createIngestKeys("dutyCalendar", ["another secret"]).mint(
			newId("account"),
			newId("dutyCalendar"),
		);
		for (const wrong of [forged, token.slice(0, -1), `${token}x`, "x", token.replace("aqc", "aqw")]) {
			expect((await fetchCalendar(wrong)).status).toBe(404);
		}
		expect((await send(dutyCalendarFile(token), { method: "POST" })).status).toBe(405);
	});
});

describe("an iCalendar file", () => {
	it("reads back as it was written, with any name", () => {
		const event = fc.record({
			summary: fc.string({ unit: "grapheme", maxLength: 120 }),
			from: fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * 1000),
			hours: fc.integer({ min: 1, max: 400 }),
		});
		fc.assert(
			fc.property(fc.array(event, { maxLength: 5 }), (events) => {
				const written = events.map(({ summary, from, hours }, index) => {
					return { uid: String(index), summary, from, to: from + hours * hourMs, url: "https://console.test/alerts/" };
				});
				const text = calendarFile({ name: "On duty", stampedAt: 0, events: written });
				for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
				const printable = (name: string) => name.replaceAll(/\p{Cc}+/gu, " ");
				expect(eventsOf(text)).toEqual(
					written.map(({ summary, from, to }) => ({ from, to, summary: printable(summary) })),
				);
			}),
		);
	});
});
