import { ActionIcon, Menu } from "@mantine/core";
import { IconFileImport, IconLink, IconNote, IconPlug } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../../shared/account/account";
import { can } from "../../../../shared/account/permissions";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { PageActions } from "../../../ui/table/page-actions";
import { rich, t } from "../../../words/made/log";
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
						aria-label={t("link.copy")}
						title={t("link.copy")}
						onClick={() => relative === null && onCopyLink("exact")}
					>
						<IconLink size={17} stroke={1.7} />
					</ActionIcon>
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Label>{t("link.title")}</Menu.Label>
					<Menu.Item onClick={() => onCopyLink("exact")}>
						{t("link.exact")}
						<span className={classes.reason}>{t("link.exact.help")}</span>
					</Menu.Item>
					<Menu.Item onClick={() => onCopyLink("relative")}>
						{relative !== null &&
							rich("link.relative", {
								range: relative,
								note: (text) => <span className={classes.reason}>{text}</span>,
							})}
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
			<GuardedButton
				className={classes.control}
				icon={<IconNote size={16} stroke={1.7} />}
				denial={can(me.role, "addNotes") ? null : t("note.denied.ask")}
				onClick={onNote}
			>
				{t("note.add")}
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
			label: t("import.files"),
			asks: true,
			icon: <IconFileImport size={17} stroke={1.7} />,
			denial: canImport ? null : t("import.denied"),
			onRun: onImport,
		},
		{
			id: "connect",
			label: t("connect"),
			asks: true,
			icon: <IconPlug size={17} stroke={1.7} />,
			denial: keysDenial(me),
			onRun: onConnect,
		},
	];
}

function keysDenial({ role, scope }: LogActionsProps["me"]): string | null {
	if (!can(role, "editKeys")) return t("connect.denied");
	return scope === "all" ? null : t("connect.denied.scope");
}
