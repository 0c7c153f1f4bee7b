import {
	type AuditEntity,
	type AuditEntry,
	type AuditField,
	type AuditKind,
	type AuditPage,
	type AuditValue,
	auditActions,
} from "../../../shared/account/audit";
import { brandColors, brandImages, brandTexts } from "../../../shared/account/brand";
import { companyFields } from "../../../shared/account/company";
import { ownValue } from "../../../shared/base/own-value";
import { contactTexts, deviceTexts, groupTexts, type PlainText } from "../../../shared/base/plain-fields";
import { sendsLabels } from "../../forms/typed-setting";
import { countOf, countText } from "../../ui/format";
import { describeInstant } from "../../ui/time/time-display";

export const kindLabels: Record<AuditKind, string> = {
	account: "Account",
	user: "User",
	invitation: "Invitation",
	session: "Session",
	contact: "Contact",
	contactGroup: "Contact group",
	device: "Device",
	group: "Group",
	alert: "Rule",
	alertEvent: "Alert",
	report: "Report",
	integrationKey: "Integration key",
	apiKey: "API key",
	readingImport: "Import",
	message: "Message",
	savedView: "Saved view",
	fileFormat: "File format",
	webhook: "Webhook",
	wall: "Screen",
};

export function actionLabel(action: string): string {
	return new Map<string, string>(Object.entries(auditActions)).get(action) ?? action;
}

export function actorLabel({ actor }: Pick<AuditEntry, "actor">): string {
	if (actor.kind === "system") return "The system";
	if (actor.kind === "link") return `${actor.name}, by a link`;
	return actor.kind === "key" ? `${actor.name} (integration key)` : actor.name;
}

export function entityLabel({ kind, name }: AuditEntity): string {
	return name === "" ? kindLabels[kind] : name;
}

export function entitiesLabel({ entities, entityCount }: AuditEntry): string {
	const [first] = entities;
	if (!first) return "";
	return entityCount > 1 ? `${entityLabel(first)} and ${entityCount - 1} more` : entityLabel(first);
}

const fieldsOf: Partial<Record<AuditKind, Record<string, Pick<PlainText, "label">>>> = {
	account: companyFields,
	device: deviceTexts,
	group: groupTexts,
	contact: contactTexts,
};

const brandLabels = { ...brandTexts, ...brandColors, ...brandImages };

const fieldLabels: Record<string, string> = {
	...Object.fromEntries(Object.entries(brandLabels).map(([field, { label }]) => [`draft.${field}`, `Draft, ${label}`])),
	fullName: "Name",
	"email.address": "E-mail",
	"email.status": "E-mail state",
	"sms.address": "Phone",
	"sms.status": "Phone state",
	"webhook.address": "Webhook",
	"slack.address": "Chat webhook",
	"push.address": "Push",
	choice: "Chosen",
	contactIds: "Contacts",
	linkedUserId: "Linked user",
	"scope.groupIds": "Groups",
	"scope.deviceIds": "Devices",
	deletedFrom: "Permanently deleted from",
	restoredTo: "Restored to",
	endedAt: "Ended",
	isEnabled: "Switched on",
	isCreatingDevices: "Adds devices",
	keyDigest: "Key",
	previousKeyDigest: "Former key",
	sub: "Sign-in",
	sends: "Sends readings",
	"defaults.sends": "Defaults, sends readings",
};

const idPattern = /\b[a-z]{3}_[0-9a-z]{26}\b/g;

type Names = AuditPage["names"];

/** `loggingIntervalSeconds` reads `Logging interval seconds`, unless there is a label. */
export function fieldLabel({ kind }: Pick<AuditEntity, "kind">, { field }: AuditField, names: Names): string {
	const known = ownValue(fieldsOf[kind] ?? {}, field)?.label ?? ownValue(fieldLabels, field);
	if (known !== undefined) return known;
	const words = field
		.split(".")
		.map((part) => ownValue(names, part) ?? (part.search(idPattern) === 0 ? "" : humanized(part)))
		.filter(Boolean)
		.join(", ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function humanized(part: string): string {
	return part.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

const valueLabels: Record<string, Record<string, string>> = {
	choice: {
		verify: "Confirm this address",
		acknowledge: "Acknowledge",
		mute: "Mute for 1 hour",
		day: "None for 24 hours",
		all: "No more messages",
		undo: "Get messages again",
	},
	sends: sendsLabels,
	"defaults.sends": sendsLabels,
};

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Some tables hold instants as epoch ms. */
const instantFieldPattern = /(?:At|Until)$/;

export function valueText(value: AuditValue, names: Names, field: string): string {
	if (value === null || value === "") return "none";
	const label = typeof value === "string" ? ownValue(ownValue(valueLabels, field) ?? {}, value) : undefined;
	if (label !== undefined) return label;
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (typeof value === "number" && !instantFieldPattern.test(field)) return countText(value);
	if (typeof value === "number") return instantText(value);
	if (instantPattern.test(value)) return instantText(Date.parse(value));
	return value.replace(idPattern, (id) => ownValue(names, id) ?? "one that is deleted or outside your groups");
}

function instantText(at: number): string {
	return describeInstant(at, null)[0]?.text ?? new Date(at).toISOString();
}

/** The text for a list whose entries only changed their order. */
export const onlyOrder = "in another order";

export function changeText(entity: AuditEntity, field: AuditField, names: Names): string {
	const label = fieldLabel(entity, field, names);
	if (field.as === "hidden") return `${label} changed`;
	if (field.as === "list") {
		const left = field.before === null ? [] : [`without ${valueText(field.before, names, field.field)}`];
		const joined = field.after === null ? [] : [`with ${valueText(field.after, names, field.field)}`];
		return `${label}: ${[...left, ...joined].join(", ") || onlyOrder}`;
	}
	const text = (value: AuditValue) => valueText(value, names, field.field);
	if (field.before === null) return `${label}: ${text(field.after)}`;
	return `${label}: ${text(field.before)} → ${text(field.after)}`;
}

/** Text of a cell: changes of the first entity, if it was not created or deleted. */
export function changesText({ entities }: AuditEntry, names: Names): string {
	const [first] = entities;
	if (!first) return "";
	if (first.became !== undefined) return `${first.became === "created" ? "Created" : "Deleted"} with all its fields`;
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

export function originText({ browser, address }: AuditEntry): string {
	return [browser, address].filter(Boolean).join(", ");
}

export function furtherText({ entities, entityCount }: AuditEntry): string | null {
	const further = entityCount - entities.length;
	return further > 0 ? `${countOf(further, "more thing")} changed that no row has room for.` : null;
}
