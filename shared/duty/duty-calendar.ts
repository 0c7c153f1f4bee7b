import * as z from "zod/mini";

/** The path of calendars of turns, before the token. Calendar programs send no header of ours. */
export const dutyCalendarPath = "/api/duty/";

export function dutyCalendarFile(token: string): string {
	return `${dutyCalendarPath}${token}.ics`;
}

/** `token` is shown once. */
export const NewDutyCalendar = z.object({ token: z.string() });
export type NewDutyCalendar = z.infer<typeof NewDutyCalendar>;

/** Null: the user has none. */
export const DutyCalendar = z.nullable(z.object({ createdAt: z.date(), lastUsedAt: z.nullable(z.date()) }));
export type DutyCalendar = z.infer<typeof DutyCalendar>;
