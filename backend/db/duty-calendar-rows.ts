import { deleteBy, findBy, insertInto, updateIn } from "./queries";
import { dutyCalendars } from "./schema";

export const findCalendar = findBy(dutyCalendars, dutyCalendars.id);
export const findCalendarOf = findBy(dutyCalendars, dutyCalendars.userId);
export const insertCalendar = insertInto(dutyCalendars);
export const changeCalendar = updateIn(dutyCalendars);
export const deleteCalendarOf = deleteBy(dutyCalendars, dutyCalendars.userId);
