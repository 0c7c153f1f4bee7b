import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { IconChevronDown, IconFileImport, IconLink, IconNote, IconPlug, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../shared/account";
import { can } from "../../../shared/permissions";
import classes from "./log.module.css";

type LogActionsProps = {
	me: Pick<User, "role" | "scope">;
	onNote: () => void;
	onCopyLink: () => void;
	onImport: () => void;
	onConnect: () => void;
	/** The export menu. */
	children: ReactNode;
};

/** What can be done with the log besides looking at it. */
export function LogActions({ me, onNote, onCopyLink, onImport, onConnect, children }: LogActionsProps) {
	const canNote = can(me.role, "addNotes");
	return (
		<>
			<Tooltip label="Copy a link to exactly this">
				<ActionIcon variant="default" size={34} aria-label="Copy link" onClick={onCopyLink}>
					<IconLink size={17} stroke={1.7} />
				</ActionIcon>
			</Tooltip>
			<Tooltip label="Your role cannot add notes. Ask an owner or admin." disabled={canNote}>
				<Button
					variant="default"
					className={classes.control}
					leftSection={<IconNote size={16} stroke={1.7} />}
					data-disabled={!canNote || undefined}
					aria-disabled={!canNote || undefined}
					onClick={canNote ? onNote : undefined}
				>
					Add note
				</Button>
			</Tooltip>
			<AddDataMenu me={me} onImport={onImport} onConnect={onConnect} />
			{children}
		</>
	);
}

function AddDataMenu({ me, onImport, onConnect }: Pick<LogActionsProps, "me" | "onImport" | "onConnect">) {
	const canImport = can(me.role, "importReadings");
	const noKeys = keysRefusal(me);
	return (
		<Menu width={300}>
			<Menu.Target>
				<Button
					variant="default"
					className={classes.control}
					leftSection={<IconPlus size={16} stroke={1.7} />}
					rightSection={<IconChevronDown size={14} />}
				>
					Add data
				</Button>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Item disabled={!canImport} leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={onImport}>
					Import a file
					{!canImport && <span className={classes.reason}>Your role cannot import readings.</span>}
				</Menu.Item>
				<Menu.Item disabled={noKeys !== null} leftSection={<IconPlug size={17} stroke={1.7} />} onClick={onConnect}>
					Connect devices and network servers
					{noKeys !== null && <span className={classes.reason}>{noKeys}</span>}
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}

/** Null: they may. */
function keysRefusal({ role, scope }: LogActionsProps["me"]): string | null {
	if (!can(role, "editKeys")) return "Only owners and admins hold the keys.";
	return scope === "all" ? null : "You see some groups only, and these keys send for every device.";
}
