import { Menu, Tooltip } from "@mantine/core";
import { IconClockHour4, IconDots } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../words/made/lists";
import type { RowTime } from "../time/times-dialog";
import classes from "./row-menu.module.css";
import { useAskTimes } from "./row-times";

export type RowAction = {
	id: string;
	label: string;
	asks?: boolean;
	icon?: ReactNode;
	isDangerous?: boolean;
	denial?: string | null | undefined;
	onRun: () => void;
};

export function menuLabel({ label, asks }: Pick<RowAction, "label" | "asks">): string {
	return asks ? `${label}…` : label;
}

/** Outside the table, which would clip it, but within a landmark of the page. */
const withinMain = { target: "main" };

type RowMenuProps = { name: string; actions: () => RowAction[]; times: () => RowTime[] };

export function RowMenu(props: RowMenuProps) {
	const [isWanted, setIsWanted] = useState(false);
	if (isWanted) return <WantedMenu {...props} />;
	return (
		<button
			type="button"
			className={classes.button}
			aria-label={t("actions.of", { name: props.name })}
			aria-haspopup="menu"
			aria-expanded={false}
			onClick={() => setIsWanted(true)}
		>
			<IconDots size={17} />
		</button>
	);
}

function WantedMenu({ name, actions, times }: RowMenuProps) {
	const button = useRef<HTMLButtonElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const askTimes = useAskTimes();
	const shown = times();
	useEffect(() => {
		// The pressed button is gone; the menu returns the focus to the element that has it when it opens.
		button.current?.focus();
		setIsOpen(true);
	}, []);
	return (
		<Menu width={230} withinPortal portalProps={withinMain} opened={isOpen} onChange={setIsOpen}>
			<Menu.Target>
				<button ref={button} type="button" className={classes.button} aria-label={t("actions.of", { name })}>
					<IconDots size={17} />
				</button>
			</Menu.Target>
			<Menu.Dropdown>
				{actions().map((action) => (
					<ActionItem key={action.id} {...action} />
				))}
				{shown.length > 0 && (
					<ActionItem
						label={t("actions.times")}
						icon={<IconClockHour4 size={17} stroke={1.7} />}
						onRun={() => askTimes({ name, times: shown })}
					/>
				)}
			</Menu.Dropdown>
		</Menu>
	);
}

type ActionItemProps = Omit<RowAction, "id">;

export function ActionItem({ icon, isDangerous, denial, onRun, ...named }: ActionItemProps) {
	return (
		<Tooltip label={denial} disabled={!denial} multiline maw={260} position="left">
			<Menu.Item
				leftSection={icon}
				aria-disabled={Boolean(denial) || undefined}
				className={denial ? classes.refused : isDangerous ? classes.dangerous : undefined}
				closeMenuOnClick={!denial}
				onClick={denial ? undefined : onRun}
			>
				{menuLabel(named)}
			</Menu.Item>
		</Tooltip>
	);
}
