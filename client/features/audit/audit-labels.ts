import {
	type AuditAction,
	type AuditEntity,
	type AuditEntry,
	type AuditField,
	type AuditKind,
	type AuditPage,
	type AuditValue,
	auditActions,
} from "../../../shared/account/audit";
import { brandColors, brandImages, brandTexts } from "../../../shared/account/brand";
import { companyFieldNames } from "../../../shared/account/company";
import { idWords } from "../../../shared/base/id-words";
import { ownValue } from "../../../shared/base/own-value";
import { contactTexts, deviceTexts, groupTexts, type PlainText, recordOf } from "../../../shared/base/plain-fields";
import { sessionLimitNames } from "../../../shared/session/session-limits";
import { comma } from "../../base/comma-list";
import { browserText } from "../../entities/browser-label";
import { companyLabel } from "../../entities/company-labels";
import { sendsLabels } from "../../forms/typed-setting";
import { countText } from "../../ui/format";
import { describeInstant } from "../../ui/time/time-display";
import { t } from "../../words/made/account";

export const kindLabels: Record<AuditKind, string> = {
	account: t("kind.account"),
	user: t("kind.user"),
	invitation: t("kind.invitation"),
	session: t("kind.session"),
	contact: t("kind.contact"),
	contactGroup: t("kind.contactGroup"),
	device: t("kind.device"),
	group: t("kind.group"),
	alert: t("kind.rule"),
	alertEvent: t("kind.alert"),
	report: t("kind.report"),
	integrationKey: t("kind.integrationKey"),
	apiKey: t("kind.apiKey"),
	readingImport: t("kind.import"),
	message: t("kind.message"),
	savedView: t("kind.savedView"),
	fileFormat: t("kind.fileFormat"),
	webhook: t("kind.webhook"),
	wall: t("kind.screen"),
	publicLink: t("kind.publicLink"),
	roster: t("kind.roster"),
	round: t("kind.round"),
	proposal: t("kind.proposal"),
};

function isAuditAction(action: string): action is AuditAction {
	return Object.hasOwn(auditActions, action);
}

export function actionLabel(action: string): string {
	return isAuditAction(action) ? t(`action.${action}`) : action;
}

export function actorLabel({ actor }: Pick<AuditEntry, "actor">): string {
	if (actor.kind === "system") return t("theSystem");
	if (actor.kind === "link") return t("audit.byLink", { name: actor.name });
	return actor.kind === "key" ? t("audit.byKey", { name: actor.name }) : actor.name;
}

export function entityLabel({ kind, name }: AuditEntity): string {
	return name === "" ? kindLabels[kind] : name;
}

export function entitiesLabel({ entities, entityCount }: AuditEntry): string {
	const [first] = entities;
	if (!first) return "";
	return entityCount > 1
		? t("audit.andMore", { name: entityLabel(first), count: entityCount - 1 })
		: entityLabel(first);
}

const fieldsOf: Partial<Record<AuditKind, Record<string, Pick<PlainText, "label">>>> = {
	account: Object.fromEntries(companyFieldNames.map((field) => [field, { label: companyLabel(field) }])),
	device: deviceTexts,
	group: groupTexts,
	contact: contactTexts,
};

const brandLabels = { ...brandTexts, ...brandColors, ...brandImages };

const fieldLabels: Record<string, string> = {
	...Object.fromEntries(
		Object.entries(brandLabels).map(([field, { label }]) => [
			`draft.${field}`,
			t("audit.field.draft", { field: label }),
		]),
	),
	fullName: t("audit.field.name"),
	"email.address": t("email"),
	"email.status": t("eMailState"),
	"sms.address": t("phone"),
	"sms.status": t("phoneState"),
	"webhook.address": t("kind.webhook"),
	"slack.address": t("chatWebhook"),
	"push.address": t("audit.field.push"),
	choice: t("audit.field.chosen"),
	contactIds: t("contacts"),
	linkedUserId: t("linkedUser"),
	assigneeId: t("audit.field.assignee"),
	"scope.groupIds": t("audit.field.groups"),
	"scope.deviceIds": t("devices"),
	deletedFrom: t("permanentlyDeletedFrom"),
	restoredTo: t("restoredTo"),
	endedAt: t("ended"),
	...recordOf(sessionLimitNames, (name) => t(`audit.field.${name}`)),
	approvedBy: t("audit.field.approvedBy"),
	proposedBy: t("audit.field.proposedBy"),
	withoutSecondPerson: t("audit.field.withoutSecondPerson"),
	fourEyes: t("audit.field.fourEyes"),
	isEnabled: t("switchedOn"),
	isCreatingDevices: t("addsDevices"),
	keyDigest: t("audit.field.key"),
	previousKeyDigest: t("formerKey"),
	sub: t("signIn"),
	sends: t("sendsReadings"),
	"defaults.sends": t("defaultsSendsReadings"),
};

const idPattern = /\b[a-z]{3}_[0-9a-z]{26}\b/g;

type Names = AuditPage["names"];

/** `loggingIntervalSeconds` reads `Logging interval seconds`, unless there is a label. */
export function fieldLabel({ kind }: Pick<AuditEntity, "kind">, { field }: AuditField, names: Names): string {
	const known = ownValue(fieldsOf[kind] ?? {}, field)?.label ?? ownValue(fieldLabels, field);
	if (known !== undefined) return known;
	const words = field
		.split(".")
		.map((part) => ownValue(names, part) ?? (part.search(idPattern) === 0 ? "" : idWords(part)))
		.filter(Boolean)
		.join(comma);
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const valueLabels: Record<string, Record<string, string>> = {
	choice: {
		verify: t("confirmThisAddress"),
		acknowledge: t("acknowledge"),
		mute: t("muteFor1Hour"),
		day: t("noneFor24Hours"),
		all: t("noMoreMessages"),
		undo: t("getMessagesAgain"),
	},
	sends: sendsLabels,
	"defaults.sends": sendsLabels,
};

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Some tables hold instants as epoch ms. */
const instantFieldPattern = /(?:At|Until)$/;

export function valueText(value: AuditValue, names: Names, field: string): string {
	if (value === null || value === "") return t("audit.value.none");
	const label = typeof value === "string" ? ownValue(ownValue(valueLabels, field) ?? {}, value) : undefined;
	if (label !== undefined) return label;
	if (typeof value === "boolean") return t(value ? "audit.value.yes" : "audit.value.no");
	if (typeof value === "number" && !instantFieldPattern.test(field)) return countText(value);
	if (typeof value === "number") return instantText(value);
	if (instantPattern.test(value)) return instantText(Date.parse(value));
	return value.replace(idPattern, (id) => ownValue(names, id) ?? t("audit.unknownName"));
}

function instantText(at: number): string {
	return describeInstant(at, null)[0]?.text ?? new Date(at).toISOString();
}

/** The text for a list whose entries only changed their order. */
export const onlyOrder = t("inAnotherOrder");

export function changeText(entity: AuditEntity, field: AuditField, names: Names): string {
	const label = fieldLabel(entity, field, names);
	if (field.as === "hidden") return t("audit.change.hidden", { field: label });
	const text = (value: AuditValue) => valueText(value, names, field.field);
	if (field.as === "list") return t("audit.change", { field: label, value: listChangeText(field, text) });
	if (field.before === null) return t("audit.change", { field: label, value: text(field.after) });
	return t("audit.change.fromTo", { field: label, before: text(field.before), after: text(field.after) });
}

function listChangeText({ before, after }: AuditField, text: (value: AuditValue) => string): string {
	if (before === null && after === null) return onlyOrder;
	if (before === null) return t("audit.change.with", { joined: text(after) });
	if (after === null) return t("audit.change.without", { left: text(before) });
	return t("audit.change.withoutWith", { left: text(before), joined: text(after) });
}

/** Text of a cell: changes of the first entity, if it was not created or deleted. */
export function changesText({ entities }: AuditEntry, names: Names): string {
	const [first] = entities;
	if (!first) return "";
	if (first.became !== undefined) return t(`audit.change.${first.became}`);
	return plainFields(first)
		.map((field) => changeText(first, field, names))
		.join("; ");
}

/** Omits the number in a rule's condition if its limit is there as text with a unit. */
function plainFields({ kind, fields }: AuditEntity): AuditField[] {
	const isSaid = kind === "alert" && fields.some(({ field }) => field === "limit");
	return isSaid ? fields.filter(({ field }) => !limitNumber.test(field)) : fields;
}

const limitNumber = /^rule\.condition\.(limit|low|high|below)\b/;

export function originText({ browser, address, provider }: AuditEntry): string {
	return [browser && browserText(browser), address, provider && t("audit.bySso")].filter(Boolean).join(comma);
}

export function furtherText({ entities, entityCount }: AuditEntry): string | null {
	const further = entityCount - entities.length;
	return further > 0 ? t("audit.further", { count: further }) : null;
}
