import { dayMs, minuteMs } from "../../../shared/base/durations";
import type { Contact } from "../../../shared/message/contact";
import { isInside, type ZonedWindows } from "../../../shared/time/time-windows";
import { viewerZone } from "../../ui/time/time-display";
import type { AlertValues } from "./alert-values";

export function chosenContacts(
	{ contactIds, contactGroupIds }: Pick<AlertValues, "contactIds" | "contactGroupIds">,
	contacts: readonly Contact[],
): Contact[] {
	const isOfGroup = (contact: Contact) => contact.contactGroupIds.some((id) => contactGroupIds.includes(id));
	return contacts.filter((contact) => contactIds.includes(contact.id) || isOfGroup(contact));
}

const stepMs = 30 * minuteMs;
const namedAtMost = 5;

export function quietRecipients(
	values: Pick<AlertValues, "hours" | "contactIds" | "contactGroupIds">,
	contacts: readonly Contact[],
): string[] {
	const { isAlways, zone, weekly, spans } = values.hours;
	if (isAlways) return [];
	const from = Math.floor(Date.now() / stepMs) * stepMs;
	const times = Array.from({ length: (7 * dayMs) / stepMs }, (_, index) => from + index * stepMs);
	const isQuiet = ({ timeZone, quietHours }: Contact) => {
		if (quietHours.length === 0) return false;
		const clock = zone === "contact" ? timeZone : zone === "device" || zone === "account" ? viewerZone : zone;
		const hours: ZonedWindows = { zone: clock, weekly, spans };
		const quiet: ZonedWindows = { zone: timeZone, weekly: quietHours, spans: [] };
		return times.some((at) => isInside(hours, at) && isInside(quiet, at));
	};
	return chosenContacts(values, contacts)
		.filter(isQuiet)
		.slice(0, namedAtMost)
		.map(({ fullName }) => fullName);
}
