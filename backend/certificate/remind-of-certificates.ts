import { can } from "../../shared/account/permissions";
import { dayMs } from "../../shared/base/durations";
import { addTo } from "../../shared/base/multi-map";
import { said } from "../../shared/log/said";
import { daysUntil } from "../../shared/time/day-text";
import type { AccountDb, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import { doneTogether, type Job } from "../base/job";
import { findUser, listActiveOwners } from "../db/account-rows";
import {
	changeCertificate,
	listNewestCertificates,
	type NewestCertificate,
	nextReminder,
	nextReminderAt,
} from "../db/certificate-rows";
import { findChannel } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { findDevice } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHook } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

/** A message names so many; the list in the console has all. */
const mostNamed = 20;
const path = "/reports/?view=certificates&sort=due";

/** One message a person for all certificates whose reminder is due. A late run sends the nearest reminder alone. */
export function certificateRemindersWork({ db }: { db: AccountDb }): Job {
	const nextDueAt = () => nextReminderAt(db);
	return {
		name: "certificate reminders",
		title: said("work.is.certificates"),
		...doneTogether(nextDueAt, dayMs),
		run: async (_, now) => {
			db.transaction(() => remind({ db, now, newId: createNewId(now) }));
		},
	};
}

function remind(store: RowStore): void {
	const { db, now } = store;
	const byUser = new Map<string, { id: string; days: number }[]>();
	for (const row of listNewestCertificates(db)) {
		const days = dueReminder(row, now);
		if (days === null) continue;
		changeCertificate(db, row.id, { remindedDays: days });
		if (!isDue(db, row, now)) continue;
		for (const userId of recipientsOf(db, row)) addTo(byUser, userId, { id: row.id, days });
	}
	for (const [userId, rows] of byUser) {
		const [first] = rows;
		if (!first) continue;
		const recipient = { to: "user", userId, channel: "email" } as const;
		const facts = factsOf(
			db,
			rows.map(({ id }) => id),
			now,
		);
		queueMessage(store, { cause: "certificatesDue", about: first.id, step: first.days, recipient, facts });
	}
}

/** The last reminder whose time has come; null: none since the one before. */
function dueReminder(row: NewestCertificate, now: number): number | null {
	let days: number | null = null;
	let next = nextReminder(row);
	while (next !== null && next.at <= now) {
		days = next.days;
		next = nextReminder({ ...row, remindedDays: days });
	}
	return days;
}

function isDue(db: AccountDb, { deviceId, channelId, dueOn }: NewestCertificate, now: number): boolean {
	const device = findDevice(db, deviceId);
	const isInUse = device !== null && device.archivedAt === null && !isGone(device, now);
	return isInUse && findChannel(db, channelId) !== null && dueOn !== null && daysUntil(dueOn, now) >= 0;
}

/** The member who recorded it; the owners, if that member may not record the next one. */
function recipientsOf(db: AccountDb, { deviceId, recordedBy }: NewestCertificate): string[] {
	const recorder = findUser(db, recordedBy);
	if (recorder?.status === "active" && can(recorder.role, "editDevices")) {
		const { scope } = recorder;
		const groupIds = groupIdsByDevice(db, deviceId).get(deviceId) ?? [];
		if (scope === "all" || groupIds.some((id) => scope.groupIds.includes(id))) return [recorder.id];
	}
	return listActiveOwners(db).map(({ id }) => id);
}

function factsOf(db: AccountDb, ids: readonly string[], now: number): CauseFacts["certificatesDue"] {
	const wanted = new Set(ids);
	const due = listNewestCertificates(db).filter((row) => wanted.has(row.id) && isDue(db, row, now));
	return {
		certificateIds: due.map(({ id }) => id),
		certificates: due.slice(0, mostNamed).map(({ deviceId, channelId, dueOn }) => ({
			deviceName: findDevice(db, deviceId)?.name ?? "",
			channelName: findChannel(db, channelId)?.name ?? "",
			dueOn: dueOn ?? "",
		})),
		daysLeft: daysUntil(due[0]?.dueOn ?? "", now) || 0,
		path,
	};
}

/** Leaves out certificates with a newer one or another date by now. */
export const certificatesHook: CauseHook<"certificatesDue"> = {
	stillOwed: ({ db, now }, notices) =>
		notices.flatMap((notice) => {
			const facts = factsOf(db, notice.facts.certificateIds, now);
			return facts.certificateIds.length === 0 ? [] : [{ id: notice.id, facts }];
		}),
};
