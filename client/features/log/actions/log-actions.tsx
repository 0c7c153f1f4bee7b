import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconChevronDown, IconFileImport, IconLink, IconNote, IconPlug, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../../shared/account";
import { can } from "../../../../shared/permissions";
import { GuardedButton } from "../../../ui/form/guarded-button";
import classes from "../log.module.css";

type LogActionsProps = {
	me: Pick<User, "role" | "scope">;
	/** Of a range that moves with the time; null for exact bounds, of which there is one kind of link. */
	rangeName: string | null;
	onNote: () => void;
	onCopyLink: (kind: "exact" | "relative") => void;
	onImport: () => void;
	onConnect: () => void;
	children: ReactNode;
};

export function LogActions({ me, rangeName: relative, onNote, onCopyLink, children, ...on }: LogActionsProps) {
	return (
		<>
			<Menu width={270} disabled={relative === null}>
				<Menu.Target>
					<ActionIcon
						variant="default"
						size={34}
						aria-label="Copy link"
						title="Copy link"
						onClick={() => relative === null && onCopyLink("exact")}
					>
						<IconLink size={17} stroke={1.7} />
					</ActionIcon>
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Label>Copy a link</Menu.Label>
					<Menu.Item onClick={() => onCopyLink("exact")}>
						To exactly this
						<span className={classes.reason}>The same bounds, whenever it is opened.</span>
					</Menu.Item>
					<Menu.Item onClick={() => onCopyLink("relative")}>
						To “{relative}”<span className={classes.reason}>As of when it is opened.</span>
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
			<GuardedButton
				className={classes.control}
				icon={<IconNote size={16} stroke={1.7} />}
				refusal={can(me.role, "addNotes") ? null : "Your role cannot add notes. Ask an owner or admin."}
				onClick={onNote}
			>
				Add note
			</GuardedButton>
			<AddDataMenu me={me} {...on} />
			{children}
		</>
	);
}

function AddDataMenu({ me, onImport, onConnect }: Pick<LogActionsProps, "me" | "onImport" | "onConnect">) {
	const canImport = can(me.role, "importReadings");
	const noKeys = keysRefusal(me);
	// A menu of which nothing can be chosen has no place for the focus.
	if (!canImport && noKeys !== null) {
		return (
			<GuardedButton
				className={classes.control}
				icon={<IconPlus size={16} stroke={1.7} />}
				refusal={`Your role cannot import readings. ${noKeys}`}
			>
				Add data
			</GuardedButton>
		);
	}
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

function keysRefusal({ role, scope }: LogActionsProps["me"]): string | null {
	if (!can(role, "editKeys")) return "Only owners and admins hold the keys.";
	return scope === "all" ? null : "You see some groups only, and these keys send for every device.";
}
