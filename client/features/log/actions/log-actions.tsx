import { ActionIcon, Menu } from "@mantine/core";
import { IconFileImport, IconLink, IconNote, IconPlug } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../../shared/account/account";
import { can } from "../../../../shared/account/permissions";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { PageActions } from "../../../ui/table/page-actions";
import classes from "../log.module.css";

type LogActionsProps = {
	me: Pick<User, "role" | "scope">;
	/** The name of a range that moves with the time; null for exact bounds, which have one kind of link. */
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
				denial={can(me.role, "addNotes") ? null : "Your role cannot add notes. Ask an owner or admin."}
				onClick={onNote}
			>
				Add note
			</GuardedButton>
			{children}
			<PageActions name="the log" actions={addData(me, on)} />
		</>
	);
}

function addData(me: LogActionsProps["me"], { onImport, onConnect }: Pick<LogActionsProps, "onImport" | "onConnect">) {
	const canImport = can(me.role, "importReadings");
	return [
		{
			id: "import",
			label: "Import files",
			asks: true,
			icon: <IconFileImport size={17} stroke={1.7} />,
			denial: canImport ? null : "Your role cannot import readings. Ask an owner or admin.",
			onRun: onImport,
		},
		{
			id: "connect",
			label: "Connect devices and network servers",
			asks: true,
			icon: <IconPlug size={17} stroke={1.7} />,
			denial: keysDenial(me),
			onRun: onConnect,
		},
	];
}

function keysDenial({ role, scope }: LogActionsProps["me"]): string | null {
	if (!can(role, "editKeys")) return "Only owners and admins can connect devices.";
	return scope === "all" ? null : "You only see some groups, and these keys send for every device.";
}
