import type { User } from "../../../shared/account/account";
import { type Capability, can, type Role } from "../../../shared/account/permissions";
import type { SavedView, ViewScreen } from "../../../shared/account/view";
import type { AlertEvent, AlertListRow } from "../../../shared/alert/alert";
import { idPrefixes } from "../../../shared/base/ids";
import { contactTextNames, groupTextNames, searchedTexts } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import type { Roster } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import type { ReportListRow } from "../../../shared/report/report";
import { eventPlace, eventStateLabels } from "../../entities/alert-event";
import { deviceStatusLabels } from "../../entities/device-labels";
import { severityLabels } from "../../entities/labels";
import { scheduleLabel } from "../../entities/report-schedule";
import { labeled } from "../../ui/labeled";
import { t } from "../../words/made/search";
import { type NamedCommandId, type SearchItem, type SearchKind, searchItem } from "./find-items";
import type { SearchPage } from "./page-and-action-items";
import { wordList } from "./text-match";

type EntityKind = Exclude<SearchKind, "command" | "page" | "action" | "view">;

const entityAddresses: Record<EntityKind, (id: string) => string> = {
	device: (id: string) => `/devices/${id}`,
	group: (id: string) => `/groups/${id}`,
	event: (id: string) => `/alerts/events/${id}`,
	alert: (id: string) => `/alerts/edit/${id}`,
	contact: (id: string) => `/accounts/contacts/edit/${id}`,
	roster: (id: string) => `/alerts/?view=rosters&roster=${id}`,
	report: (id: string) => `/reports/edit/${id}`,
	user: (id: string) => `/accounts/users/edit/${id}`,
};

const viewScreens: Record<ViewScreen, { path: string; note: string }> = {
	log: { path: "/log/", note: t("view.log") },
	devices: { path: "/devices", note: t("view.devices") },
	groups: { path: "/groups/", note: t("view.groups") },
	events: { path: "/alerts/", note: t("view.events") },
	contacts: { path: "/accounts/contacts/", note: t("view.contacts") },
	users: { path: "/accounts/users/", note: t("view.users") },
};

const alreadyMuted: readonly NamedCommandId[] = ["mute"];
const notYetMuted: readonly NamedCommandId[] = ["unmute"];
const notMuted: readonly NamedCommandId[] = ["mute", "unmute"];
const notAcknowledged: readonly NamedCommandId[] = ["acknowledge"];

function muteExcluded(mutedUntil: number | undefined): readonly NamedCommandId[] {
	return mutedUntil !== undefined && mutedUntil > Date.now() ? alreadyMuted : notYetMuted;
}

const anyId = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/;

const kinds: { kind: EntityKind; prefix: string; capability: Capability }[] = [
	{ kind: "device", prefix: idPrefixes.device, capability: "viewFleet" },
	{ kind: "group", prefix: idPrefixes.group, capability: "viewFleet" },
	{ kind: "event", prefix: idPrefixes.alertEvent, capability: "viewFleet" },
	{ kind: "alert", prefix: idPrefixes.alert, capability: "viewFleet" },
	{ kind: "report", prefix: idPrefixes.report, capability: "viewFleet" },
	{ kind: "contact", prefix: idPrefixes.contact, capability: "viewContacts" },
	{ kind: "roster", prefix: idPrefixes.roster, capability: "viewContacts" },
	{ kind: "user", prefix: idPrefixes.user, capability: "viewUsers" },
];

export function deviceItem(device: DeviceListRow): SearchItem {
	const { id, name, serialNumber, status, tags = [], mutedUntil } = device;
	const texts = searchedTexts.map((text) => device[text] ?? "");
	return searchItem({
		id,
		kind: "device",
		title: name,
		note: joined([deviceStatusLabels[status].label, serialNumber, ...texts]),
		target: entityAddresses.device(id),
		keywords: [...texts, ...tags],
		serialNumber,
		excluded: muteExcluded(mutedUntil),
	});
}

export function groupItem(group: GroupListRow): SearchItem {
	const { id, name, description, deviceCount, mutedUntil } = group;
	const note = joined([t("devices", { count: deviceCount }), description]);
	return searchItem({
		id,
		kind: "group",
		title: name,
		note,
		target: entityAddresses.group(id),
		keywords: groupTextNames.map((text) => group[text]),
		excluded: muteExcluded(mutedUntil),
	});
}

export function alertItem({ id, name, condition, mutedUntil, isEditable }: AlertListRow): SearchItem {
	return searchItem({
		id,
		kind: "alert",
		title: name,
		note: condition,
		target: entityAddresses.alert(id),
		keywords: [condition],
		excluded: isEditable ? muteExcluded(mutedUntil) : notMuted,
	});
}

export function eventItem(event: AlertEvent): SearchItem {
	const { id, ruleName, state, severity } = event;
	const place = eventPlace(event);
	return searchItem({
		id,
		kind: "event",
		title: labeled(ruleName, place),
		note: joined([eventStateLabels[state].label, severityLabels[severity].label]),
		target: entityAddresses.event(id),
		keywords: [place, severity],
		excluded: state === "open" ? [] : notAcknowledged,
	});
}

export function contactItem(contact: Contact): SearchItem {
	const { id, fullName, company, email, phone } = contact;
	const note = joined([email ?? phone, company]);
	return searchItem({
		id,
		kind: "contact",
		title: fullName,
		note,
		target: entityAddresses.contact(id),
		keywords: [...contactTextNames.map((text) => contact[text]), email ?? "", phone ?? ""],
	});
}

export function rosterItem({ id, name, people }: Roster): SearchItem {
	const names = people.flatMap((person) => person.name ?? []);
	return searchItem({
		id,
		kind: "roster",
		title: name,
		note: names.join(", "),
		target: entityAddresses.roster(id),
		keywords: names,
	});
}

export function reportItem(row: ReportListRow): SearchItem {
	const { id, name } = row;
	const schedule = scheduleLabel(row);
	return searchItem({
		id,
		kind: "report",
		title: name,
		note: schedule,
		target: entityAddresses.report(id),
		keywords: [schedule],
	});
}

export function userItem({ id, name, email, role }: User): SearchItem {
	return searchItem({
		id,
		kind: "user",
		title: name || email,
		note: joined([name ? email : null, role]),
		target: entityAddresses.user(id),
		keywords: [email, role],
	});
}

/** Omits views of screens that the role may not open. */
export function viewItems(views: SavedView[], { pages, role }: { pages: SearchPage[]; role: Role }): SearchItem[] {
	return views.flatMap(({ id, screen, name, search, isShared, author }) => {
		const { path, note } = viewScreens[screen];
		const page = pages.find(({ to }) => to === path);
		if (!page || !can(role, page.capability)) return [];
		const shared = isShared ? (author ? t("view.sharedBy", { author }) : t("view.sharedByYou")) : null;
		const target = search === "" ? path : `${path}?${search}`;
		return searchItem({
			id,
			kind: "view",
			title: name,
			note: joined([note, shared]),
			target,
			keywords: wordList(t("view.keywords")),
		});
	});
}

function joined(parts: (string | null | undefined)[]): string {
	return parts.filter(Boolean).join(" · ");
}

/** Includes an unknown id: its page shows whether it exists. Null for other text, and if the role may not see it. */
export function pastedItem(text: string, role: Role, entities: SearchItem[]): SearchItem | null {
	const id = text.trim();
	const prefix = anyId.exec(id)?.[1];
	const found = kinds.find((kind) => kind.prefix === prefix);
	if (!found || !can(role, found.capability)) return null;
	const known = entities.find((item) => item.id === id);
	if (known) return known;
	const { kind } = found;
	return searchItem({ id, kind, title: t(`open.${kind}`, { id }), note: "", target: entityAddresses[kind](id) });
}
