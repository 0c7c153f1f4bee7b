import { Button, Popover, Tooltip } from "@mantine/core";
import { IconFolderPlus } from "@tabler/icons-react";
import { ButtonLink } from "../../ui/layout/link";
import type { DeviceView } from "./device-view";
import { groupFromView } from "./group-from-view";
import classes from "./save-as-group.module.css";

const allOf = new Intl.ListFormat("en");
const label = "Save as group";
const icon = <IconFolderPlus size={16} stroke={1.7} />;

/** Makes a group of what the list shows, and says which parts of it cannot be part of one. */
export function SaveAsGroup({ view, refusal }: { view: DeviceView; refusal: string | undefined }) {
	const { filter, leftOut } = groupFromView(view);
	const why =
		refusal ??
		(filter === null
			? "What changes by the minute makes no group. Filter by a lasting fact too, such as a tag."
			: null);
	if (why !== null || filter === null) {
		return (
			<Tooltip label={why} multiline maw={280}>
				<Button variant="subtle" size="compact-md" leftSection={icon} data-disabled aria-disabled>
					{label}
				</Button>
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
				<Button variant="subtle" size="compact-md" leftSection={icon}>
					{label}
				</Button>
			</Popover.Target>
			<Popover.Dropdown className={classes.panel}>
				<p className={classes.words}>
					{allOf.format(leftOut)} {leftOut.length === 1 ? "changes" : "change"} by the minute, so the group does
					without. Everything else of this filter chooses its devices.
				</p>
				<ButtonLink to="/groups/new/" search={search} data-autofocus>
					Go on
				</ButtonLink>
			</Popover.Dropdown>
		</Popover>
	);
}
