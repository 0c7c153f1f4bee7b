import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useScreenCommands } from "../../base/screen-commands";
import { t } from "../../words/made/lists";
import { ActionItem, menuLabel, type RowAction } from "./row-menu";

type PageActionsProps = { name: string; subjectId?: string; actions: RowAction[] };

export function PageActions({ name, subjectId, actions }: PageActionsProps) {
	useScreenCommands(() => actions.map((action) => ({ ...action, subjectId, label: menuLabel(action), note: name })));
	if (actions.length === 0) return null;
	const ordered = [...actions.filter(({ isDangerous }) => !isDangerous), ...actions.filter((each) => each.isDangerous)];
	const firstDangerous = ordered.findIndex(({ isDangerous }) => isDangerous);
	return (
		<Menu width={250}>
			<Menu.Target>
				<ActionIcon variant="default" size={36} aria-label={t("actions.more")}>
					<IconDots size={17} stroke={1.7} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{ordered.map(({ id, ...action }, index) => (
					<ActionGroup key={id} isApart={index === firstDangerous && index > 0}>
						<ActionItem {...action} />
					</ActionGroup>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}

function ActionGroup({ isApart, children }: { isApart: boolean; children: ReactNode }) {
	return (
		<>
			{isApart && <Menu.Divider />}
			{children}
		</>
	);
}
