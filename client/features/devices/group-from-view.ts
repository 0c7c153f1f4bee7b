import { GroupFilter } from "../../../shared/device-filter";
import { choiceCriteria, choiceNames, limitCriteria, limitNames } from "./device-criteria";
import { type DeviceView, filterOf } from "./device-view";

type GroupFromView = {
	/** Null: nothing of the view could make a group. */
	filter: GroupFilter | null;
	/** Parts of the view that change too often to make a group, in words. */
	leftOut: string[];
};

/** The filter of a group that holds what the list shows, as far as lasting facts can say it. */
export function groupFromView(view: DeviceView): GroupFromView {
	// Without a limit the time does not count.
	const { search, groupIds, tags, models, firmwareVersions, sites, powers } = filterOf(view, 0);
	const lasting = { search, groupIds, tags, models, firmwareVersions, sites, powers };
	const given = Object.fromEntries(Object.entries(lasting).filter(([, criterion]) => criterion !== undefined));
	const parsed = GroupFilter.safeParse(given);
	return {
		filter: parsed.success ? parsed.data : null,
		leftOut: [
			...choiceNames
				.filter((name) => !choiceCriteria[name].isLasting && view.choices[name].length > 0)
				.map((name) => choiceCriteria[name].label),
			...limitNames.filter((name) => view.limits[name] !== null).map((name) => limitCriteria[name].label),
		],
	};
}
