import { type Capability, can, type Role } from "../../../shared/permissions";
import { type SearchItem, searchItem } from "./search-item";

/** A place of the navigation. */
export type SearchPage = { to: string; title: string; capability: Capability; keywords?: string[] };

/** The screens that the role may open. */
export function pageItems(pages: SearchPage[], role: Role): SearchItem[] {
	return pages
		.filter(({ capability }) => can(role, capability))
		.map(({ to, title, keywords = [] }) =>
			searchItem({ id: `page ${to}`, kind: "page", title, note: "", target: to, keywords }),
		);
}
