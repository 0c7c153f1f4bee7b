import type { MeterName } from "../../shared/account/billing-meters";
import type { WhenFull } from "../../shared/account/storage";
import type { WebhookEvent } from "../../shared/account/webhook";
import type { AlertMessageKind } from "../../shared/alert/alert";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import { dayMs, hourMs, minuteMs, secondMs } from "../../shared/base/durations";
import type { DeliveryChannel, MessageClass } from "../../shared/message/message";
import type { ReportRunState } from "../../shared/report/report";
import type { RereadReason } from "../base/context";

export type AlertFacts = {
	eventId: string;
	ruleId: string | null;
	/** `ended`: no longer watched; `digest`: sent after quiet hours; `acknowledged`: only to services with cards. */
	kind: AlertMessageKind;
	severity: AlertSeverity;
	ruleName: string;
	deviceName: string | null;
	sentence: string;
	value: string | null;
	/** Senders say `value` anew from it in another language. Webhooks do not get it. */
	measured?: number;
	startedAt: number;
	endedAt: number | null;
	unread?: { from: number; to: number; isHeld?: true };
	instruction: string;
	/** The recipient is on duty. `until` null: in no foreseeable time. */
	duty?: { roster: string; until: number | null };
	/** `isOfRoster`: tests the people of a roster. `ruleName` is the roster's name. */
	drill?: { startedBy: string; isOfRoster?: true };
	path: string;
	isCleared?: true;
	acknowledgedBy?: string;
	assignedBy?: string;
	heldBy?: string;
	endedBy?: RereadReason;
};

/** Facts of each cause: plain JSON, stored until sent. Times are epoch ms. `path`: a page of the console. */
export type CauseFacts = {
	test: { contactName: string; requestedBy: string; requestedAt: number };
	/** `purpose` completes "Enter this code to …" in English, else `isConsent` or `isProof`. Erased when the message is finished. */
	code: {
		code: string;
		purpose: string;
		isConsent?: true;
		isProof?: true;
		expiresAt: number;
		link?: { contactId: string; channel: DeliveryChannel; addressVersion: number };
	};
	verify: { contactId: string; channel: DeliveryChannel; addressVersion: number; expiresAt: number };
	/** `until` null: for good. `ruleName`: only for this rule. */
	optOut: { contactId: string; contactName: string; address: string; until: number | null; ruleName?: string };
	unreachable: { ruleId: string; ruleName: string };
	/** `removedFrom` null: nothing is removed. `of`: the account object's own limit, not the plan's. */
	storage: {
		of?: "object";
		percent: number;
		usedBytes: number;
		quotaBytes: number;
		whenFull: WhenFull;
		removedFrom: number | null;
	};
	/** `resetsAt` null: no monthly reset. */
	usage: {
		meter: MeterName;
		percent: number;
		used: number;
		of: number;
		isLimit: boolean;
		resetsAt: number | null;
	};
	/** `until`: when a missing payment blocks additions. */
	payment: { what: "second" | "pastDue" | "ended"; planName: string; until: number | null };
	secondStep: { userId: string; requiredBy: string; from: number; path: string };
	/** `sleepsAt`: when the domain stops leading people. */
	domain: {
		domain: string;
		record: { name: string; text: string };
		sleepsAt: number;
		isAsleep: boolean;
		/** Members have no password to sign in by. */
		isOnlySso?: true;
		path: string;
	};
	/** The secret or certificate of the account's provider. */
	/** A person made a change that a second one approves, without one. `action`: its audit action. */
	withoutSecondPerson: { name: string; action: string; subject: string; reason: string; at: number; path: string };
	providerEnd: { endsAt: number; daysLeft: number; isOnlySso?: true; path: string };
	/** An owner came in without the account's provider. `isDropped`: was about to, by the password alone. */
	emergency: { name: string; email: string; browser: string; at: number; isDropped?: true; path: string };
	/** `until` null: in no foreseeable time. */
	duty: {
		what: "ahead" | "begins" | "changed";
		roster: string;
		rosterId: string;
		contactId: string;
		turns: { from: number; until: number | null }[];
		more: number;
		openAlerts: number;
		/** The count of `openAlerts` that a person of an earlier turn has. */
		heldAlerts?: number;
		path: string;
	};
	/** `contactId` null: the turn is a gap. `name` null: the contact is deleted. */
	dutyGap: {
		roster: string;
		rosterId: string;
		gaps: { name: string | null; contactId: string | null; from: number; until: number }[];
		path: string;
	};
	swap: {
		what: "offered" | "declined";
		swapId: string;
		roster: string;
		/** The name of the person who offers or declined the swap. */
		other: string;
		from: number;
		until: number;
		inReturn: { from: number; until: number } | null;
		path: string;
	};
	/** `done` of `places` were checked in time. */
	missedRound: {
		round: string;
		roundId: string;
		dueAt: number;
		done: number;
		places: number;
		isEscalated: boolean;
		path: string;
	};
	invitation: { inviterName: string; role: string; note: string; path: string; expiresAt: number };
	alert: AlertFacts;
	/** A test with current values; nothing happened. */
	alertTest: {
		alert: AlertFacts;
		requestedBy: string;
		deviceId: string | null;
		channelId: string | null;
	};
	/** One file of a run. `link`: set at the claim; absent for channels that carry no file. */
	report: {
		linkId: string;
		reportName: string;
		groupName: string | null;
		period: string;
		state: ReportRunState;
		fileName: string;
		bytes: number;
		sha256: string;
		isTooLarge: boolean;
		message: string;
		notes: string[];
		path: string;
		link?: { form: "attached" | "link"; contactId: string; addressVersion: number; expiresAt: number };
		/** Set at the claim if an earlier message with this file went, or may have gone, to this address. */
		wasSentBefore?: true;
	};
	reportFailed: { reportName: string; period: string; error: string; path: string };
	/** Deletion of the account; `at`: when it begins. */
	deletion: { what: "planned" | "soon" | "takenBack"; by: string; at: number };
	dataExport: { files: number; bytes: number; archives: number; expiresAt: number };
	event: { type: WebhookEvent | "test"; at: number; data: EventData };
	/** `daysLeft`: set at the claim. `lastUsedAt` null: never. */
	apiKeyEnding: {
		keyId: string;
		name: string;
		keeperName: string | null;
		expiresAt: number;
		daysLeft: number;
		lastUsedAt: number | null;
	};
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
	publicLinkEnding: {
		linkId: string;
		name: string;
		keeperName: string | null;
		expiresAt: number;
		daysLeft: number;
		openCount: number;
	};
	/** Files that integration `name` received by mail and that wait for a member. */
	mailWaits: { keyId: string; name: string; files: number; at: number; path: string };
	/** A month of the audit log waits for its review. `month`: such as 2026-10. */
	trailReview: { reviewId: string; month: string; dueAt: number; isOverdue: boolean; path: string };
	/** The first due first; `certificates` names some of them. */
	certificatesDue: {
		certificateIds: string[];
		certificates: { deviceName: string; channelName: string; dueOn: string }[];
		daysLeft: number;
		path: string;
	};
	webhookStopped: { name: string; url: string; failingSince: number; path: string };
};
export type CauseName = keyof CauseFacts;

type EventValue = string | number | boolean | null;
/** One level deep: RPC types cannot check recursive ones. */
export type EventData = { [field: string]: EventValue | { [field: string]: EventValue }[] };

type Cause<Facts> = {
	class: MessageClass;
	/** Ms to wait for other messages to the same address. */
	waitMs(facts: Facts): number;
	/** Ms after which the message is not worth sending. */
	worthMs: number;
	/** Codes have their own limits, are erased when finished and never sent again on demand. */
	isCode: boolean;
	isForOneAddress: boolean;
	/** Sends to a bouncing address too, so that a user can test it. */
	triesBouncing: boolean;
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
	duty: { ...atOnce, class: "account" },
	// A person who edits rosters or contacts may fix it meanwhile.
	dutyGap: { ...atOnce, class: "account", waitMs: () => 10 * minuteMs },
	swap: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	missedRound: { ...atOnce, class: "alerts" },
	invitation: { ...atOnce, class: "account" },
	optOut: { ...atOnce, class: "account" },
	secondStep: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	domain: { ...atOnce, class: "account", worthMs: dayMs },
	providerEnd: { ...atOnce, class: "account", worthMs: dayMs },
	withoutSecondPerson: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	emergency: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	// A user who edits rules may fix it meanwhile.
	unreachable: { ...atOnce, class: "account", waitMs: () => 10 * minuteMs },
	storage: { ...atOnce, class: "account" },
	usage: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	payment: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	alert: {
		...atOnce,
		class: "alerts",
		// A drill is never in one message with an alert.
		waitMs: ({ severity, drill }) => (drill ? 0 : severity === "critical" ? criticalWaitMs : alertWaitMs),
	},
	// The class is `alerts`: a contact who stopped alerts gets no test.
	alertTest: { ...atOnce, class: "alerts", worthMs: hourMs, isForOneAddress: true, isTest: true },
	report: { ...atOnce, class: "reports", worthMs: 3 * dayMs },
	reportFailed: { ...atOnce, class: "account" },
	deletion: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	dataExport: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	event: { ...atOnce, class: "account" },
	apiKeyEnding: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	wallEnding: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	publicLinkEnding: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	mailWaits: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	trailReview: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	certificatesDue: { ...atOnce, class: "account", worthMs: 3 * dayMs },
	webhookStopped: { ...atOnce, class: "account", worthMs: 3 * dayMs },
};

const severityRanks: Record<AlertSeverity, number> = { critical: 0, warning: 1, info: 2 };

export function compareUrgency(one: CauseNotice, other: CauseNotice): number {
	return urgencyOf(one) - urgencyOf(other);
}

function urgencyOf({ cause, facts }: CauseNotice): number {
	if (cause !== "alert") return 0;
	const { severity, endedAt } = facts;
	return severityRanks[severity] + (endedAt === null ? 0 : Object.keys(severityRanks).length);
}

export function cardStateOf({ endedAt, acknowledgedBy }: AlertFacts): "open" | "acknowledged" | "over" {
	if (endedAt !== null) return "over";
	return acknowledgedBy === undefined ? "open" : "acknowledged";
}

export function isCauseName(name: string): name is CauseName {
	return Object.hasOwn(causes, name);
}

export type CauseNotice = { [Name in CauseName]: { cause: Name; facts: CauseFacts[Name] } }[CauseName];
