import type { User } from "../../../shared/account";
import type { AlertListRow } from "../../../shared/alert";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import type { ReportListRow } from "../../../shared/report";
import { deviceStatusWords } from "../../entities/device-labels";
import { countOf } from "../../ui/format";
import { type SearchItem, type SearchKind, searchItem } from "./search-item";

export type EntityKind = Exclude<SearchKind, "page" | "action">;

/** Where a thing of each kind is shown, by its id. */
export const entityAddresses: Record<EntityKind, (id: string) => string> = {
	device: (id: string) => `/devices/${id}`,
	group: (id: string) => `/groups/${id}`,
	alert: (id: string) => `/alerts/edit/${id}`,
	contact: (id: string) => `/accounts/contacts/edit/${id}`,
	report: (id: string) => `/reports/edit/${id}`,
	user: (id: string) => `/accounts/users/edit/${id}`,
};

export function deviceItem({ id, name, serialNumber, status, site, model, tags }: DeviceListRow): SearchItem {
	return searchItem({
		id,
		kind: "device",
		title: name,
		note: joined([deviceStatusWords[status].label, serialNumber, site, model]),
		target: entityAddresses.device(id),
		keywords: [site ?? "", model ?? "", ...(tags ?? [])],
		serialNumber,
	});
}

export function groupItem({ id, name, description, deviceCount }: GroupListRow): SearchItem {
	const note = joined([countOf(deviceCount, "device"), description]);
	return searchItem({
		id,
		kind: "group",
		title: name,
		note,
		target: entityAddresses.group(id),
		keywords: [description],
	});
}

export function alertItem({ id, name, condition }: AlertListRow): SearchItem {
	return searchItem({
		id,
		kind: "alert",
		title: name,
		note: condition,
		target: entityAddresses.alert(id),
		keywords: [condition],
	});
}

export function contactItem({ id, fullName, company, email, phone }: Contact): SearchItem {
	const note = joined([email ?? phone, company]);
	return searchItem({
		id,
		kind: "contact",
		title: fullName,
		note,
		target: entityAddresses.contact(id),
		keywords: [company, email ?? "", phone ?? ""],
	});
}

export function reportItem({ id, name, schedule }: ReportListRow): SearchItem {
	const note = schedule === "" ? "Runs by hand" : schedule;
	return searchItem({
		id,
		kind: "report",
		title: name,
		note,
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

function joined(parts: (string | null | undefined)[]): string {
	return parts.filter(Boolean).join(" · ");
}
