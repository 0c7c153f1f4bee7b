import { Menu, Tooltip } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./row-menu.module.css";

/** Something that can be done with one row. */
export type RowAction = {
	id: string;
	label: string;
	icon?: ReactNode;
	isDangerous?: boolean;
	/** Why this person cannot do it; the action is shown all the same. */
	refusal?: string;
	onRun: () => void;
};

/** Out of the table, which would cut it off, but within a landmark of the page. */
const withinMain = { target: "main" };

type RowMenuProps = { name: string; actions: () => RowAction[] };

/** Until it is wanted it is a button and nothing more, as there are many of them. */
export function RowMenu({ name, actions }: RowMenuProps) {
	const [isWanted, setIsWanted] = useState(false);
	if (isWanted) return <WantedMenu name={name} actions={actions} />;
	return (
		<button
			type="button"
			className={classes.button}
			aria-label={`Actions for ${name}`}
			aria-haspopup="menu"
			aria-expanded={false}
			onClick={() => setIsWanted(true)}
		>
			<IconDots size={17} />
		</button>
	);
}

function WantedMenu({ name, actions }: RowMenuProps) {
	const button = useRef<HTMLButtonElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	useEffect(() => {
		// The button that was pressed is gone; the menu gives the focus back to whatever has it when it opens.
		button.current?.focus();
		setIsOpen(true);
	}, []);
	return (
		<Menu width={230} withinPortal portalProps={withinMain} opened={isOpen} onChange={setIsOpen}>
			<Menu.Target>
				<button ref={button} type="button" className={classes.button} aria-label={`Actions for ${name}`}>
					<IconDots size={17} />
				</button>
			</Menu.Target>
			<Menu.Dropdown>
				{actions().map((action) => (
					<ActionItem key={action.id} {...action} />
				))}
			</Menu.Dropdown>
		</Menu>
	);
}

type ActionItemProps = Omit<RowAction, "id">;

/** An entry of a menu of actions. One that is refused can be reached all the same, and says why. */
export function ActionItem({ label, icon, isDangerous, refusal, onRun }: ActionItemProps) {
	return (
		<Tooltip label={refusal} disabled={refusal === undefined} multiline maw={260} position="left">
			<Menu.Item
				leftSection={icon}
				aria-disabled={refusal !== undefined || undefined}
				className={refusal !== undefined ? classes.refused : isDangerous ? classes.dangerous : undefined}
				closeMenuOnClick={refusal === undefined}
				onClick={refusal === undefined ? onRun : undefined}
			>
				{label}
			</Menu.Item>
		</Tooltip>
	);
}
