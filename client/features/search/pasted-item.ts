import { idPrefixes } from "../../../shared/ids";
import { type Capability, can, type Role } from "../../../shared/permissions";
import { type EntityKind, entityAddresses } from "./entity-items";
import { type SearchItem, searchItem } from "./search-item";

const anyId = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/;

const kinds: { kind: EntityKind; prefix: string; noun: string; capability: Capability }[] = [
	{ kind: "device", prefix: idPrefixes.device, noun: "device", capability: "viewFleet" },
	{ kind: "group", prefix: idPrefixes.group, noun: "group", capability: "viewFleet" },
	{ kind: "alert", prefix: idPrefixes.alert, noun: "alert", capability: "viewFleet" },
	{ kind: "report", prefix: idPrefixes.report, noun: "report", capability: "viewFleet" },
	{ kind: "contact", prefix: idPrefixes.contact, noun: "contact", capability: "viewContacts" },
	{ kind: "user", prefix: idPrefixes.user, noun: "user", capability: "viewUsers" },
];

/**
 * The thing whose id was pasted: by its name where it is known, else by the id, since its own page says whether there
 * is one. Null for any other text, and for what the role may not see.
 */
export function pastedItem(text: string, role: Role, entities: SearchItem[]): SearchItem | null {
	const id = text.trim();
	const prefix = anyId.exec(id)?.[1];
	const found = kinds.find((kind) => kind.prefix === prefix);
	if (!found || !can(role, found.capability)) return null;
	const known = entities.find((item) => item.id === id);
	if (known) return known;
	const { kind, noun } = found;
	return searchItem({ id, kind, title: `Open ${noun} ${id}`, note: "", target: entityAddresses[kind](id) });
}
