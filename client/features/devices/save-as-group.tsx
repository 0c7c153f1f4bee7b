import { Popover, Tooltip } from "@mantine/core";
import { IconFolderPlus } from "@tabler/icons-react";
import * as z from "zod/mini";
import { pick } from "../../../shared/base/plain-fields";
import { GroupFilter } from "../../../shared/device/device-filter";
import { pageLanguage } from "../../base/page-language";
import { SubtleButton } from "../../ui/form/buttons";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/devices";
import { choiceCriteria, choiceNames, limitCriteria, limitNames } from "./device-criteria";
import { type DeviceListState, filterOf } from "./device-list-state";
import classes from "./save-as-group.module.css";

const allOf = new Intl.ListFormat(pageLanguage);
const label = t("saveAsGroup");
const icon = <IconFolderPlus size={16} stroke={1.7} />;

export function SaveAsGroup({ state, denial }: { state: DeviceListState; denial: string | undefined }) {
	const { filter, leftOut } = groupFromView(state);
	const why = denial ?? (filter === null ? t("saveAsGroup.nothing") : null);
	if (why !== null || filter === null) {
		return (
			<Tooltip label={why} multiline maw={280}>
				<SubtleButton size="compact-md" leftSection={icon} data-disabled aria-disabled>
					{label}
				</SubtleButton>
			</Tooltip>
		);
	}
	const search = { filter: JSON.stringify(filter) };
	if (leftOut.length === 0) {
		return (
			<ButtonLink to="/groups/new/" search={search} variant="subtle" size="compact-md" leftSection={icon}>
				{label}
			</ButtonLink>
		);
	}
	return (
		<Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
			<Popover.Target>
				<SubtleButton size="compact-md" leftSection={icon}>
					{label}
				</SubtleButton>
			</Popover.Target>
			<Popover.Dropdown className={classes.panel}>
				<p className={classes.words}>
					{t("saveAsGroup.leftOut", { count: leftOut.length, facts: allOf.format(leftOut) })}
				</p>
				<ButtonLink to="/groups/new/" search={search} data-autofocus>
					{t("saveAsGroup.goOn")}
				</ButtonLink>
			</Popover.Dropdown>
		</Popover>
	);
}

type GroupFromView = {
	filter: GroupFilter | null;
	leftOut: string[];
};

export function groupFromView(state: DeviceListState): GroupFromView {
	// The time matters for limits only, which are omitted here.
	const lasting = pick(filterOf(state, 0), z.keyof(GroupFilter).options);
	const given = Object.fromEntries(Object.entries(lasting).filter(([, criterion]) => criterion !== undefined));
	const parsed = GroupFilter.safeParse(given);
	return {
		filter: parsed.success ? parsed.data : null,
		leftOut: [
			...choiceNames
				.filter((name) => !choiceCriteria[name].isLasting && state.choices[name].length > 0)
				.map((name) => choiceCriteria[name].label),
			...limitNames.filter((name) => state.limits[name] !== null).map((name) => limitCriteria[name].label),
		],
	};
}
