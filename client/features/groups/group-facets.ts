import { GroupKind, type GroupListRow } from "../../../shared/group";
import type { Facet } from "../../ui/table/list-rows";
import type { GroupFleet } from "./group-fleet";
import { kindWords } from "./group-words";

/** What the list of groups is filtered by; `fleets` says by a group's id how its devices are. */
export function groupFacets(fleets: ReadonlyMap<string, GroupFleet>): Facet<GroupListRow>[] {
	return [
		{
			name: "kind",
			options: GroupKind.options.map((kind) => ({ value: kind, label: kindWords[kind].label })),
			of: ({ kind }) => kind,
		},
		{
			name: "status",
			options: [
				{ value: "filled", label: "With devices" },
				{ value: "empty", label: "Empty" },
			],
			of: ({ deviceCount }) => (deviceCount > 0 ? "filled" : "empty"),
		},
		{
			name: "alert",
			options: [
				{ value: "active", label: "In alert" },
				{ value: "none", label: "No alert" },
			],
			of: ({ id }) => ((fleets.get(id)?.inAlert ?? 0) > 0 ? "active" : "none"),
		},
	];
}
