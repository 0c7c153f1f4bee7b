import type { MeterName } from "../../shared/account/billing-meters";
import type { WhenFull } from "../../shared/account/storage";
import type { WebhookEvent } from "../../shared/account/webhook";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import { dayMs, hourMs, minuteMs, secondMs } from "../../shared/base/durations";
import type { DeliveryChannel, MessageClass } from "../../shared/message/message";
import type { ReportRunState } from "../../shared/report/report";

export type AlertFacts = {
	eventId: string;
	/** Null: it concerns the account. */
	ruleId: string | null;
	/** `ended`: an end that is no recovery, as when the rule was changed; `digest`: sent after quiet hours. */
	kind: "first" | "reminder" | "escalation" | "recovered" | "ended" | "digest";
	severity: AlertSeverity;
	ruleName: string;
	/** Null: it concerns the account. */
	deviceName: string | null;
	/** As `Air is above 8 °C for 10 minutes`. */
	sentence: string;
	/** As `9.4 °C`; null: a condition without one. */
	value: string | null;
	startedAt: number;
	endedAt: number | null;
	/** Between these times nothing was read; absent: there was no such gap. */
	unread?: { from: number; to: number };
	/** What the rule asks people to do. */
	instruction: string;
	path: string;
	/** Over because a person said so. */
	isCleared?: true;
};

/**
 * What each cause tells: plain JSON, stored until the message is sent. Times are epoch ms. `path` is a page of the
 * console and begins with a slash.
 */
export type CauseFacts = {
	test: { contactName: string; requestedBy: string; requestedAt: number };
	/** `purpose` ends the sentence "Enter this code to …". The code is erased once the message is finished. */
	code: {
		code: string;
		purpose: string;
		expiresAt: number;
		/** The address that a link beside the code confirms. */
		link?: { contactId: string; channel: DeliveryChannel; addressVersion: number };
	};
	/** A link confirms the address; nothing is typed. */
	verify: { contactId: string; channel: DeliveryChannel; addressVersion: number; expiresAt: number };
	/** `until` null: for good. `ruleName`: only of this rule. */
	optOut: { contactId: string; contactName: string; address: string; until: number | null; ruleName?: string };
	/** A rule that tells no one. */
	unreachable: { ruleId: string; ruleName: string };
	/** `percent`: the level that is reached. `removedFrom` null: nothing is removed. `of`: not of what the plan includes. */
	storage: {
		of?: "object";
		percent: number;
		usedBytes: number;
		quotaBytes: number;
		whenFull: WhenFull;
		removedFrom: number | null;
	};
	/** `percent`: the level that is reached, of a limit or of what the plan includes. `resetsAt` null: at no month's end. */
	usage: {
		meter: MeterName;
		percent: number;
		used: number;
		of: number;
		isLimit: boolean;
		resetsAt: number | null;
	};
	/** `until`: of a missing payment, when nothing can be added any more. */
	payment: { what: "second" | "pastDue" | "ended"; planName: string; until: number | null };
	/** Two-step sign-in is required of the user from then on. */
	secondStep: { userId: string; requiredBy: string; from: number; path: string };
	/** `note`: what the inviter adds, or empty. */
	invitation: { inviterName: string; role: string; note: string; path: string; expiresAt: number };
	alert: AlertFacts;
	/** A rule's message as it would be now, of a device that it watches; nothing has happened. */
	alertTest: {
		alert: AlertFacts;
		requestedBy: string;
		/** Null: the rule watches nothing that sent a reading. */
		deviceId: string | null;
		channelId: string | null;
	};
	/** One file of a run. `link`: what the contact gets, as of the claim; absent: by a channel that carries no file. */
	report: {
		linkId: string;
		reportName: string;
		/** Of a report with a file for each group. */
		groupName: string | null;
		/** In words. */
		period: string;
		state: ReportRunState;
		fileName: string;
		bytes: number;
		/** Hex. */
		sha256: string;
		/** For a mail. */
		isTooLarge: boolean;
		/** What the report's definition says to its recipients, or empty. */
		message: string;
		/** What the file leaves out, one sentence each. */
		notes: string[];
		path: string;
		link?: { form: "attached" | "link"; contactId: string; addressVersion: number; expiresAt: number };
		/** As of the claim: an earlier message with this file went to the same address, or may have. */
		wasSentBefore?: true;
	};
	reportFailed: { reportName: string; period: string; error: string; path: string };
	/** Of the whole account. `at`: when it begins. */
	deletion: { what: "planned" | "soon" | "takenBack"; by: string; at: number };
	dataExport: { files: number; bytes: number; archives: number; expiresAt: number };
	/** For a program: times within `data` are ISO 8601. */
	event: { type: WebhookEvent | "test"; at: number; data: EventData };
	/** `daysLeft`: as of the claim. `lastUsedAt` null: never. */
	apiKeyEnding: {
		keyId: string;
		name: string;
		keeperName: string | null;
		expiresAt: number;
		daysLeft: number;
		lastUsedAt: number | null;
	};
	/** As of an API key. `path`: of its group. `lastSeenAt` null: no screen has opened it. */
	wallEnding: {
		wallId: string;
		name: string;
		groupName: string;
		path: string;
		keeperName: string | null;
		expiresAt: number;
		daysLeft: number;
		lastSeenAt: number | null;
	};
	/** A webhook that was switched off, as nothing arrived since. */
	webhookStopped: { name: string; url: string; failingSince: number; path: string };
};
export type CauseName = keyof CauseFacts;

type EventValue = string | number | boolean | null;
/** No deeper, as calls of objects take what they can check. */
export type EventData = { [field: string]: EventValue | { [field: string]: EventValue }[] };

type Cause<Facts> = {
	class: MessageClass;
	/** How long its message waits for others to the same address, in ms. */
	waitMs(facts: Facts): number;
	/** How long it is worth sending, in ms. */
	worthMs: number;
	/** It holds a code: counted by the limits of codes, erased when finished, never sent again on demand. */
	isCode: boolean;
	/** Goes only to the address that the recipient had when it was queued. */
	isForOneAddress: boolean;
	/** Sent to a bouncing address too, as people try whether it is well again. */
	triesBouncing: boolean;
	/** Counted by the limits of tests. */
	isTest: boolean;
};

const atOnce = {
	waitMs: () => 0,
	worthMs: dayMs,
	isCode: false,
	isForOneAddress: false,
	triesBouncing: false,
	isTest: false,
};
const criticalWaitMs = 5 * secondMs;
const alertWaitMs = 30 * secondMs;

export const causes: { [Name in CauseName]: Cause<CauseFacts[Name]> } = {
	test: { ...atOnce, class: "account", worthMs: hourMs, isForOneAddress: true, triesBouncing: true, isTest: true },
	code: {
		...atOnce,
		class: "account",
		worthMs: 15 * minuteMs,
		isCode: true,
		isForOneAddress: true,
		triesBouncing: true,
	},
	verify: { ...atOnce, class: "account", isForOneAddress: true, triesBouncing: true },
	invitation: { ...atOnce, class: "account" },
	optOut: { ...atOnce, class: "account" },
	secondStep: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	// A user who edits rules and contacts may be about to mend it.
	unreachable: { ...atOnce, class: "account", waitMs: () => 10 * minuteMs },
	storage: { ...atOnce, class: "account" },
	usage: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	payment: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	alert: {
		...atOnce,
		class: "alerts",
		waitMs: ({ severity }) => (severity === "critical" ? criticalWaitMs : alertWaitMs),
	},
	// A rule is tried with a user who gets its alerts: who stopped them gets no test either.
	alertTest: { ...atOnce, class: "alerts", worthMs: hourMs, isForOneAddress: true, isTest: true },
	report: { ...atOnce, class: "reports", worthMs: 3 * dayMs },
	reportFailed: { ...atOnce, class: "account" },
	deletion: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	dataExport: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	event: { ...atOnce, class: "account" },
	apiKeyEnding: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	wallEnding: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	webhookStopped: { ...atOnce, class: "account", worthMs: 3 * dayMs },
};

const severityRanks: Record<AlertSeverity, number> = { critical: 0, warning: 1, info: 2 };

/** Negative: `one` goes first. What is open goes before what is over, then the worst severity. */
export function compareUrgency(one: CauseNotice, other: CauseNotice): number {
	return urgencyOf(one) - urgencyOf(other);
}

function urgencyOf({ cause, facts }: CauseNotice): number {
	if (cause !== "alert") return 0;
	const { severity, endedAt } = facts;
	return severityRanks[severity] + (endedAt === null ? 0 : Object.keys(severityRanks).length);
}

export function isCauseName(name: string): name is CauseName {
	return Object.hasOwn(causes, name);
}

/** A cause with its facts, as one value that `cause` tells apart. */
export type CauseNotice = { [Name in CauseName]: { cause: Name; facts: CauseFacts[Name] } }[CauseName];
