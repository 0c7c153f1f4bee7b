import type { DeviceFacts, DeviceListRow } from "../../../shared/device";
import type { InheritableSetting } from "../../../shared/device-terms";
import type { GroupListRow } from "../../../shared/group";
import { countOf } from "../../ui/format";

type DefaultTakers = {
	/** Members that would take the group's value, have one of their own, or follow a group that was made before. */
	takers: number;
	own: number;
	elsewhere: number;
};

type Takers = {
	setting: InheritableSetting;
	members: DeviceListRow[];
	facts: DeviceFacts[];
	groups: GroupListRow[];
	/** Null: the group is yet to be made, so every other was made before it. */
	groupId: string | null;
};

/** How many members would take a default. Of several groups with one, that made first holds: ids sort by creation. */
export function takersOf({ setting, members, facts, groups, groupId }: Takers): DefaultTakers {
	const owners = new Set(facts.filter(({ ownSettings }) => ownSettings.includes(setting)).map(({ id }) => id));
	const earlier = new Set(
		groups
			.filter(({ id, defaults }) => defaults[setting] !== undefined && (groupId === null || id < groupId))
			.map(({ id }) => id),
	);
	const result: DefaultTakers = { takers: 0, own: 0, elsewhere: 0 };
	for (const { id, groupIds } of members) {
		if (owners.has(id)) result.own += 1;
		else if (groupIds.some((held) => earlier.has(held))) result.elsewhere += 1;
		else result.takers += 1;
	}
	return result;
}

/** `11 of 14 devices take it; 2 have their own value, 1 follows a group made earlier.` */
export function takersWords({ takers, own, elsewhere }: DefaultTakers): string {
	const all = takers + own + elsewhere;
	if (all === 0) return "No device would take it yet.";
	const others = [
		...(own > 0 ? [`${count(own)} ${own === 1 ? "has its" : "have their"} own value`] : []),
		...(elsewhere > 0 ? [`${count(elsewhere)} ${elsewhere === 1 ? "follows" : "follow"} a group made earlier`] : []),
	];
	const taken =
		takers === all
			? `${countOf(all, "device")} ${all === 1 ? "takes" : "take"} it`
			: `${count(takers)} of ${countOf(all, "device")} ${takers === 1 ? "takes" : "take"} it`;
	return `${[taken, ...(others.length > 0 ? [others.join(", ")] : [])].join("; ")}.`;
}

function count(number: number): string {
	return number.toLocaleString("en-US");
}
