import type { AuditKind } from "../../../shared/account/audit";
import type { ChangeReasons } from "../../../shared/account/change-reasons";
import type { Role } from "../../../shared/account/permissions";
import { ruleSentence } from "../../../shared/alert/alert-sentence";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { dayMs } from "../../../shared/base/durations";
import { appendAll, largestOf } from "../../../shared/base/lists";
import type { ValueStyle } from "../../../shared/formats/display-formats";
import { holdingMethod } from "../../../shared/log/holding";
import { maskedAddress } from "../../../shared/message/contact";
import { retentionMs } from "../../../shared/report/report-settings";
import { type SessionLimitName, sessionLimitNames } from "../../../shared/session/session-limits";
import { wordsIn as linesIn } from "../../../shared/words/made/lines-in";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { type AuditText, auditTexts } from "../../account/audit-texts";
import { recipientNames } from "../../alert/alert-recipients";
import { storedForm } from "../../base/stored-form";
import { accountOrThrow, listUsers } from "../../db/account-rows";
import { listAlerts } from "../../db/alert-rows";
import { type AuditRow, listAuditRows } from "../../db/audit-rows";
import { listContacts, listDeliveryChannels } from "../../db/contact-rows";
import { findDevices } from "../../db/device-rows";
import { listGroupRows } from "../../db/group-rows";
import { findVersion } from "../../db/report-rows";
import { findRun } from "../../db/report-run-rows";
import { listSignedRunIds } from "../../db/report-signature-rows";
import { listRuleVersions } from "../../db/rule-version-rows";
import { auditEvidence } from "../../evidence/audit-evidence";
import { searchEvidence } from "../../evidence/read-evidence";
import type { ReportedRun, ReportParts } from "./report-run";

export const mostSetUpChanges = 2_000;
/** The newest drill and test of each subject are among this many. */
const mostTried = 2_000;

type SettingName =
	| ("zone" | "readings" | "reports" | "audit" | "signing" | "trailReview" | "fileCheck" | "reasons")
	| ("secondStep" | "onlySso" | SessionLimitName | "method" | "form");
type SettingWord = "on" | "off" | "forever" | "anyone" | "separate" | "monthly";

export type SetUpSetting = {
	name: SettingName;
	/** Null: none. */
	value: { days: number } | { word: SettingWord } | { text: string } | { reasons: ChangeReasons["kinds"] } | null;
};

/** Times are epoch ms; null: never. */
export type SetUp = {
	settings: SetUpSetting[];
	/** Retention in days by device id. Null: for ever. */
	keptDays: Record<string, number | null>;
	rules: {
		name: string;
		sentence: string;
		severity: AlertSeverity;
		isEnabled: boolean;
		version: number;
		recipients: string[];
		changedAt: number | null;
		drilledAt: number | null;
		testedAt: number | null;
	}[];
	contacts: { name: string; addresses: string[]; pausedUntil: number | null; testedAt: number | null }[];
	users: {
		name: string;
		email: string;
		role: Role;
		/** Null: every group. */
		groups: string[] | null;
		status: "active" | "invited" | "disabled";
		hasSecondStep: boolean;
		lastSignInAt: number | null;
	}[];
	/** The instant of the last signed file of this type; null: none. */
	since: number | null;
	changes: AuditText[];
	isCut: boolean;
};

/** Entities that a run of this type describes, so that a later file can list their changes. */
const subjects: readonly AuditKind[] = [
	...(["account", "user", "invitation", "contact", "contactGroup", "roster", "device", "group", "alert"] as const),
	...(["integrationKey", "apiKey", "webhook", "wall"] as const),
];

type SetUpOptions = { ids: string[]; style: ValueStyle };

export async function readSetUp(parts: ReportParts, run: ReportedRun, { ids, style }: SetUpOptions): Promise<SetUp> {
	const { now, definition } = run;
	const { db } = parts;
	const since = lastSignedAt(parts);
	const rows = since === null ? [] : await changesSince(parts, since, now);
	return {
		settings: settingsOf(parts),
		keptDays: Object.fromEntries(findDevices(db, ids).map(({ id, keptDays }) => [id, keptDays])),
		rules: rulesOf(parts, now, style),
		contacts: contactsOf(parts, definition.layout.language),
		users: usersOf(parts),
		since,
		changes: auditTexts(db, rows.slice(0, mostSetUpChanges)),
		isCut: rows.length > mostSetUpChanges,
	};
}

/** The instant as of which the last signed file was made, not that of the signature: changes between are in no file. */
function lastSignedAt({ db }: ReportParts): number | null {
	for (const runId of listSignedRunIds(db)) {
		const run = findRun(db, runId);
		const isSetUp = run && findVersion(db, run.reportId, run.definitionVersion)?.type === "setUp";
		if (isSetUp) return run.queuedAt;
	}
	return null;
}

async function changesSince({ db, evidence }: ReportParts, from: number, to: number): Promise<AuditRow[]> {
	// A note or import names its device and changes nothing of it.
	const isSubject = ({ action, entities }: AuditRow) =>
		!action.startsWith("log.") && entities.some(({ kind }) => subjects.includes(kind));
	const rows: AuditRow[] = [];
	let beforeId: string | undefined;
	for (let isMore = true; isMore && rows.length <= mostSetUpChanges; ) {
		const filter = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined, from, to, beforeId };
		const page = listAuditRows(db, { ...filter, limit: mostTried });
		appendAll(rows, page.filter(isSubject));
		isMore = page.length === mostTried;
		beforeId = page.at(-1)?.id ?? beforeId;
	}
	const limit = mostSetUpChanges + 1 - rows.length;
	if (limit <= 0) return rows;
	const matches = (row: AuditRow) => row.at.getTime() >= from && row.at.getTime() < to && isSubject(row);
	const older = await searchEvidence({ db, evidence }, auditEvidence, { beforeId, from, limit, matches });
	return [...rows, ...older.rows];
}

function settingsOf({ db }: ReportParts): SetUpSetting[] {
	const account = accountOrThrow(db);
	const { timeZone, retentionDays, reportRetention, evidenceKept, signing, trailReview, fileCheck } = account;
	const { changeReasons, secondStepFrom, emergencyOwners } = account;
	const days = (setting: typeof reportRetention) => ({ days: retentionMs(setting) / dayMs });
	const count = (number: number | null) => (number === null ? null : { text: String(number) });
	const word = (isOn: boolean) => ({ word: isOn ? ("on" as const) : ("off" as const) });
	return [
		{ name: "zone", value: { text: timeZone } },
		{ name: "readings", value: retentionDays === null ? { word: "forever" } : { days: retentionDays } },
		{ name: "reports", value: days(reportRetention) },
		{ name: "audit", value: days(evidenceKept) },
		{ name: "signing", value: { word: signing } },
		{ name: "trailReview", value: { word: trailReview } },
		{ name: "fileCheck", value: { word: fileCheck } },
		{ name: "reasons", value: changeReasons && { reasons: changeReasons.kinds } },
		{ name: "secondStep", value: word(secondStepFrom !== null) },
		{ name: "onlySso", value: word(emergencyOwners !== null) },
		...sessionLimitNames.map((name) => ({ name, value: count(account[name]) })),
		{ name: "method", value: count(holdingMethod) },
		{ name: "form", value: count(storedForm.version) },
	];
}

/** Epoch ms of the newest audited call of an action, by the id of each thing it names. */
function triedAt({ db }: ReportParts, action: string): Map<string, number> {
	const none = { actorId: undefined, kind: undefined, entityId: undefined, from: undefined, to: undefined };
	const tried = new Map<string, number>();
	for (const { at, entities } of listAuditRows(db, { ...none, action, beforeId: undefined, limit: mostTried })) {
		for (const { id } of entities) if (!tried.has(id)) tried.set(id, at.getTime());
	}
	return tried;
}

function rulesOf(parts: ReportParts, now: number, style: ValueStyle): SetUp["rules"] {
	const { db } = parts;
	const alerts = listAlerts(db);
	const namesOf = recipientNames(db, alerts);
	const drilled = triedAt(parts, "alert.startDrill");
	const tested = triedAt(parts, "alert.testAlert");
	const versions = Map.groupBy(listRuleVersions(db, { until: now }), ({ alertId }) => alertId);
	return alerts.map((alert) => {
		const { id, name, rule, severity, isEnabled, version } = alert;
		const own = versions.get(id) ?? [];
		return {
			name,
			sentence: ruleSentence(rule, style),
			severity,
			isEnabled,
			version,
			recipients: namesOf(alert),
			changedAt: own.length === 0 ? null : largestOf(own.map(({ from }) => from)),
			drilledAt: drilled.get(id) ?? null,
			testedAt: tested.get(id) ?? null,
		};
	});
}

function contactsOf(parts: ReportParts, language: string | undefined): SetUp["contacts"] {
	const { db } = parts;
	const [say, lines] = [wordsIn(language), linesIn(language)];
	const tested = triedAt(parts, "contact.sendTest");
	const addresses = Map.groupBy(listDeliveryChannels(db), ({ contactId }) => contactId);
	return listContacts(db).map(({ id, fullName, pausedUntil }) => ({
		name: fullName,
		addresses: (addresses.get(id) ?? []).map(({ channel, address, status }) => {
			return say("setUp.address", { channel: lines(`by.${channel}`), address: maskedAddress(address), status });
		}),
		pausedUntil: pausedUntil?.getTime() ?? null,
		testedAt: tested.get(id) ?? null,
	}));
}

function usersOf({ db }: ReportParts): SetUp["users"] {
	const groups = new Map(listGroupRows(db).map(({ id, name }) => [id, name]));
	return listUsers(db).map(({ name, email, role, scope, status, secondStep, lastSignInAt }) => ({
		name,
		email,
		role,
		groups: scope === "all" ? null : scope.groupIds.map((id) => groups.get(id) ?? id),
		status,
		hasSecondStep: secondStep === "on" || secondStep === "provider",
		lastSignInAt: lastSignInAt?.getTime() ?? null,
	}));
}
