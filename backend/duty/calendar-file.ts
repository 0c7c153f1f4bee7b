const lineBytes = 75;

/** `url`: a page about the event. Times are epoch ms. */
export type CalendarEvent = { uid: string; summary: string; from: number; to: number; url: string | null };

type Calendar = { name: string; stampedAt: number; events: readonly CalendarEvent[] };

/** An iCalendar (RFC 5545) in UTC, so that it needs no time zones. */
export function calendarFile({ name, stampedAt, events }: Calendar): string {
	const stamp = utcText(stampedAt);
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//AQLCloud//On duty//EN",
		"CALSCALE:GREGORIAN",
		"METHOD:PUBLISH",
		`X-WR-CALNAME:${escaped(name)}`,
		"REFRESH-INTERVAL;VALUE=DURATION:PT1H",
		"X-PUBLISHED-TTL:PT1H",
		...events.flatMap(({ uid, summary, from, to, url }) => [
			"BEGIN:VEVENT",
			`UID:${uid}@aqlcloud`,
			`DTSTAMP:${stamp}`,
			`DTSTART:${utcText(from)}`,
			`DTEND:${utcText(to)}`,
			`SUMMARY:${escaped(summary)}`,
			...(url === null ? [] : [`URL:${url}`]),
			"TRANSP:TRANSPARENT",
			"END:VEVENT",
		]),
		"END:VCALENDAR",
	];
	return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function utcText(at: number): string {
	return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
	return text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/[\\;,]/g, "\\$&");
}

/** Lines have at most 75 bytes, and no character is split. */
function folded(line: string): string {
	let [text, bytes] = ["", 0];
	for (const character of line) {
		const size = new TextEncoder().encode(character).length;
		if (bytes + size > lineBytes) {
			text += "\r\n ";
			bytes = 1;
		}
		text += character;
		bytes += size;
	}
	return text;
}
