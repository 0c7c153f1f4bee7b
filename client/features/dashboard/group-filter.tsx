import type { GroupListRow } from "../../../shared/device/group";
import { FilterBar } from "../../ui/table/filter-bar";
import { choiceField } from "../../ui/table/filter-field";
import { t } from "../../words/made/dashboard";
import type { DashboardSearch } from "./dashboard-search";

export type GroupFilterProps = {
	groupId: string | null;
	groups: GroupListRow[];
	onSearch: (change: DashboardSearch) => void;
};

export function GroupFilter({ groupId, groups, onSearch }: GroupFilterProps) {
	const field = choiceField({
		name: "group",
		label: t("group"),
		isSingle: true,
		chosen: groupId === null ? [] : [groupId],
		options: () => groups.map(({ id, name }) => ({ value: id, label: name })),
		onChoose: ([id]) => onSearch({ group: id }),
	});
	if (groups.length === 0) return null;
	return <FilterBar things="dashboard" fields={[field]} isFiltered={false} onClear={field.onClear} />;
}
