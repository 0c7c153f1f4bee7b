import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import { severityRank } from "../../shared/alert/conditions/terms";
import { minuteMs } from "../../shared/base/durations";
import type { RowStore } from "../base/context";
import { findMessage, type MessageRow } from "../db/message-rows";
import { findStorm, type StormRow, saveStorm } from "../db/storm-rows";
import { channelTraits } from "./channel-traits";

const most = 10;
const withinMs = minuteMs;
const everyMs = 10 * minuteMs;

type NoticeInStorm = {
	recipientKey: string;
	channel: MessageRow["channel"];
	site: string;
	severity: AlertSeverity;
	waitMs: number;
	gathering: MessageRow | null;
};

/** `open`: the message to join; null: a new one. `saved` records where the notice went. */
export type Storm = {
	open: MessageRow | null;
	dueAt: number;
	replaces: string | null;
	saved(messageId: string): void;
};

/** Null while the recipient gets at most ten alerts of a site within a minute. */
export function stormOf({ db, now }: RowStore, notice: NoticeInStorm): { storm: Storm | null; count(): void } {
	const { recipientKey, channel, site, severity, waitMs, gathering } = notice;
	const { inStorm } = channelTraits[channel];
	const row = findStorm(db, { recipientKey, site });
	const rank = severityRank[severity];
	const isAfterPause = !row || now - row.lastAt > withinMs;
	const times = [...(row?.times ?? []), now].slice(-(most + 1));
	const isStorm = times.length > most && now - (times[0] ?? now) <= withinMs;
	const worst = isAfterPause ? rank : Math.max(row.worst, rank);
	const none = { firstMessageId: null, messageId: null, nextAt: 0 };
	const counted: StormRow = { ...none, ...row, recipientKey, site, times, worst, lastAt: now };
	if (!isStorm || inStorm === "asUsual")
		return { storm: null, count: () => saveStorm(db, { ...counted, firstMessageId: null }) };

	const isBeginning = counted.firstMessageId === null;
	const waiting = counted.messageId === null ? null : findMessage(db, counted.messageId);
	const open = waiting && isOpen(waiting, now) ? waiting : isBeginning ? gathering : null;
	const soon = now + waitMs;
	// A worse alert than those of the storm so far must not wait.
	const isWorse = !isAfterPause && rank > row.worst;
	const dueAt = inStorm === "edited" || isWorse ? soon : Math.max(soon, counted.nextAt);
	const replaces = inStorm === "edited" && open === null ? counted.firstMessageId : null;
	const saved = (messageId: string) => {
		const nextAt =
			open === null ? dueAt + everyMs : isBeginning ? Math.max(counted.nextAt, now + withinMs) : counted.nextAt;
		saveStorm(db, { ...counted, firstMessageId: counted.firstMessageId ?? messageId, messageId, nextAt });
	};
	return { storm: { open, dueAt, replaces, saved }, count: () => {} };
}

function isOpen({ state, attempt, handOvers, dueAt }: MessageRow, now: number): boolean {
	return state === "queued" && attempt === 1 && handOvers === 0 && dueAt !== null && dueAt > now;
}
