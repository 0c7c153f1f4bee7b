import { SegmentedControl } from "@mantine/core";
import type { GroupListRow } from "../../../shared/group";
import classes from "./dashboard-filters.module.css";
import type { DashboardSearch } from "./dashboard-search";
import type { DashboardView } from "./dashboard-view";

type DashboardFiltersProps = {
	view: DashboardView;
	groups: GroupListRow[];
	onSearch: (change: DashboardSearch) => void;
};

/** Which devices the dashboard is of, and how far back it looks. */
export function DashboardFilters({ view, groups, onSearch }: DashboardFiltersProps) {
	return (
		<>
			{groups.length > 0 && (
				// The browser's own: the kit's would cost the first screen a twentieth of its code.
				<select
					className={classes.group}
					aria-label="Devices of"
					value={view.groupId ?? ""}
					onChange={({ currentTarget }) => onSearch({ group: currentTarget.value || undefined })}
				>
					<option value="">All devices</option>
					{groups.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			)}
			<SegmentedControl
				aria-label="Period"
				size="xs"
				value={view.period}
				onChange={(period) => onSearch({ period: period === "24h" ? undefined : period })}
				data={[
					{ value: "24h", label: "24 hours" },
					{ value: "7d", label: "7 days" },
				]}
			/>
		</>
	);
}
