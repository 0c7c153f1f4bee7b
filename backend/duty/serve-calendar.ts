import { can } from "../../shared/account/permissions";
import { dayMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { rosterLimits } from "../../shared/duty/roster";
import { dutySpans } from "../../shared/duty/turns";
import { spokenLanguage } from "../../shared/message/language";
import { wordsIn } from "../../shared/words/made/messages-in";
import type { AccountDb } from "../base/context";
import { accountOrThrow, findUser } from "../db/account-rows";
import { linkedContactIds } from "../db/contact-rows";
import { changeCalendar, findCalendar } from "../db/duty-calendar-rows";
import { listRosters } from "../db/roster-rows";
import { digestSecret, isSameSecret, isUseWorthRecording } from "../keys/ingest-keys";
import { pathOf } from "./duty-messages";
import { historyOf } from "./on-duty";

/** The backend Worker has verified the token's tag. */
export type CalendarCall = { calendarId: string; secret: string };

export type CalendarTurn = { uid: string; summary: string; from: number; to: number; path: string };

export type CalendarResponse =
	| { denial: "unknown" }
	| { denial: "too-many-calls"; retryAfterSeconds: number }
	| { accountId: string; name: string; stampedAt: number; turns: CalendarTurn[] };

type Bucket = { id: string; perMinute: number; most: number };
type Meter = { take(buckets: Bucket[], now: number): number | null };
type Store = { db: AccountDb; now: number; meter: Meter };

/** Returns the turns of the token's user, and of no one else. */
export async function serveCalendar({ db, now, meter }: Store, call: CalendarCall): Promise<CalendarResponse> {
	const { calendarId, secret } = call;
	const digest = await digestSecret(secret);
	const calendar = findCalendar(db, calendarId);
	const user = calendar && findUser(db, calendar.userId);
	if (!calendar || !isSameSecret(calendar.tokenDigest, digest)) return { denial: "unknown" };
	if (user?.status !== "active" || !can(user.role, "viewContacts")) return { denial: "unknown" };
	const most = serverLimits.calendarCallsPerHour;
	const retryAfterSeconds = meter.take([{ id: calendarId, perMinute: most / 60, most }], now);
	if (retryAfterSeconds !== null) return { denial: "too-many-calls", retryAfterSeconds };
	if (isUseWorthRecording(calendar.lastUsedAt, now)) changeCalendar(db, calendarId, { lastUsedAt: new Date(now) });
	const account = accountOrThrow(db);
	const say = wordsIn(spokenLanguage(user.language, account.language));
	// Whole days, so that the file changes once a day or with the turns.
	const today = Math.floor(now / dayMs) * dayMs;
	const span = { from: today - rosterLimits.calendarPastMs, to: today + rosterLimits.calendarAheadMs };
	const own = new Set(linkedContactIds(db, user.id));
	const turns = listRosters(db).flatMap((roster): CalendarTurn[] => {
		const summary = say("duty.calendar.turn", { roster: roster.name });
		const ahead = dutySpans(historyOf(roster), span).filter(
			({ contactId }) => contactId !== null && own.has(contactId),
		);
		return ahead.map(({ from, to }) => {
			const uid = `${roster.id}-${from === span.from ? "begun" : from}`;
			return { uid, summary, from, to, path: pathOf(roster) };
		});
	});
	const name = say("duty.calendar.name", { company: account.companyName });
	return { accountId: account.id, name, stampedAt: today, turns };
}
